/**
 * The mark of Patreon. Written by `deno task marks`.
 *
 * Icon "patreon" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.patreon.com/brand
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m22.96 7.21c-.01-3.06-2.39-5.58-5.19-6.48-3.48-1.13-8.07-.96-11.39.6-4.02 1.9-5.29 6.06-5.33 10.21-.04 3.41.3 12.4 5.37 12.46 3.76.05 4.32-4.8 6.06-7.14 1.24-1.66 2.84-2.13 4.8-2.62 3.38-.83 5.68-3.5 5.68-7.03z",
    },
  ],
};

export default mark;
