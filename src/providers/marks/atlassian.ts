/**
 * The mark of Atlassian. Written by `deno task marks`.
 *
 * Icon "atlassian" of simple-icons 16.37.0 (CC0 1.0), from
 * https://atlassian.design/resources/logo-library
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#0052cc",
  paths: [
    {
      d: "m7.12 11.08a.68.68 0 0 0-1.16.13L.08 22.97a.7.7 0 0 0 .63 1.02H8.9a.68.68 0 0 0 .63-.39c1.76-3.65.69-9.2-2.41-12.52zM11.43.39a15.52 15.52 0 0 0-.9 15.31l3.95 7.9a.7.7 0 0 0 .63.39h8.19a.7.7 0 0 0 .63-1.02L12.63.38a.66.66 0 0 0-1.2.01z",
    },
  ],
};

export default mark;
