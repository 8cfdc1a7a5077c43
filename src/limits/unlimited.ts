/**
 * No limits: where nothing can be guessed, as with OAuth alone, or the application wants none.
 *
 * @module
 */

import type { Limits } from "../model/limits.ts";

/** Nothing is limited. */
export const UNLIMITED: Limits = {
  attempt: (_attempted, _incoming, run) => run(),
  forget: () => Promise.resolve(),
  allowsNotice: () => Promise.resolve(true),
  isKnownBrowser: () => Promise.resolve(true),
  knownBrowser: () => Promise.resolve([]),
};
