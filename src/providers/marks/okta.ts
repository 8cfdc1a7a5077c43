/**
 * The mark of Okta. Written by `deno task marks`.
 *
 * Icon "okta" of simple-icons 16.37.0 (CC0 1.0), from
 * https://www.okta.com/press-room/media-assets/
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#007dc1",
  paths: [
    {
      d: "M12 0C5.389 0 0 5.35 0 12s5.35 12 12 12 12-5.35 12-12S18.611 0 12 0zm0 18c-3.325 0-6-2.675-6-6s2.675-6 6-6 6 2.675 6 6-2.675 6-6 6z",
    },
  ],
};

export default mark;
