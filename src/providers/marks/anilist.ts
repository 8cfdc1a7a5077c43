/**
 * The mark of AniList. Written by `deno task marks`.
 *
 * Icon "anilist" of simple-icons 16.37.0 (CC0 1.0), from
 * https://anilist.co
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#02a9ff",
  paths: [
    {
      d: "m24 17.53v2.42c0 .71-.39 1.1-1.1 1.1h-5l-.06-.16-6-17.15c.11-.51.46-.79 1.05-.79h2.43c.71 0 1.1.39 1.1 1.1v12.38h6.48c.71 0 1.1.39 1.1 1.1zM11.03 2.95l6.34 18.1h-4.92l-1.05-3.13H6.02l-1.08 3.13H0l6.36-18.1h4.67zm-.66 10.96L8.68 8.89l-1.54 5.02h3.23z",
    },
  ],
};

export default mark;
