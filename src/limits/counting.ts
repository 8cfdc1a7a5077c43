/**
 * What counts attempts, in one module: the first attempt needs all of it.
 *
 * @module
 */

export { clientAddressOf } from "./address.ts";
export * from "./count.ts";
export { countersOf, ownerOf } from "./counters.ts";
export * from "./known_browser.ts";
