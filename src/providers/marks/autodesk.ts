/**
 * The mark of Autodesk. Written by `deno task marks`.
 *
 * Icon "autodesk" of simple-icons 16.37.0 (CC0 1.0), from
 * https://brand.autodesk.com/brand-system/logo
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m.13 20.2l14.7-9.13h7.62c.24 0 .45.18.45.44 0 .21-.09.31-.21.38l-7.22 4.32c-.47.28-.64.84-.64 1.26l0 2.73H24V4.36a.56.56 0 0 0-.58-.56h-8.76L0 12.89v7.31h.13z",
    },
  ],
};

export default mark;
