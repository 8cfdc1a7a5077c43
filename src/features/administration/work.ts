/**
 * What administration does, in one module.
 *
 * @module
 */

export { stopAtSignOut } from "./acting.ts";
export { showActing, stopByForm } from "./acting_page.ts";
export { withActing } from "./acting_session.ts";
export { inRequest, outside } from "./calls.ts";
export { changeAdmin, showAdmin } from "./lazy_pages.ts";
export { refuseBanned, refuseBannedSince } from "./refuse.ts";
