/**
 * The mark of Atlassian. Written by `deno task marks`.
 *
 * Icon "atlassian" of simple-icons 16.37.0 (CC0 1.0), from
 * https://atlassian.design/resources/logo-library
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#0052cc",
  paths: [
    {
      d: "M7.12 11.084a.683.683 0 00-1.16.126L.075 22.974a.703.703 0 00.63 1.018h8.19a.678.678 0 00.63-.39c1.767-3.65.696-9.203-2.406-12.52zM11.434.386a15.515 15.515 0 00-.906 15.317l3.95 7.9a.703.703 0 00.628.388h8.19a.703.703 0 00.63-1.017L12.63.38a.664.664 0 00-1.196.006z",
    },
  ],
};

export default mark;
