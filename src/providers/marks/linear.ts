/**
 * The mark of Linear. Written by `deno task marks`.
 *
 * Icon "linear" of simple-icons 16.37.0 (CC0 1.0), from
 * https://linear.app
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#5e6ad2",
  paths: [
    {
      d: "m2.89 4.18A11.98 11.98 0 0 1 11.99 0C18.62 0 24 5.38 24 12.01c0 3.64-1.62 6.9-4.18 9.1L2.89 4.18zM1.82 5.63l16.55 16.55c-.52.33-1.07.62-1.65.87L.95 7.28c.25-.58.54-1.13.87-1.65zM.32 9.16l14.52 14.52c-.71.17-1.45.28-2.2.32L0 11.36a12 12 0 0 1 .32-2.2zm-.17 4.87l9.83 9.82a12.02 12.02 0 0 1-9.83-9.82z",
    },
  ],
};

export default mark;
