/** @file Pressing and dragging cards, with a mouse, a pen or a finger. */

/** @typedef {import('./cards.js').Piece} Piece */

const FAR = 8,
  TWICE = 380;

/**
 * @param {object} table
 * @param {HTMLElement} table.felt
 * @param {(target: EventTarget | null) => Piece | undefined} table.of the card that can be taken
 *   there
 * @param {(piece: Piece) => Piece[]} table.pieces what goes along with a card
 * @param {(piece: Piece, twice: boolean) => boolean} table.pressed whether that settled it: a
 *   second press of a double click is then no press of its own
 * @param {(pieces: Piece[], x: number, y: number) => void} table.dropped
 */
export function createDrag({ felt, of, pieces, pressed, dropped }) {
  /**
   * @type {{id: number, piece: Piece, along: Piece[], x: number, y: number, moving: boolean} |
   *   null}
   */
  let held = null;
  /** @type {{piece: Piece, at: number, x: number, y: number, settled: boolean} | null} */
  let last = null;

  /** @param {Piece} piece @param {PointerEvent} event */
  function press(piece, { timeStamp: at, clientX: x, clientY: y }) {
    const again = last && at - last.at < TWICE && Math.hypot(x - last.x, y - last.y) < FAR;
    // The card under a double click may be another by then.
    const settled = (again && last?.settled) || pressed(piece, !!again && last?.piece === piece);
    last = { piece, at, x, y, settled };
  }

  /** @param {PointerEvent} event */
  function down(event) {
    if (held || (event.pointerType === 'mouse' && event.button !== 0)) return;
    const piece = of(event.target);
    if (!piece) return;
    held = {
      id: event.pointerId,
      piece,
      along: [],
      x: event.clientX,
      y: event.clientY,
      moving: false,
    };
    felt.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    const x = event.clientX - held.x,
      y = event.clientY - held.y;
    if (!held.moving) {
      if (Math.hypot(x, y) < FAR) return;
      held.moving = true;
      held.along = pieces(held.piece);
      for (const { element } of held.along) {
        element.classList.add('dragged');
        element.style.zIndex = '4000';
      }
    }
    for (const { element } of held.along) element.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!held || event.pointerId !== held.id) return;
    const { piece, along, moving } = held;
    held = null;
    if (!moving) {
      if (event.type === 'pointerup') press(piece, event);
      return;
    }
    for (const { element, z } of along) {
      element.classList.remove('dragged');
      element.animate(
        { translate: [element.style.translate, '0px 0px'] },
        { duration: 160, easing: 'ease-out' },
      );
      element.style.translate = '';
      element.style.zIndex = String(z);
    }
    const base = felt.getBoundingClientRect();
    if (event.type === 'pointerup')
      dropped(along, event.clientX - base.left, event.clientY - base.top);
  }

  /**
   * A press by keyboard or by a screen reader comes as a click without a pointer.
   * @param {MouseEvent} event
   */
  function click(event) {
    const piece = event.detail === 0 ? of(event.target) : undefined;
    if (piece) pressed(piece, false);
  }

  felt.addEventListener('pointerdown', down);
  felt.addEventListener('pointermove', move);
  felt.addEventListener('pointerup', up);
  felt.addEventListener('pointercancel', up);
  felt.addEventListener('click', click);
  return {
    stop() {
      felt.removeEventListener('pointerdown', down);
      felt.removeEventListener('pointermove', move);
      felt.removeEventListener('pointerup', up);
      felt.removeEventListener('pointercancel', up);
      felt.removeEventListener('click', click);
    },
  };
}
