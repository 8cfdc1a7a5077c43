/**
 * What administration does, in one module.
 *
 * @module
 */

export { inRequest, outside } from "./calls.ts";
export { changeAdmin, showAdmin } from "./lazy_pages.ts";
export { refuseBanned, refuseBannedSince } from "./refuse.ts";
