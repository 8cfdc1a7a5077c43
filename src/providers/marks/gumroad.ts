/**
 * The mark of Gumroad. Written by `deno task marks`.
 *
 * Icon "gumroad" of simple-icons 16.37.0 (CC0 1.0), from
 * https://gumroad.com
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#ff90e8",
  paths: [
    {
      d: "m12 0A12 12 0 0 0 0 12a12 12 0 0 0 12 12 12 12 0 0 0 12-12A12 12 0 0 0 12 0zm-.01 5.12c4.48 0 6 3.03 6.07 4.74h-3.24c-.07-.96-.9-2.4-2.9-2.4-2.13 0-3.51 1.86-3.51 4.12 0 2.27 1.38 4.13 3.51 4.13 1.93 0 2.76-1.51 3.11-3.03h-3.11v-1.23h6.51v6.32h-2.85v-3.99c-.21 1.45-1.11 4.27-4.62 4.27-3.52 0-5.58-2.82-5.58-6.33 0-3.64 2.27-6.6 6.61-6.6z",
    },
  ],
};

export default mark;
