/**
 * The mark of Dropbox. Written by `deno task marks`.
 *
 * Icon "dropbox" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.dropbox.com/branding
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#0061ff",
  paths: [
    {
      d: "m6 1.81L0 5.63l6 3.82 6-3.82-6-3.82zm12 0l-6 3.82 6 3.82 6-3.82-6-3.82zM0 13.27l6 3.83 6-3.83-6-3.82-6 3.82zm18-3.82l-6 3.82 6 3.83 6-3.83-6-3.82zM6 18.37l6 3.82 6-3.82-6-3.82-6 3.82z",
    },
  ],
};

export default mark;
