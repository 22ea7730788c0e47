// Two fingers on a board that one finger draws on: they move the view.

/** Watches the fingers on a board. */
export class TwoFingers {
  /** Where each finger is. @type {Map<number, { x: number, y: number }>} */
  #fingers = new Map();
  #isScrolling = false;
  #room;
  #begun;

  /**
   * @param {HTMLElement} room what is scrolled sideways; the page is scrolled up and down
   * @param {() => void} begun called when the second finger comes
   */
  constructor(room, begun) {
    this.#room = room;
    this.#begun = begun;
  }

  /**
   * Takes a pointer that comes; gives whether it belongs to a movement of the view.
   * @param {PointerEvent} event
   */
  down({ pointerType, pointerId, clientX: x, clientY: y }) {
    if (pointerType !== "touch") return false;
    this.#fingers.set(pointerId, { x, y });
    if (this.#fingers.size < 2) return false;
    if (!this.#isScrolling) this.#begun();
    this.#isScrolling = true;
    return true;
  }

  /**
   * Takes a movement of a pointer; gives whether it belongs to one of the view.
   * @param {PointerEvent} event
   */
  move({ pointerId, clientX: x, clientY: y }) {
    const before = this.#fingers.get(pointerId);
    if (!before || !this.#isScrolling) return false;
    this.#fingers.set(pointerId, { x, y });
    const count = this.#fingers.size;
    this.#room.scrollBy((before.x - x) / count, 0);
    scrollBy(0, (before.y - y) / count);
    return true;
  }

  /**
   * Takes a pointer that leaves; gives whether it belonged to a movement of the view, which lasts until the last one leaves.
   * @param {PointerEvent} event
   */
  up({ pointerId }) {
    this.#fingers.delete(pointerId);
    const wasScrolling = this.#isScrolling;
    if (!this.#fingers.size) this.#isScrolling = false;
    return wasScrolling;
  }
}
