/**
 * The mark of GitLab. Written by `deno task marks`.
 *
 * Icon "gitlab" of simple-icons 16.37.0 (CC0 1.0), from
 * https://about.gitlab.com/press/press-kit/
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#fc6d26",
  paths: [
    {
      d: "m23.6 9.59l-.03-.08L20.3.98a.85.85 0 0 0-.34-.4 .87.87 0 0 0-1 .05 .87.87 0 0 0-.29.44l-2.2 6.75H7.54L5.33 1.07a.86.86 0 0 0-.29-.44 .87.87 0 0 0-1-.05 .86.86 0 0 0-.33.4L.43 9.5l-.03.09a6.07 6.07 0 0 0 2.01 7.01l.01.01 .03.02 4.98 3.72 2.46 1.87 1.5 1.13a1.01 1.01 0 0 0 1.22 0l1.5-1.13 2.46-1.87 5.01-3.74 .01-.01a6.07 6.07 0 0 0 2.01-7.01z",
    },
  ],
};

export default mark;
