/**
 * The mark of Intuit. Written by `deno task marks`.
 *
 * Icon "intuit" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.intuit.com
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#236cff",
  paths: [
    {
      d: "m12.32 12.38c0 1.17.97 2.03 2.21 2.03 1.24 0 2.21-.86 2.21-2.03v-2.7h-1.19v2.56c0 .63-.44 1.06-1.02 1.06s-1.02-.42-1.02-1.06V9.68h-1.2l.01 2.7zm7.62-1.62h1.43v3.56h1.2v-3.56H24V9.68h-4.06v1.08zm-.77-1.08h-1.2v4.65h1.2V9.68zM7.48 10.76h1.43v3.56h1.2v-3.56h1.43V9.68H7.48v1.08zM1.2 9.68H0v4.65h1.2V9.68zm5.65 1.94c0-1.17-.97-2.03-2.21-2.03-1.24 0-2.21.86-2.21 2.03v2.71h1.19v-2.57c0-.63.44-1.06 1.02-1.06s1.02.43 1.02 1.06v2.57h1.2l-.01-2.71h0z",
    },
  ],
};

export default mark;
