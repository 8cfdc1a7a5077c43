/**
 * The page after a sign-in.
 *
 * @module
 */

import { credentialsOf } from "./capability.ts";
import { toAddress, toPage } from "../http/urls.ts";
import type { AuthError } from "../errors/errors.ts";
import type { NextPage } from "../setup/next_page.ts";
import type { Setup } from "../setup/setup.ts";
import type { SignIn } from "./sign_in.ts";

/** The end of a sign-in, as far as the next page depends on it. */
type Next = Pick<SignIn, "identity" | "ending" | "applied" | "token">;

/**
 * The page after a sign-in: where the user wanted to go, unless the page about a takeover, for new credentials, for new users or of a
 * capability comes first.
 */
export async function nextPage(next: Next, setup: Setup): Promise<NextPage> {
  const { applied, identity: { outcome }, ending: { incoming, returnTo: callbackUrl, intent } } = next;
  const { isNewUser, removed = [] } = applied;
  const { locales } = intent;
  const params = { callbackUrl };
  if (removed.length) {
    const { redirect, ...after } = await nextPage({ ...next, applied: { ...applied, removed: [] } }, setup);
    const names = { removed: removed.join(","), callbackUrl: redirect };
    return { ...after, redirect: toPage("takenOver", names, incoming, setup, locales) };
  }
  const kept = outcome?.hash === null && await credentialsOf(setup);
  if (kept) {
    const { objection: error = null } = outcome;
    const removed = error === null ? "true" : null;
    return { redirect: toPage(kept.page, { removed, error, ...params }, incoming, setup, locales) };
  }
  const { newUser } = setup.pages;
  if (isNewUser && newUser) return { redirect: toAddress(newUser, params, incoming, locales) };
  return await pageOfCapability(next, setup) ?? { redirect: callbackUrl };
}

/** The page of a capability. The sign-in has succeeded: a page that fails must not take it back. */
async function pageOfCapability(
  { identity, ending, applied: { storedUser }, token }: Next,
  setup: Setup,
): Promise<NextPage | null> {
  try {
    for (const code of token ? setup.capabilities : []) {
      const page = await code.nextPage?.({ ...ending, identity, storedUser }, setup);
      if (page) return page;
    }
  } catch (failed) {
    setup.logger.error(failed as AuthError);
  }
  return null;
}
