/**
 * The mark of Naver. Written by `deno task marks`.
 *
 * Icon "naver" of simple-icons 16.37.0 (CC0 1.0), from
 * https://developers.naver.com/docs/login/bi/bi.md
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#03c75a",
  paths: [
    {
      d: "M16.273 12.845 7.376 0H0v24h7.726V11.156L16.624 24H24V0h-7.727v12.845Z",
    },
  ],
};

export default mark;
