/**
 * The mark of Vercel. Written by `deno task marks`.
 *
 * Icon "vercel" of simple-icons 16.37.0 (CC0 1.0), from
 * https://vercel.com/geist/brands
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m12 1.608 12 20.784H0Z",
    },
  ],
};

export default mark;
