/**
 * The mark of Authentik. Written by `deno task marks`.
 *
 * Icon "authentik" of simple-icons 16.37.0 (CC0 1.0), from
 * https://github.com/goauthentik/authentik/blob/2c64f72ebc57dad9789c1fb799dd7cd39003d043/web/icons/icon.svg
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#fd4b2d",
  paths: [
    {
      d: "m13.96 9.01h-.84V7.49h-1.23v3.67H5.72c.34.51.54.98.54 1.15 0 .46-1.44 3.06-3.2 3.06-2.26.06-3.8-2.57-2.69-4.51a3.06 3.06 0 0 1 2.69-1.61c1.04 0 1.97.91 2.56 1.75V6.58a3.77 3.77 0 0 1 3.77-3.77h10.84C22.31 2.81 24 4.5 24 6.58v10.84a3.77 3.77 0 0 1-3.77 3.77h-1.6V17.5h-7.64v3.69h-1.6a3.77 3.77 0 0 1-3.77-3.77v-3.41h12.11V7.49h-1.59v.9h-.84v-.9h-1.34v1.52zM4 10.86c-.66-.71-1.57-.55-2.2 0-2.11 2.05 1.33 5.55 3.3 1.44A5.4 5.4 0 0 0 4 10.86z",
    },
  ],
};

export default mark;
