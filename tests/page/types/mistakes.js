/**
 * @file Mistakes at the border that `tsc` has to refuse: where it doesn't, the comment above the line
 * is itself an error. Nothing runs this.
 */

import * as asking from '../../../src/cardhouse/web/asking.js';
import { connect } from '../../../src/cardhouse/web/wire.js';

const wire = connect('code', {
  message(message) {
    // @ts-expect-error a kind of message that there isn't
    if (message.t === 'stepp') return;
    // @ts-expect-error a field that the message hasn't
    if (message.t === 'delay') void message.dealy;
    // @ts-expect-error a field of another message
    if (message.t === 'ping') void message.cap;
  },
  state() {},
  seen: () => null,
});

// @ts-expect-error a field with a slip
wire.send({ t: 'pause', onn: true });
// @ts-expect-error a message of the server's
wire.send({ t: 'ping', n: 1 });
// @ts-expect-error a reaction that there isn't
wire.send({ t: 'react', seat: 0, kind: 'bark' });
// @ts-expect-error a setting of a table with a slip
void asking.make({ game: 'hearts', seats: [], turn_clok: 30 });
// @ts-expect-error a field that the answer hasn't
void asking.me().then((person) => person.nmae);
// @ts-expect-error a field that a list's items haven't
void asking.mine().then(([table]) => table?.cout);

/** A line of a review is known by its kind. @param {import('../../../src/cardhouse/web/types.js').ReviewLine} line */
export function told(line) {
  // @ts-expect-error only a weighed move has one
  void line.move;
  if (line.t === 'begun') return line.unit;
  // @ts-expect-error a kind of line that there isn't
  return line.t === 'finished';
}
