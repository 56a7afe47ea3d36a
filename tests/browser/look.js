// What can be seen of a table, and for each card the points where nothing lies over it; `at` is the first of them.
() => {
  const all = [...document.querySelectorAll('.card')];
  const free = (card) => {
    const box = card.getBoundingClientRect();
    return [[.12, .2], [.5, .5], [.06, .5], [.9, .5], [.12, .8], [.5, .12]]
      .map(([x, y]) => [box.left + box.width * x, box.top + box.height * y])
      .filter((at) => card.contains(document.elementFromPoint(...at)));
  };
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((each) => each.offsetParent !== null && !each.disabled);
  const seen = (card) => {
    const free_at = free(card);
    return { card: card.dataset.card ?? '', zone: card.dataset.zone, chosen: card.matches('.chosen'), at: free_at[0] ?? null, free_at };
  };
  return {
    end: document.querySelector('.end h2')?.textContent ?? '',
    prompt: document.querySelector('.prompt')?.textContent ?? '',
    mine: document.querySelector('.prompt')?.classList.contains('mine') ?? false,
    said: document.querySelector('.ticker')?.textContent ?? '',
    tip: document.querySelector('.tip:not([hidden])')?.textContent ?? '',
    // A card that was just drawn flies face down: it has a name once it is turned over.
    playable: all
      .filter((card) => card.matches('.own.playable') && (card.dataset.card || card.dataset.zone.startsWith('down')))
      .map(seen),
    // The cards on the table onto which the chosen one may go.
    aims: all.filter((card) => card.matches('.aim')).map(seen),
    own: all.filter((card) => card.matches('.own.up')).map(seen),
    pile: all
      .filter((card) => card.dataset.zone === 'pile' && card.dataset.card)
      .sort((a, b) => a.style.zIndex - b.style.zIndex)
      .map((card) => card.dataset.card),
    jacks: !!document.querySelector('.mark-banner'),
    passing: !!document.querySelector('.bar .button:disabled')
      || (!!document.querySelector('.bar .button-main[data-act=pass]') && all.filter((card) => card.matches('.chosen')).length === 3),
    acts: shown('.bar .button').map((each) => each.dataset.act + (each.classList.contains('button-off') ? '-off' : '')),
    ready: !!document.querySelector('.button-ready'),
  };
}
