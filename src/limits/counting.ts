/**
 * All code that counts attempts. The first attempt loads it.
 *
 * @module
 */

export { askApplication, attempterOf, namingOf, ownAccount, shownOf } from "./attempter.ts";
export { countNotice, forgetCounted, runCounted } from "./count.ts";
export { countersOf, ownerOf } from "./counters.ts";
export { inGeneration, knows, readBrowser, withUser } from "./known_browser.ts";
