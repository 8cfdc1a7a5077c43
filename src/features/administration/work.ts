/**
 * What administration does, in one module.
 *
 * @module
 */

export { inRequest, outside } from "./calls.ts";
export { refuseBanned } from "./refuse.ts";
