/**
 * The mark of start.gg. Written by `deno task marks`.
 *
 * Icon "startdotgg" of simple-icons 16.37.0 (CC0 1.0), from
 * https://help.start.gg/en/articles/1716774-start-gg-brand-guidelines
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#2e75ba",
  paths: [
    {
      d: "m6 0a6 6 0 0 0-6 6v5.25a.75.75 0 0 0 .75.75h4.5a.75.75 0 0 0 .75-.75v-4.5c0-.42.34-.75.75-.75h16.5a.75.75 0 0 0 .74-.75V.75a.74.74 0 0 0-.74-.75zm12.75 12a.75.75 0 0 0-.75.75v4.5a.75.75 0 0 1-.75.75H.75a.75.75 0 0 0-.75.75v4.5a.75.75 0 0 0 .75.75H18a6 6 0 0 0 6-6v-5.25a.75.75 0 0 0-.75-.75z",
    },
  ],
};

export default mark;
