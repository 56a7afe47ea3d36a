// What can't be pressed as it should be: covered, cut, or too small for a finger; and whether the page scrolls sideways.
// `cards` are not looked at: in a hand each covers most of the one before, and boxes.js sees to it that they are seen.
(least) => {
  const wrong = [];
  const page = document.documentElement;
  const name = (each) =>
    `${each.tagName.toLowerCase()}.${[...each.classList].slice(0, 3).join('.')} "${(
      each.getAttribute('aria-label') || each.textContent || each.name || ''
    ).trim().slice(0, 30)}"`;
  if (page.scrollWidth > page.clientWidth + 1) {
    const wide = [...document.querySelectorAll('#page *')].filter(
      (each) => each.getBoundingClientRect().right > page.clientWidth + 1 && !each.closest('svg, .confetti'),
    );
    wrong.push(`sideways by ${page.scrollWidth - page.clientWidth}: ${wide.slice(-1).map(name)}`);
  }
  for (const each of document.querySelectorAll('body *:not(svg *, svg, .card, .card *)'))
    if (
      each.scrollWidth > each.clientWidth + 1 &&
      each.clientWidth > 0 &&
      !each.matches('.review-plot') &&
      /auto|scroll/.test(getComputedStyle(each).overflowX)
    )
      wrong.push(`scrolls sideways: ${name(each)}`);

  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const over = document.querySelector('.over > section');
  const within = dialog ?? over ?? document;
  const seen = (each) =>
    each.checkVisibility({ visibilityProperty: true }) && !each.disabled && !each.closest('.sr, [inert], svg');
  /** What is pressed for an input is its label, and for a file the input itself. */
  const target = (each) => (each.matches('input') && each.closest('label:has(> .choice, > *)')) || each;
  const pressed = [
    ...new Set(
      [...within.querySelectorAll('button, a[href], input, select, summary, textarea')]
        .filter((each) => !each.matches('.card, .hit, [type=hidden]'))
        .map(target)
        .filter((each) => (each.matches('.sr') ? false : seen(each))),
    ),
  ];
  // A link in a sentence is as high as its line.
  const inSentence = (each) =>
    each.matches('a') && getComputedStyle(each).display === 'inline' && each.parentElement.textContent.trim() !== each.textContent.trim();
  const hides = (each) => /hidden|clip|auto|scroll/.test(getComputedStyle(each).overflow);
  for (const each of pressed) {
    let box = each.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    /** What cuts a part of it off, across, or down though it is high enough. */
    const cutting = () => {
      const { left, top, right, bottom, height } = each.getBoundingClientRect();
      for (let around = each.parentElement; around && around !== document.body; around = around.parentElement) {
        if (!hides(around)) continue;
        const clip = around.getBoundingClientRect();
        if (left < clip.left - 1 || right > clip.right + 1) return around;
        if (clip.height >= height && (top < clip.top - 1 || bottom > clip.bottom + 1)) return around;
      }
    };
    if (box.top < 0 || box.bottom > innerHeight || cutting()) {
      each.scrollIntoView({ block: 'center', behavior: 'instant' });
      box = each.getBoundingClientRect();
    }
    const { left, top, right, bottom, width, height } = box;
    if (!inSentence(each) && (width < least - 0.5 || height < least - 0.5))
      wrong.push(`${Math.round(width)} x ${Math.round(height)}: ${name(each)}`);
    if (left < -1 || right > innerWidth + 1 || (height < innerHeight && (top < -1 || bottom > innerHeight + 1)))
      wrong.push(`outside: ${name(each)}`);
    if (cutting()) wrong.push(`cut: ${name(each)}`);
    if (each.matches('button, a, summary') && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2) && getComputedStyle(each).display !== 'inline')
      wrong.push(`its words are cut: ${name(each)}`);
    const points = [[0.5, 0.5], [0.15, 0.25], [0.85, 0.25], [0.15, 0.75], [0.85, 0.75]];
    const covering = () => {
      const now = each.getBoundingClientRect();
      for (const [x, y] of points) {
        const at = [now.left + width * x, now.top + height * y];
        if (at[0] < 0 || at[1] < 0 || at[0] >= innerWidth || at[1] >= innerHeight) continue;
        const found = document.elementFromPoint(...at);
        if (!found || found === each || each.contains(found) || (found.contains(each) && found.matches('label'))) continue;
        if (!(inSentence(each) && found.contains(each))) return found;
      }
    };
    // Under a bar that stays in the window it is only until the page is scrolled.
    if (covering()) each.scrollIntoView({ block: 'center', behavior: 'instant' });
    const cover = covering();
    if (cover) wrong.push(`${name(cover)} covers ${name(each)}`);
  }
  // What is said for a moment is pressed through, but hides the words of what lies under it.
  const over_it = [...document.querySelectorAll('.tip, .bubble-box, .chip, .sign, .banner, .coach, .ring, .plate, .mark')]
    .filter((each) => each.checkVisibility({ opacityProperty: true }) && getComputedStyle(each).opacity > 0.1);
  const bars = [...document.querySelectorAll('.bar .button, .side .button, .top .button')].filter(seen);
  if (!dialog && !over)
    for (const each of bars) {
      const a = each.getBoundingClientRect();
      for (const other of over_it) {
        const b = other.getBoundingClientRect();
        if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
          wrong.push(`${name(other)} lies over ${name(each)}`);
      }
    }
  // A press that is meant to turn a card must not slap.
  for (const slap of document.querySelectorAll('.bar [data-act=slap]')) {
    const turn = slap.parentElement.querySelector('[data-act=turn]')?.getBoundingClientRect();
    const box = slap.getBoundingClientRect();
    const apart = turn ? Math.max(box.left - turn.right, turn.left - box.right, box.top - turn.bottom, turn.top - box.bottom) : 99;
    if (apart < 15.5) wrong.push(`Turn and Slap are ${Math.round(apart)} apart`);
  }
  return [...new Set(wrong)];
}
