/**
 * The mark of Wikimedia Foundation. Written by `deno task marks`.
 *
 * Icon "wikimediafoundation" of simple-icons 16.37.0 (CC0 1.0), from
 * https://foundation.wikimedia.org/wiki/File:Wikimedia-logo_black.svg
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m20.07 3.13C22.49 5.32 24 8.49 24 12c0 6.62-5.38 12-12 12S0 18.62 0 12c0-3.51 1.51-6.68 3.93-8.87l2.26 2.26C4.36 7.01 3.2 9.37 3.2 12c0 4.86 3.94 8.8 8.8 8.8s8.8-3.94 8.8-8.8c0-2.63-1.16-4.99-2.99-6.61zm-3.39 3.4C18.22 7.85 19.2 9.81 19.2 12c0 3.7-2.8 6.76-6.4 7.16V10.4zM11.2 19.16c-3.6-.4-6.4-3.46-6.4-7.16 0-2.19.98-4.15 2.52-5.47l3.88 3.87zM12 0c2.21 0 4 1.79 4 4s-1.79 4-4 4-4-1.79-4-4 1.79-4 4-4",
    },
  ],
};

export default mark;
