/**
 * The mark of Ory. Written by `deno task marks`.
 *
 * Icon "ory" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.ory.com/brand
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#4f46e5",
  paths: [
    {
      d: "M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12m-6-.75V3l6-3 6 3v2.25l-6-3zm12 13.5V21l-6 3-6-3v-2.25l6 3z",
    },
  ],
};

export default mark;
