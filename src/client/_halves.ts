/**
 * The halves of capabilities in a browser: a row for each.
 *
 * @module
 */

import { loadedLater } from "./_half.ts";
import type { SignInContext } from "./_sign_in.ts";
import type { ClientHalves } from "./types.ts";

/** Creates the functions of all halves, under their names. */
export function createHalves(context: SignInContext): ClientHalves {
  return {
    password: loadedLater(
      ["signUp", "forgot", "reset", "keep", "change"],
      async (own) => (await import("./_password.ts")).createPasswordClient(own),
      context,
    ),
    secondFactor: loadedLater(
      ["prove", "disown", "setUp", "start"],
      async (own) => (await import("./_second_factor.ts")).createSecondFactorClient(own),
      context,
    ),
  };
}
