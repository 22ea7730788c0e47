// A solution that is stepped through where the level is drawn: the film takes the place of the cells until the next stroke.

import { BoardFigure } from "../board/figure.js";
import { h } from "../ui/element.js";

/** @import { Picture } from "../types.js" */

/** The film in place of a drawing. */
export class Walkthrough {
  #drawing;

  /** @param {SVGElement} drawing the cells, beside which the film stands */
  constructor(drawing) {
    this.#drawing = drawing;
    this.figure = new BoardFigure();
    const back = h("button", { type: "button", onclick: () => this.#back() }, "Go on drawing");
    this.element = h("div", { class: "walkthrough" }, this.figure.element, back);
    // A click on the board means the drawing.
    this.figure.board.element.addEventListener("click", () => this.#back());
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#back();
    });
  }

  /** @param {Picture} film */
  show(film) {
    this.#drawing.setAttribute("hidden", "");
    this.#drawing.after(this.element);
    this.figure.show(film, { start: "first" });
  }

  /** Puts the focus on the steps of the film. */
  focus() {
    this.figure.slider.focus();
  }

  /** Shows the cells again. */
  end() {
    this.figure.stop();
    this.element.remove();
    this.#drawing.removeAttribute("hidden");
  }

  #back() {
    this.end();
    const cell = this.#drawing.querySelector('[tabindex="0"]');
    if (cell instanceof SVGElement) cell.focus({ preventScroll: true });
  }
}
