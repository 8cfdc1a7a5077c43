/**
 * The mark of 42. Written by `deno task marks`.
 *
 * Icon "42" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.42network.org
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m19.58 16.85H24v-4.44zM24 3.57h-4.42v4.42l-4.42 4.42v4.44h4.42v-4.44L24 7.99zm-4.42 0h-4.42v4.42zm-6.32 8.84H4.42l8.84-8.84H8.84L0 12.41v3.6h8.84v4.42h4.42z",
    },
  ],
};

export default mark;
