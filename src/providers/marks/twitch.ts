/**
 * The mark of Twitch. Written by `deno task marks`.
 *
 * Icon "twitch" of simple-icons 16.37.0 (CC0 1.0), from
 * https://brand.twitch.tv
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#9146ff",
  paths: [
    {
      d: "m11.57 4.71h1.72v5.15h-1.72zm4.72 0H18v5.15h-1.71zM6 0L1.71 4.29v15.42h5.15V24l4.28-4.29h3.43L22.29 12V0zm14.57 11.14l-3.43 3.43h-3.43l-3 3v-3H6.86V1.71h13.71z",
    },
  ],
};

export default mark;
