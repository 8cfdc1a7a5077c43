/**
 * All code that counts attempts. The first attempt loads it.
 *
 * @module
 */

export { clientAddressOf } from "./address.ts";
export * from "./count.ts";
export { countersOf, ownerOf } from "./counters.ts";
export * from "./known_browser.ts";
