/**
 * The mark of Kick. Written by `deno task marks`.
 *
 * Icon "kick" of simple-icons 16.37.0 (CC0 1.0), from
 * https://kick.com
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#53fc19",
  paths: [
    {
      d: "M1.333 0h8v5.333H12V2.667h2.667V0h8v8H20v2.667h-2.667v2.666H20V16h2.667v8h-8v-2.667H12v-2.666H9.333V24h-8Z",
    },
  ],
};

export default mark;
