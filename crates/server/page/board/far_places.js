// The places of a board to which a click leads by several moves, and those whose pieces can be taken elsewhere.

/** @import { NamedPlace, Position } from "../types.js" */

/** What is known of the places of a position. */
export class FarPlaces {
  #places;
  #to;
  #carried;

  /**
   * @param {Position["ways"]} ways nothing where the family reads no names of places
   * @param {NamedPlace[]} places of the board
   */
  constructor(ways, places) {
    this.#places = new Map(ways ? places.map((place) => [String(place.at), place]) : []);
    this.#to = new Set(ways?.to);
    this.#carried = new Set(ways?.carried);
  }

  /**
   * The place with this centre; nothing where it means nothing.
   * @param {string} centre
   */
  at(centre) {
    return this.#places.get(centre);
  }

  /** @param {NamedPlace} place */
  isReached(place) {
    return this.#to.has(place.name);
  }

  /** @param {NamedPlace} place */
  isCarried(place) {
    return this.#carried.has(place.name);
  }
}
