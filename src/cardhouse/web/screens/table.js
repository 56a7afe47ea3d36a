/** @file The table's screen. */

import { go, query } from '../router.js';
import { me } from '../state/me.js';
import { remember } from '../state/settings.js';
import { createCoach } from '../table/coach.js';
import { openTable } from '../table/table.js';
import { ask } from '../wire.js';

/** @type {import('../router.js').Screen} */
export default async function table(place, [code = '']) {
  await me().catch(() => null);
  remember('last_table', code);
  const coach = query().has('first') ? createCoach(place, () => null) : null;
  const leave = openTable(place, code, {
    shown: (view, seat) => coach?.see(view, seat),
    again: async (info) => {
      const seats = info.seats.map((seat) => seat.kind === 'cat' ? { kind: 'cat', name: seat.name, face: seat.face, level: seat.level || 'medium' } : seat.yours ? { kind: 'here', name: seat.name, face: seat.face } : { kind: 'link' });
      const you = seats.find((seat) => seat.kind === 'here');
      if (you) you.kind = 'you';
      const made = await ask('POST', '/api/tables', { game: info.game, options: info.options, seats, pace: info.pace, open_cards: info.open_cards, hints: info.hints });
      go(`/table/${made.code}`);
    },
  });
  return () => {
    coach?.stop();
    leave();
  };
}
