/**
 * Answers of a provider that has broken down, and sign-ins that receive them.
 *
 * Take it with `open()` or `openOAuth()`, for what a provider does by mistake. Attacks are in `oauth_callbacks_test.ts`.
 *
 * @module
 */

import type { Tamper } from "../../src/testing/mod.ts";
import type { World } from "./_world.ts";

/** Signs in while one endpoint answers otherwise. */
export async function signInWhile(world: World, tamper: Tamper) {
  world.idp.tamper = tamper;
  return await world.signIn();
}

/** Answers with JSON. */
export const json = (value: unknown, init?: ResponseInit) => () => Response.json(value, init);

/** Answers with text that claims to be JSON. */
export const text = (body: string, status = 200) => () =>
  new Response(body, { status, headers: { "content-type": "application/json" } });

/** A token response that is complete. */
export const good = { access_token: "t", token_type: "bearer" };
