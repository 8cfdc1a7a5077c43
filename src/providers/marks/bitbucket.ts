/**
 * The mark of Bitbucket. Written by `deno task marks`.
 *
 * Icon "bitbucket" of simple-icons 16.37.0 (CC0 1.0), from
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
      d: "m.78 1.21a.77.77 0 0 0-.77.9l3.26 19.81c.09.5.52.86 1.03.87h15.65a.77.77 0 0 0 .77-.65l3.27-20.03a.77.77 0 0 0-.77-.89zm13.74 14.32h-5L8.17 8.47h7.56z",
    },
  ],
};

export default mark;
