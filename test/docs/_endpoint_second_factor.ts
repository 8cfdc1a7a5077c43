/**
 * Requests to the endpoints of second factors.
 *
 * @module
 */

import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { bare, type Drive, type Driven, get, inNew, post } from "./_endpoint_drives.ts";
import { nextCodeIn, turnOnFactor } from "./_endpoint_worlds.ts";

/** Users can have a second factor, and nobody is signed in. */
const inFactors = (drive: Drive) => inNew(drive, { features: [SecondFactor()] });
/** Ada has a second factor, and is signed in. */
const factored = (drive: Drive) => async () => await drive(await turnOnFactor());

/** Requests that succeed, and that fail. */
export const SECOND_FACTOR: Readonly<Record<string, Driven>> = {
  "GET second-factor": {
    succeeds: [factored(get("second-factor"))],
    fails: [inFactors(get("second-factor")), inNew(get("second-factor"))],
  },
  "POST second-factor": {
    succeeds: [factored(async (world) => await world.post("second-factor", { code: nextCodeIn(world) }))],
    fails: [
      factored(post("second-factor", { code: "000000" })),
      factored(bare("second-factor")),
      inNew(post("second-factor")),
    ],
  },
  "GET second-factor-options": {
    succeeds: [factored(get("second-factor-options"))],
    fails: [inFactors(get("second-factor-options")), inNew(get("second-factor-options"))],
  },
  "GET second-factor-setup": {
    succeeds: [
      factored(get("second-factor-setup")),
      factored(({ send }) => send("second-factor-setup", { headers: { accept: "application/json" } })),
    ],
    fails: [inFactors(get("second-factor-setup")), inNew(get("second-factor-setup"))],
  },
  "POST second-factor-setup": {
    succeeds: [
      factored(post("second-factor-setup", { action: "codes" })),
      factored(post("second-factor-setup", { action: "off" })),
    ],
    fails: [
      factored(post("second-factor-setup", { action: "fly" })),
      factored(post("second-factor-setup", { code: "000000" })),
      factored(bare("second-factor-setup")),
      inNew(post("second-factor-setup")),
    ],
  },
};
