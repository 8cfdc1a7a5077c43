/**
 * The mark of MyAnimeList. Written by `deno task marks`.
 *
 * Icon "myanimelist" of simple-icons 16.37.0 (CC0 1.0), from
 * https://myanimelist.net/wrap-up/anime-logo-mobile.svg
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#2e51a2",
  paths: [
    {
      d: "m14.92 6.48c-.82 0-3.68 0-4.95 3.16-.66 1.65-.98 4.81.88 7.88l1.93-1.41s-.76-1.09-1.08-3.19h2.9l.02 3.19h2.6V8.84h-2.58v2.04l-2.46-.02s.42-2.41 2.88-2.34h2.45l-.57-2.04zM0 6.53v9.62h2.35v-5.84l2.03 2.67 2.05-2.66v5.83h2.33V6.53H6.44L4.37 9.47 2.31 6.53zm18.45.02v9.58h5.02l.53-2.04h-3.23V6.55z",
    },
  ],
};

export default mark;
