/**
 * What administration does, in one module.
 *
 * @module
 */

export { inRequest, outside } from "./calls.ts";
export { refuseBanned, refuseBannedSince } from "./refuse.ts";
