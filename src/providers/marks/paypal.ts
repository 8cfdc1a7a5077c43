/**
 * The mark of PayPal. Written by `deno task marks`.
 *
 * Icon "paypal" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.paypal.com/us
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#002991",
  paths: [
    {
      d: "m15.61 4.65H8.94l-2.29 14.6H1.82L4.86 0h8c3.75 0 6.37 2.29 6.47 5.51-.65-.47-2.11-.86-3.72-.86m6.57 5.55c0 3.41-3.01 6.85-6.96 6.85h-2.49L11.6 24H6.74l1.85-11.54h3.59c4.21 0 7.34-3.63 7.15-6.95a5.24 5.24 0 0 1 2.85 4.69M9.65 5.55h6.41c.91 0 1.94.22 2.36.54-.19 2.74-2.65 5.48-6.44 5.48H8.71z",
    },
  ],
};

export default mark;
