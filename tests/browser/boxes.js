// What is wrong with the boxes of a table now: what is wider than the screen or reaches over the felt, and which words
// are covered. Words are measured as they are written, not by the element they stand in.
() => {
  const wrong = [];
  const seen = (each) => each.offsetParent !== null || getComputedStyle(each).position === 'fixed';
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const written = (each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const { left, top, right, bottom } = range.getBoundingClientRect();
    const own = each.getBoundingClientRect();
    // A font says itself how high its lines are, far above its letters in some: the letters are as high as their size.
    const rows = [...range.getClientRects()].filter((row) => row.width);
    const air = rows.length ? Math.max(0, rows[0].height - 1.05 * parseFloat(getComputedStyle(each).fontSize)) / 2 : 0;
    return { left: Math.max(left, own.left), right: Math.min(right, own.right), top: top + air, bottom: bottom - air };
  };
  const name = (each) => each.className.split(' ').slice(0, 2).join('.') + ' "' + (each.textContent ?? '').trim().slice(0, 40) + '"';
  const over = (a, b, by) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const reaches = (box, within) =>
    box.left < within.left - 2 || box.right > within.right + 2 || box.top < within.top - 2 || box.bottom > within.bottom + 2;

  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push('the page scrolls');
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const felt = document.querySelector('.felt').getBoundingClientRect();
  if (reaches(felt, screen)) wrong.push('the felt is ' + Math.round(felt.width) + ' wide');
  // A screen that is scrolled to its table has its bar above.
  if (!document.querySelector('#page').scrollTop)
    for (const each of all('.top > *')) if (reaches(each.getBoundingClientRect(), screen)) wrong.push('outside: ' + name(each));
  for (const each of all('.card, .plate, .plate-role, .plate-note, .bar .button, .mark, .bubble-box, .over > section, .chip'))
    if (each.getBoundingClientRect().width && reaches(each.getBoundingClientRect(), felt)) wrong.push('outside: ' + name(each));
  for (const each of all('.end'))
    if (Math.abs(felt.left + felt.right - each.getBoundingClientRect().left - each.getBoundingClientRect().right) > 4)
      wrong.push('the end is off centre');
  // What the end covers by half: thoughts, and whatever lay in the middle of the table.
  for (const end of all('.end')) {
    const box = end.getBoundingClientRect();
    for (const each of all('.bubble-box, .card:not([data-zone*=" "]), .mark, .banner, .chip, .sign'))
      if (getComputedStyle(each).opacity !== '0' && over(each.getBoundingClientRect(), box, 4))
        wrong.push('under the end: ' + name(each));
  }
  if (document.querySelector('.over > section')) return wrong;

  const prompt = document.querySelector('.prompt');
  const height = (each) => Number(getComputedStyle(each.closest('.felt > *') ?? each).zIndex);
  // What stands on a ground of its own can be read above anything.
  const above = (one, other) => height(one) > height(other);
  const words = all('.plate-name, .plate-line, .plate-role, .plate-note, .prompt, .mark').filter((each) => each.textContent);
  const covers = all('.bubble-box, .coach, .chip, .sign, .paw-box, .ring, .bar .button');
  words.forEach((one, at) => {
    const box = written(one);
    for (const other of words.slice(at + 1)) if (over(box, written(other), 1)) wrong.push(name(one) + ' and ' + name(other));
    for (const other of covers)
      if ((one === prompt || above(other, one)) && over(box, other.getBoundingClientRect(), 1))
        wrong.push(name(other) + ' covers ' + name(one));
  });
  // A card that is chosen rises: none may then reach the prompt. Where things move, that would take its time.
  const own = page.dataset.motion === 'still' ? all('.card.own:not(.dragged):not(.chosen)') : [];
  for (const card of own) card.classList.add('chosen');
  if (prompt.textContent)
    for (const card of all('.card.own:not(.dragged) .card-lift, .card[data-zone="trick"], .card[data-zone="pile"]'))
      if (over(written(prompt), card.getBoundingClientRect(), 4)) wrong.push('a card covers ' + name(prompt));
  for (const card of own) card.classList.remove('chosen');
  // The rank and the suit of every card in hand can be seen, but for cards that fly or are being dragged just now.
  const moves = (card) => card.matches('.dragged') || card.getAnimations().length > 0;
  for (const card of all('.card[data-zone="hand 0"].up')) {
    if (moves(card)) continue;
    const { left, top, width } = card.querySelector('.card-lift').getBoundingClientRect();
    const lies = (at) => document.elementFromPoint(left + at[0] * width, top + at[1] * width)?.closest('.card');
    const other = [[0.1, 0.14], [0.25, 0.2], [0.12, 0.42]].map(lies).find((each) => each && each !== card && !moves(each));
    if (other) {
      wrong.push('a card in hand is covered by one of ' + other.dataset.zone);
      break;
    }
  }
  return wrong;
}
