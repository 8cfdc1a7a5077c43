/**
 * The mark of Strava. Written by `deno task marks`.
 *
 * Icon "strava" of simple-icons 16.37.0 (CC0 1.0), from
 * https://itunes.apple.com/us/app/strava-running-and-cycling-gps/id426826309
 *
 * @module
 */

import type { Mark } from "../types.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#fc4c02",
  paths: [
    {
      d: "m15.39 17.94l-2.09-4.11h-3.07L15.39 24l5.15-10.17h-3.07m-7.01-5.6l2.84 5.6h4.17L10.46 0l-7 13.83h4.17",
    },
  ],
};

export default mark;
