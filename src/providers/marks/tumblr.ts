/**
 * The mark of Tumblr. Written by `deno task marks`.
 *
 * Icon "tumblr" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.tumblr.com/logo
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#36465d",
  paths: [
    {
      d: "m14.56 24c-5.09 0-7.03-3.76-7.03-6.41V9.75H5.12v-3.1C8.75 5.34 9.63 2.05 9.83.18 9.84.05 9.94 0 10 0h3.52v6.11h4.8v3.64H13.5v7.47c.01 1 .37 2.37 2.2 2.37h.09c.64-.02 1.49-.21 1.94-.42l1.16 3.42c-.44.64-2.4 1.38-4.16 1.41h-.18l.01 0z",
    },
  ],
};

export default mark;
