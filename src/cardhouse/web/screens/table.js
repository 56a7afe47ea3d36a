/** @file The table's screen. */

import { make } from '../asking.js';
import { makeWithRoom } from '../parts/discard.js';
import { go, query } from '../router.js';
import { games } from '../state/games.js';
import { me } from '../state/me.js';
import { findReach } from '../state/reach.js';
import { remember } from '../state/settings.js';
import { openTable } from '../table/table.js';

/** @type {import('../router.js').Screen} */
export default async function table(place, [code = '']) {
  // Without the games' own pages a table is still shown, as any game.
  await Promise.all([me(), games(), findReach()]).catch(() => null);
  remember('last_table', code);
  return openTable(place, code, {
    first: query().has('first'),
    again: async (info) => {
      const seats = info.seats.map((seat) =>
        seat.kind === 'cat'
          ? { kind: 'cat', name: seat.name, face: seat.face, level: seat.level || 'medium' }
          : seat.yours
            ? { kind: 'here', name: seat.name, face: seat.face }
            : { kind: 'link' },
      );
      const you = seats.find((seat) => seat.kind === 'here');
      if (you) you.kind = 'you';
      const wish = {
        game: info.game,
        options: info.options,
        seats,
        pace: info.pace,
        open_cards: info.open_cards,
        hints: info.hints,
        turn_clock: info.turn_clock,
        best_of: info.best_of,
      };
      const made = await makeWithRoom(async () => (await make(wish)).code);
      if (made) go(`/table/${made}`);
    },
  });
}
