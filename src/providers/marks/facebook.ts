/**
 * The mark of Facebook. Written by `deno task marks`.
 *
 * Icon "facebook" of simple-icons 16.37.0 (CC0 1.0), from
 * https://about.meta.com/brand/resources/facebook/logo
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#0866ff",
  paths: [
    {
      d: "m9.1 23.69v-7.98H6.63v-3.67H9.1v-1.58c0-4.08 1.85-5.97 5.86-5.97 .4 0 .95.04 1.47.1a8.68 8.68 0 0 1 1.14.19v3.33a8.62 8.62 0 0 0-.65-.04 26.81 26.81 0 0 0-.74-.01c-.71 0-1.26.1-1.67.31a1.69 1.69 0 0 0-.68.62c-.26.42-.38 1-.38 1.76v1.29h3.92l-.38 2.11-.29 1.56h-3.25v8.25C19.4 23.24 24 18.18 24 12.04c0-6.62-5.37-12-12-12s-12 5.38-12 12c0 5.63 3.87 10.35 9.1 11.65z",
    },
  ],
};

export default mark;
