/**
 * The mark of ClickUp. Written by `deno task marks`.
 *
 * Icon "clickup" of simple-icons 16.37.0 (CC0 1.0), from
 * https://clickup.com/brand
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#7b68ee",
  paths: [
    {
      d: "m2 18.44l3.69-2.83c1.96 2.56 4.04 3.74 6.36 3.74 2.31 0 4.33-1.17 6.21-3.7L22 18.41C19.3 22.07 15.94 24 12.05 24 8.18 24 4.79 22.08 2 18.44zM12.04 6.15l-6.57 5.66-3.03-3.52L12.06 0l9.54 8.3-3.05 3.51z",
    },
  ],
};

export default mark;
