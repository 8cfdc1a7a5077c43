/**
 * The mark of FACEIT. Written by `deno task marks`.
 *
 * Icon "faceit" of simple-icons 16.37.0 (CC0 1.0), from
 * https://corporate.faceit.com/branding/
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#ff5500",
  paths: [
    {
      d: "m24 2.71a.17.17 0 0 0-.31-.1 1141.27 1141.27 0 0 0-6.06 9.37H.22c-.22 0-.3.28-.11.35 7.23 2.73 17.67 6.84 23.5 9.14 .15.06.39-.08.39-.18z",
    },
  ],
};

export default mark;
