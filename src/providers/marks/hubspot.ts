/**
 * The mark of HubSpot. Written by `deno task marks`.
 *
 * Icon "hubspot" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.hubspot.com/style-guide
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#ff7a59",
  paths: [
    {
      d: "m18.16 7.93V5.08a2.2 2.2 0 0 0 1.27-1.97v-.07A2.2 2.2 0 0 0 17.24.85h-.07a2.2 2.2 0 0 0-2.19 2.19v.07a2.2 2.2 0 0 0 1.25 1.97l.01 0v2.86a6.22 6.22 0 0 0-2.97 1.31l.02-.01-7.83-6.1A2.5 2.5 0 1 0 4.3 4.66l-.01 0 7.7 5.99a6.18 6.18 0 0 0-1.04 3.45c0 1.34.42 2.59 1.14 3.61l-.01-.02-2.34 2.34a1.97 1.97 0 0 0-.58-.1h0a2.03 2.03 0 1 0 2.03 2.04 1.98 1.98 0 0 0-.1-.6l.01.02 2.31-2.32a6.25 6.25 0 1 0 4.78-11.13l-.03-.01zm-.96 9.38a3.21 3.21 0 1 1 3.22-3.21v0a3.21 3.21 0 0 1-3.21 3.21z",
    },
  ],
};

export default mark;
