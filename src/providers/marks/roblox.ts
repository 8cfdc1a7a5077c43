/**
 * The mark of Roblox. Written by `deno task marks`.
 *
 * Icon "roblox" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.roblox.com
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "M18.926 23.998 0 18.892 5.075.002 24 5.108ZM15.348 10.09l-5.282-1.453-1.414 5.273 5.282 1.453z",
    },
  ],
};

export default mark;
