/**
 * A thief at a browser with an old session: they sign in with an identity of their own, and add it to the user if they
 * can. A recipe that asks for a recent sign-in must not be satisfied by that.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, FakeProvider, Page } from "../../src/testing/mod.ts";
import { APP, type Recipe } from "./_recipe.ts";

/** Signs in with an identity of the thief. `fields` are added to the form. Returns the page at the end. */
type ComeBack = (fields: Readonly<Record<string, string>>) => Promise<Page>;

/** Signs in with the thief's own account at a provider. */
export function byProvider(
  recipe: Recipe,
  browser: Browser,
  { id, provider }: { readonly id: string; readonly provider: FakeProvider },
): ComeBack {
  return async (fields) => {
    provider.login({ sub: "mallory", name: "Mallory", email: "mallory@evil.example" });
    const { headers } = await recipe.post(browser, `signin/${id}`, { callbackUrl: "/", ...fields });
    return await browser.open(headers.get("location")!);
  };
}

/** Tries to add the thief's identity, and says "yes" to each question. */
export async function addOwnIdentity(recipe: Recipe, browser: Browser, comeBack: ComeBack): Promise<void> {
  for (const fields of [{}, { link: "true" }, {}] as readonly Record<string, string>[]) {
    await comeBack(fields);
    const { headers } = await recipe.post(browser, "link", { choice: "link" });
    const { pathname, searchParams } = new URL(headers.get("location")!, APP);
    assert.deepEqual([pathname, searchParams.get("error")], [`${recipe.basePath}/signin`, "SessionNotFresh"]);
  }
}
