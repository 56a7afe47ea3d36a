"""A table of the page without a game on it: for the bench and the tests of how cards move."""

from __future__ import annotations

# Evaluated in a page of the house, it leaves the cloth and the cards on it, none yet, as `felt` and `cards`.
EMPTY_TABLE = """async () => {
  const script = document.querySelector('script[type=module]').src;
  const { createCards } = await import(new URL('table/cards.js', script).href);
  window.felt = document.createElement('main');
  felt.className = 'felt';
  document.getElementById('page').className = 'screen screen-table';
  document.getElementById('page').replaceChildren(document.createElement('header'), felt);
  window.cards = createCards(felt);
}"""
