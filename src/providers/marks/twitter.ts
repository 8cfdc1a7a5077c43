/**
 * The mark of X. Written by `deno task marks`.
 *
 * Icon "x" of simple-icons 16.37.0 (CC0 1.0), from
 * https://x.com
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m14.23 10.16L22.98 0h-2.07l-7.6 8.82L7.25 0H.26l9.17 13.34L.26 24h2.07l8.02-9.32 6.4 9.32h6.99zm-2.83 3.3l-.93-1.33L3.08 1.56h3.18l5.96 8.53 .93 1.33 7.76 11.09h-3.19z",
    },
  ],
};

export default mark;
