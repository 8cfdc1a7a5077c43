/**
 * The mark of Autodesk. Written by `deno task marks`.
 *
 * Icon "autodesk" of simple-icons 16.37.0 (CC0 1.0), from
 * https://brand.autodesk.com/brand-system/logo
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#000000",
  paths: [
    {
      d: "m.129 20.202 14.7-9.136h7.625c.235 0 .445.188.445.445 0 .21-.092.305-.21.375l-7.222 4.323c-.47.283-.633.845-.633 1.265l-.008 2.725H24V4.362a.561.561 0 0 0-.585-.562h-8.752L0 12.893V20.2h.129z",
    },
  ],
};

export default mark;
