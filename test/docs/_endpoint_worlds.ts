/**
 * Worlds in which the endpoints of `docs/concepts/endpoints.md` are sent.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import { type DatabaseOptions, openDatabase, PASSWORD, storeUser } from "../flows/_database.ts";
import { APP } from "../flows/_world.ts";

/** A world with each type of provider, and requests that do not follow redirects. */
export function openAll(config: DatabaseOptions = {}) {
  const world = openDatabase({ more: () => [Passkey()], ...config });
  const send = (path: string, init: RequestInit = {}, browser = world.browser) =>
    browser.fetch(new URL(path, `${APP}/auth/`).href, { redirect: "manual", ...init });
  return {
    ...world,
    send,
    /** Posts without a token. */
    postBare: (path: string) =>
      send(path, { method: "POST", body: new URLSearchParams({ email: "a@b.test" }) }),
    /** Makes all calls of the database fail from now on. */
    breakDatabase() {
      world.db.calls.length = 0;
      world.db.fault = { call: 0, moment: "before", lasting: true };
    },
  };
}

/** Such a world. */
export type All = ReturnType<typeof openAll>;

/** The same, where Ada is signed in. */
export async function signedIn(config: DatabaseOptions = {}): Promise<All> {
  const world = openAll(config);
  await storeUser(world);
  await world.post("callback/password", { password: PASSWORD });
  return world;
}

/** A world in which a page asks whether to add an account. */
export async function asked(config: DatabaseOptions = {}): Promise<All> {
  const world = await signedIn(config);
  await world.send(await callbackUrl(world));
  assert.ok(world.browser.cookies(APP).some(({ name }) => name === "__Host-latchkey.link"));
  return world;
}

/** Begins a sign-in with OAuth, and returns the callback that the provider sends the browser to. */
export async function callbackUrl({ post, browser }: All): Promise<string> {
  const begun = await post("signin/idp");
  const answer = await browser.fetch(begun.headers.get("location")!, { redirect: "manual" });
  return answer.headers.get("location")!;
}

/** Puts the question for a password from before: Ada has proven her address. */
export async function putQuestion(world: All): Promise<All> {
  const { adapter } = world.db;
  await storeUser(world);
  const row = { userId: "1", generation: 0, passwordIsProven: false, passwordSetAt: null };
  await adapter.setSecurity({ ...row, passwordHash: "$unknown$1" }, null);
  await world.post("signin/email", { email: "ada@example.com" });
  await world.send(world.mails[0]!.url);
  return world;
}

/** The answer that the user has never chosen a password. */
export async function answerIn({ send }: All): Promise<Record<string, string>> {
  const html = await (await send("keep-password")).text();
  return { choice: "never", question: /name="question" value="([^"]+)"/.exec(html)![1]! };
}
