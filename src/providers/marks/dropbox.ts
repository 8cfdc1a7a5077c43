/**
 * The mark of Dropbox. Written by `deno task marks`.
 *
 * Icon "dropbox" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.dropbox.com/branding
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#0061ff",
  paths: [
    {
      d: "M6 1.807L0 5.629l6 3.822 6.001-3.822L6 1.807zM18 1.807l-6 3.822 6 3.822 6-3.822-6-3.822zM0 13.274l6 3.822 6.001-3.822L6 9.452l-6 3.822zM18 9.452l-6 3.822 6 3.822 6-3.822-6-3.822zM6 18.371l6.001 3.822 6-3.822-6-3.822L6 18.371z",
    },
  ],
};

export default mark;
