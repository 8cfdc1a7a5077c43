/**
 * The mark of Naver. Written by `deno task marks`.
 *
 * Icon "naver" of simple-icons 16.37.0 (CC0 1.0), from
 * https://developers.naver.com/docs/login/bi/bi.md
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#03c75a",
  paths: [
    {
      d: "m16.27 12.85L7.38 0H0v24h7.73V11.16L16.62 24H24V0h-7.73v12.85z",
    },
  ],
};

export default mark;
