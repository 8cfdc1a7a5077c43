/**
 * The mark of FACEIT. Written by `deno task marks`.
 *
 * Icon "faceit" of simple-icons 16.37.0 (CC0 1.0), from
 * https://corporate.faceit.com/branding/
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#ff5500",
  paths: [
    {
      d: "M23.999 2.705a.167.167 0 00-.312-.1 1141.27 1141.27 0 00-6.053 9.375H.218c-.221 0-.301.282-.11.352 7.227 2.73 17.667 6.836 23.5 9.134.15.06.39-.08.39-.18z",
    },
  ],
};

export default mark;
