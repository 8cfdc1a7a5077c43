/**
 * The mark of Roblox. Written by `deno task marks`.
 *
 * Icon "roblox" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.roblox.com
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m18.93 24L0 18.89 5.08 0 24 5.11zm-3.58-13.91l-5.28-1.45-1.42 5.27 5.28 1.45z",
    },
  ],
};

export default mark;
