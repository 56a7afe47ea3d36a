/**
 * @file What a game can say about how it is shown. Each game's `page.js` exports the parts it wants
 * to change; `defaults.js` has every one of them for a game that says nothing.
 *
 * @typedef {import('../table/view.js').View} View
 * @typedef {import('../table/view.js').GameEvent} GameEvent
 * @typedef {import('../table/layout.js').Layout} Layout
 * @typedef {import('../table/layout.js').Box} Box
 * @typedef {import('../parts/cardrow.js').Example} Example
 * @typedef {import('../types.js').StepMessage} StepMessage
 * @typedef {boolean | number | string} Value
 *
 * @typedef {object} Situation what a prompt is about
 * @property {View} view
 * @property {number} seat the seat that is played from here
 * @property {Names} names
 * @property {number} chosen how many cards are chosen
 * @property {boolean} mine whether a move of this seat is awaited
 *
 * @typedef {object} Frame what is seen for a while between two views, or the later view itself
 * @property {View} view
 * @property {GameEvent[]} events what happened with it
 * @property {number} hold for how many milliseconds it wants to be seen
 * @property {boolean} [gather] all cards are gathered before it
 * @property {boolean} [deal] it is dealt
 * @property {boolean} [open] every hand that is known lies open
 * @property {boolean} [loud] what happened is said over the table: it isn't plain from the cards
 *
 * @typedef {object} Picking how cards are chosen before they are played
 * @property {number} [exactly] how many of them, one by one; then they go by a button
 * @property {boolean} [pair] one of each of two zones, and they go at once
 * @property {boolean} [one] never more than one of them goes at a time
 *
 * @typedef {object} Button
 * @property {string} key of its words
 * @property {import('../table/view.js').Facts} [facts]
 * @property {string} action
 * @property {boolean} [main] it is what one usually wants
 * @property {boolean} [off]
 *
 * @typedef {object} Actions
 * @property {(view: View, seat: number) => string[]} sources the zones of a seat from which cards
 *   can be chosen now
 * @property {(view: View) => Picking} picking
 * @property {(view: View, seat: number, cards: string[], drop?: Drop) => string | undefined} meant
 *   the action that playing these cards means, legal or not; undefined: nothing could be meant. Of
 *   several that differ in the card they go onto, any: the page asks which, in the words of
 *   `page.aim.VERB`, or `page.aim.VERB.with` where that card was pointed at first
 * @property {(view: View, seat: number, zone: string, at: number) => string} faceDown the action
 *   that pressing a face-down card of one's own means; empty: none
 * @property {readonly string[] | null} bare the actions without cards that get a button, in this
 *   order; null: all that are legal
 * @property {(view: View, seat: number, chosen: string[]) => Button[]} more further buttons for
 *   the chosen cards
 *
 * @typedef {{target?: string}} Drop the cards were dropped there: on which card, if on one
 *
 * @typedef {object} Label words or a number on the table
 * @property {string} text
 * @property {Box} box
 * @property {'below' | 'middle' | 'above' | 'beside'} at
 * @property {string} [className]
 * @property {string} [icon]
 *
 * @typedef {object} Hit a place on the table that can be pressed
 * @property {string} key
 * @property {Box | undefined} box none: it is not there now
 * @property {string} words for a screen reader
 * @property {string} [action] what pressing it does
 * @property {number} [seat] for which seat; the one at the bottom if none is named
 * @property {boolean} [slap] pressing it slaps, for those who play
 * @property {number} [grow] how far beyond its box it can be pressed
 * @property {{title: string, cards: string[]}} [look] what is looked at by pressing it, otherwise
 *
 * @typedef {object} Halo a glow around a deck
 * @property {string} key
 * @property {Box} box
 * @property {number} share how strong, up to 1
 * @property {string[]} looks its classes
 *
 * @typedef {{icon?: string, text: string}} Note a sign with words on a seat's plate
 *
 * @typedef {object} Marks
 * @property {(view: View, layout: Layout, names: Names) => Record<string, Label>} labels
 * @property {(view: View, layout: Layout, names: Names, mine: number[]) => Hit[]} hits
 * @property {(view: View, layout: Layout) => Halo[]} halos
 * @property {(view: View, seat: number) => string} line what a plate says under the name
 * @property {(view: View, seat: number) => Note | null} note what else marks a seat
 * @property {Record<string, string>} roles the icon of each role; its words are `page.role.ROLE`
 * @property {(view: View, role: string) => boolean} hasRole whether a role is worth a mark now
 * @property {(view: View, seat: number) => number} place of a seat that has finished; 0: it plays
 * @property {(view: View, card: string) => string[]} card the classes of a card of one's own hand
 * @property {(view: View, card: string) => string} cardWords what is said of it besides its name
 * @property {(view: View, names: Names) => void} look open what one looks at during a game
 * @property {string} lookWords the key of the words for a button that does; empty: no button
 * @property {((view: View, names: Names) => void) | null} scores open the scores,
 *   deal by deal
 * @property {(events: GameEvent[], view: View, names: Names) => void} after open
 *   what is to be read after some events and stays until it is left
 * @property {(layout: Layout) => {x: number, y: number}} timer where the clock's ring stands
 *
 * @typedef {object} Ears what is told of the table to who plays by ear; empty: there is none
 * @property {(view: View, names: Names) => string} table what lies in the middle
 * @property {(view: View) => string} trump
 * @property {(view: View) => string} stock
 * @property {(view: View, seat: number) => string} counts what a seat holds, without its name
 * @property {(view: View, names: Names) => string} score
 * @property {(event: GameEvent, mine: number[]) => boolean} few whether an event is read out also
 *   to who wants to hear as little as possible and plays these seats
 *
 * @typedef {Record<string, any>} Notes what a game keeps to tell at its end
 *
 * @typedef {object} End
 * @property {() => Notes} start
 * @property {(notes: Notes, message: StepMessage) => void} remark keep what will be worth telling
 * @property {(notes: Notes, names: Names, view: View) => string[]} lines what was notable
 * @property {(view: View, names: Names) => string} headline empty: who won
 * @property {(view: View, names: Names) => string} why why it is over
 * @property {(view: View, seat: number) => string} score
 *
 * @typedef {import('../types.js').Statistics} StatRow what somebody has played of a game against
 *   one kind of opponents
 *
 * @typedef {{name: string, value: number | null, slap?: boolean}} Figure its words are
 *   `page.stats.NAME`; `slap`: a time in milliseconds; null: there is none
 *
 * @typedef {{name: string, when: (view: View, seat: number) => boolean}} Lesson its words are
 *   `page.first.GAME.NAME`
 * @typedef {{name: string, example?: Example, when?: (options: Record<string, Value>) => boolean}}
 *   Rule its words are `page.rules.GAME.NAME`; `when`: the house rules with which it holds
 * @typedef {{seat: number, mood: string, kind: string, sound?: string}} Thought its words are
 *   `page.bubble.KIND.1` and so on
 *
 * @typedef {object} GamePage
 * @property {(view: View, size: import('../table/layout.js').Size,
 *   eyes: import('../table/layout.js').Eyes) => Layout} layout where everything lies
 * @property {(situation: Situation) => string} prompt what is awaited; empty: only from whom
 * @property {(before: View, events: GameEvent[], after: View) => Frame[] | undefined} frames what
 *   is
 *   seen between two views, the later view included; undefined: nothing
 * @property {Actions} actions what can be done with which cards
 * @property {Marks} marks what stands beside the cards and the names
 * @property {Ears} ears the same in words
 * @property {End} end
 * @property {(rows: StatRow[]) => Figure[]} stats
 * @property {readonly Lesson[]} lessons what is told the first time; the first that fits comes
 *   first
 * @property {readonly Rule[]} rules
 * @property {Record<string, Example>} examples by house rule, or by house rule and value:
 *   `penalty.card`
 * @property {Record<string, Record<string, Value>>} presets sets of house rules; what one doesn't
 *   name is as usual
 * @property {() => string} picture the scene on its tile, 320 × 200
 * @property {(events: GameEvent[], view: View) => Thought[]} moods what the seats make of it
 * @property {(event: GameEvent) => string} turning the icon of an event at which a replay is worth
 *   stopping; empty: it is not
 */

/** @typedef {import('../words.js').Names} Names */

/** The parts of a game's page, by name. */
export const PARTS = /** @type {const} */ ([
  'layout',
  'prompt',
  'frames',
  'actions',
  'marks',
  'ears',
  'end',
  'stats',
  'lessons',
  'rules',
  'examples',
  'presets',
  'picture',
  'moods',
  'turning',
]);
