/**
 * The signs of the account page: paths of SVGs, 24 units square, drawn as lines.
 *
 * @module
 */

/** A phone. */
export const PHONE: string =
  "M8.5 2.75h7a1.75 1.75 0 0 1 1.75 1.75v15a1.75 1.75 0 0 1-1.75 1.75h-7a1.75 1.75 0 0 1-1.75-1.75v-15A1.75 1.75 0 0 1 8.5 2.75ZM11 18.25h2";

/** A computer. */
export const COMPUTER: string = "M5.75 5h12.5a1 1 0 0 1 1 1v9.5H4.75V6a1 1 0 0 1 1-1ZM2.5 18.75h19";

/** A card with a name. */
export const CARD: string =
  "M4.75 5.25h14.5a1.5 1.5 0 0 1 1.5 1.5v10.5a1.5 1.5 0 0 1-1.5 1.5H4.75a1.5 1.5 0 0 1-1.5-1.5V6.75a1.5 1.5 0 0 1 1.5-1.5ZM9 12a1.9 1.9 0 1 0 0-3.8A1.9 1.9 0 0 0 9 12ZM5.9 15.75c.4-1.6 1.6-2.5 3.1-2.5s2.7.9 3.1 2.5M14.75 9.75h3M14.75 13.25h3";

/** A shield. */
export const SHIELD: string =
  "M12 3.25 5.25 6v5.25c0 4.5 2.75 7.75 6.75 9.5 4-1.75 6.75-5 6.75-9.5V6L12 3.25ZM9 12l2.25 2.25L15.25 10";

/** A list of codes. */
export const CODES: string =
  "M6.5 4.25h11a1.5 1.5 0 0 1 1.5 1.5v12.5a1.5 1.5 0 0 1-1.5 1.5h-11a1.5 1.5 0 0 1-1.5-1.5V5.75a1.5 1.5 0 0 1 1.5-1.5ZM8.5 8.75h7M8.5 12h7M8.5 15.25h4";

/** A pen. */
export const PEN: string =
  "M4.75 19.25l.75-4L15.5 5.25a1.75 1.75 0 0 1 2.5 0l.75.75a1.75 1.75 0 0 1 0 2.5L8.75 18.5l-4 .75ZM13.75 7l3.25 3.25";

/** A bin. */
export const BIN: string =
  "M4.75 7h14.5M9.75 7V5.25a1 1 0 0 1 1-1h2.5a1 1 0 0 1 1 1V7M6.75 7l.75 11.25a1.5 1.5 0 0 0 1.5 1.5h6a1.5 1.5 0 0 0 1.5-1.5L17.25 7M10.25 11v5M13.75 11v5";

/** A tick. */
export const TICK: string = "M5 12.75 9.5 17.25 19 7.25";

/** An arrow to the end of a line. */
export const NEXT: string = "m9.5 6 6 6-6 6";

/** An arrow back. */
export const BACK: string = "M19 12H5.5m6-6-6 6 6 6";

/** An arrow down into a tray. */
export const DOWN: string =
  "M12 4v10.5m-4.5-4.5 4.5 4.5 4.5-4.5M4.75 15.5v2.75a1.5 1.5 0 0 0 1.5 1.5h11.5a1.5 1.5 0 0 0 1.5-1.5V15.5";
