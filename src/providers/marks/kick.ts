/**
 * The mark of Kick. Written by `deno task marks`.
 *
 * Icon "kick" of simple-icons 16.37.0 (CC0 1.0), from
 * https://kick.com
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#53fc19",
  paths: [
    {
      d: "m1.33 0h8v5.33H12V2.67h2.67V0h8v8H20v2.67h-2.67v2.66H20V16h2.67v8h-8v-2.67H12v-2.66H9.33V24h-8z",
    },
  ],
};

export default mark;
