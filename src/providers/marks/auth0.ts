/**
 * The mark of Auth0. Written by `deno task marks`.
 *
 * Icon "auth0" of simple-icons 16.37.0 (CC0 1.0), from
 * https://auth0.com
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#eb5424",
  paths: [
    {
      d: "M21.98 7.448L19.62 0H4.347L2.02 7.448c-1.352 4.312.03 9.206 3.815 12.015L12.007 24l6.157-4.552c3.755-2.81 5.182-7.688 3.815-12.015l-6.16 4.58 2.343 7.45-6.157-4.597-6.158 4.58 2.358-7.433-6.188-4.55 7.63-.045L12.008 0l2.356 7.404 7.615.044z",
    },
  ],
};

export default mark;
