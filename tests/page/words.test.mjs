/** @file Texts and plurals in every language. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../src/cardhouse/web/languages.js';
import {
  actionInWords,
  actionKey,
  pluralForm,
  say,
  setTexts,
} from '../../src/cardhouse/web/words.js';
import { catalogue } from './games.mjs';

const PLACE = /\{(\w+(?::\w+)?)((?:\|[^{}|]*)+)\}/g;

for (const language of Object.keys(languages))
  test(`${language}: every plural has a form for every whole number`, () => {
    const rules = new Intl.PluralRules(language);
    const wanted = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));
    for (const [key, text] of Object.entries(catalogue(language)))
      for (const [place, , forms] of text.matchAll(PLACE)) {
        const named = (forms ?? '')
          .slice(1)
          .split('|')
          .map((form) => form.split(':')[0]);
        if (named.join() !== 'you,other')
          assert.deepEqual(new Set(named), wanted, `${key} ${place}`);
      }
  });

test('a form goes with a number as its language has it', () => {
  const russian = new Intl.PluralRules('ru'),
    forms = '|one:карта|few:карты|many:карт';
  const said = [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 111].map((count) =>
    pluralForm(forms, count, russian),
  );
  assert.deepEqual(said, 'карт карта карты карты карт карт карт карта карты карт карт'.split(' '));
  assert.equal(pluralForm(forms, 1.5, russian), 'карт');
  assert.equal(pluralForm('|one:card|other:cards', 1, new Intl.PluralRules('en')), 'card');
  assert.equal(pluralForm('|one:card|other:cards', 0, new Intl.PluralRules('en')), 'cards');
});

test('a text is filled with names, cards and words of their own', () => {
  setTexts('en', {
    deal: '{seat} gives {cards} and {count} {count|one:card|other:cards}: {suit:word}.',
    'suit.clubs': 'clubs!',
    'page.card.wild': 'wild',
  });
  const facts = { seat: 1, cards: '7h Ts W1', count: 2, suit: 'clubs' };
  assert.equal(say('deal', facts, ['Ann', 'Bob']), 'Bob gives 7♥ 10♠ wild and 2 cards: clubs!.');
  assert.equal(
    say('deal', {}),
    '{seat} gives {cards} and {count} {count|one:card|other:cards}: {suit:word}.',
  );
  assert.equal(say('unknown.key'), 'unknown.key');
});

test('the person at the screen is spoken to, the others are named', () => {
  setTexts('en', {
    'page.you': 'You',
    gift: '{seat} {seat|you:give|other:gives} {to:seat|you:you|other:@} a card.',
  });
  const names = Object.assign(['You', 'Bob'], { you: 0 });
  assert.equal(say('gift', { seat: 0, to: 1 }, names), 'You give Bob a card.');
  assert.equal(say('gift', { seat: 1, to: 0 }, names), 'Bob gives you a card.');
});

for (const language of Object.keys(languages))
  test(`${language}: who calls themselves You is not spoken to`, () => {
    setTexts(language, catalogue(language));
    const you = say('page.you'),
      names = Object.assign(['Ann', you], { you: 0 });
    const [mine, theirs] = [0, 1].map((seat) =>
      say('event.durak.round', { seat, to: 1 - seat }, names),
    );
    const other = say(
      'event.durak.round',
      { seat: 1, to: 0 },
      Object.assign(['Ann', 'Bob'], { you: 0 }),
    );
    assert.equal(theirs, other.replace('Bob', you));
    assert.notEqual(mine, theirs);
  });

test('a fact is shown as the kind its place says, whatever it looks like', () => {
  setTexts('en', {
    'page.hint.named': '“{action}”',
    late: 'Too late by {by:number} ms, {winner:seat}, says {who}.',
    better: '{better:choice} or {other:choice} by {using:cards}',
  });
  const facts = { by: 22.6, winner: 0, who: '7h' };
  assert.equal(say('late', facts, ['Th']), 'Too late by 23 ms, Th, says 7h.');
  const cards = { better: '7h', other: 'take', using: 'Ts' };
  assert.equal(say('better', cards), '7♥ or “Take” by 10♠');
  assert.equal(
    say('better', cards, [], (text) => `<${text}>`),
    '<7h> or “Take” by <Ts>',
  );
});

test('an action is called by the words it has', () => {
  setTexts('en', {
    'page.do.pass': 'Pass',
    'page.do.pass_cards': 'Pass these',
    'page.do.name.2': 'Name spades',
    'page.action.beat': '{card} with {using:cards}',
  });
  assert.equal(actionKey('pass'), 'page.do.pass');
  assert.equal(actionKey('pass 2c 3c 4c'), 'page.do.pass_cards');
  assert.equal(actionKey('name 2'), 'page.do.name.2');
  assert.equal(actionKey('name 3'), 'page.do.name');
  assert.equal(actionInWords('pass 2c'), 'Pass these 2♣');
  assert.equal(actionInWords('beat 7c 9c'), '7♣ with 9♣');
  assert.equal(actionInWords('draw'), 'Draw');
});

for (const [language, ranks] of Object.entries({
  en: { 8: 'an eight', Q: 'a queen', A: 'an ace' },
  de: { 8: 'eine Acht', J: 'einen Buben', A: 'ein Ass' },
  ru: { 8: 'восьмёрку', K: 'короля', A: 'туза' },
  es: { 8: 'un ocho', Q: 'una reina', A: 'un as' },
}))
  test(`${language}: a rank that is asked for has its article and its case`, () => {
    setTexts(language, catalogue(language));
    for (const [rank, words] of Object.entries(ranks))
      for (const key of ['page.prompt.higher', 'refused.threes.higher', 'refused.durak.rank'])
        assert.match(say(key, { a_rank: rank }), new RegExp(` ${words}[ :]`));
    for (const rank of '23456789TJQKA')
      assert.notEqual(say('refused.durak.forward_rank', { a_rank: rank }).at(-2), rank);
  });

for (const language of Object.keys(languages))
  test(`${language}: one card that goes next is told otherwise than several`, () => {
    setTexts(language, catalogue(language));
    const [one, two] = ['7h', '7h 9s'].map((cards, at) =>
      say('page.prompt.early', { cards, count: at + 1 }).replace(/7♥( 9♠)?/, '…'),
    );
    assert.doesNotMatch(`${one} ${two}`, /[{|}]/);
    assert.notEqual(one, two);
  });
