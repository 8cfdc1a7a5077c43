/**
 * The mark of Strava. Written by `deno task marks`.
 *
 * Icon "strava" of simple-icons 16.37.0 (CC0 1.0), from
 * https://itunes.apple.com/us/app/strava-running-and-cycling-gps/id426826309
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#fc4c02",
  paths: [
    {
      d: "M15.387 17.944l-2.089-4.116h-3.065L15.387 24l5.15-10.172h-3.066m-7.008-5.599l2.836 5.598h4.172L10.463 0l-7 13.828h4.169",
    },
  ],
};

export default mark;
