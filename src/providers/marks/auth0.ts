/**
 * The mark of Auth0. Written by `deno task marks`.
 *
 * Icon "auth0" of simple-icons 16.37.0 (CC0 1.0), from
 * https://auth0.com
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#eb5424",
  paths: [
    {
      d: "m21.98 7.45L19.62 0H4.35L2.02 7.45c-1.35 4.31.03 9.2 3.82 12.01L12.01 24l6.15-4.55c3.76-2.81 5.19-7.69 3.82-12.02l-6.16 4.58 2.34 7.45-6.15-4.59-6.16 4.58 2.36-7.44-6.19-4.55 7.63-.04L12.01 0l2.35 7.4 7.62.05z",
    },
  ],
};

export default mark;
