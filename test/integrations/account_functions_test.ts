/**
 * The functions of the account page in the application's own code: its data, and its changes, in each integration but Next.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthError } from "../../mod.ts";
import { SessionRequired } from "../../src/entries/errors.ts";
import { AccountPage } from "../../src/entries/account_page.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashToken } from "../../src/model/stored_token.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { chosen } from "../_short.ts";
import { config as base } from "./_application.ts";
import { DOORS, type RouteAnswer } from "./_doors.ts";

const adapter = Memory();

const config = {
  ...base,
  adapter,
  session: { strategy: "database" },
  features: [AccountPage(), UserProfile(), DataExport()],
  callbacks: {},
} as const;

/** `/read` answers the data, `/change?<field>=<value>` makes a change. */
async function route(path: string, auth: RequestAuth<typeof config>): Promise<RouteAnswer> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  try {
    const { action = "", ...fields } = Object.fromEntries(searchParams);
    return {
      body: pathname === "/read"
        ? await auth.accountPage.read()
        : { url: await auth.accountPage.change({ action, ...fields }) },
    };
  } catch (error) {
    // Some throw what their framework answers.
    if (!(error instanceof AuthError) || error instanceof SessionRequired) throw error;
    return { body: { failure: error.type, message: error.message } };
  }
}

for (const name of chosen(Object.keys(DOORS))) {
  test(`The account of the user is read and changed by functions on ${name}`, async () => {
    await using server = await DOORS[name]!(config, route);
    const { id: userId } = await adapter.createUser({
      id: name,
      name: "Ada",
      email: null,
      emailVerified: null,
    });
    const expires = new Date(Date.now() + 3_600_000);
    const began = { userId, expires, createdAt: new Date(), usedAt: new Date() };
    const tokens = ["here", "elsewhere"].map((place) => `${place}-${name.replaceAll(" ", "-")}`);
    for (const token of tokens) {
      await adapter.createSession({
        ...began,
        sessionToken: await hashToken(token),
        device: "Firefox on Linux",
      });
    }
    const headers = { origin: server.url, cookie: `latchkey.session-token=${tokens[0]}` };
    const ask = async (path: string, init: RequestInit = {}) =>
      await (await fetch(`${server.url}/${path}`, { headers, ...init })).json();
    const change = (fields: Record<string, string>, more: RequestInit = {}) =>
      ask(`change?${new URLSearchParams(fields)}`, { method: "POST", ...more });
    const data = await ask("read");
    assert.ok(data.user, JSON.stringify(data));
    assert.deepEqual([data.user.name, data.sessions.length, data.profile.name], ["Ada", 2, "Ada"]);
    const other = data.sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const { url } = await change({ action: "sign-out", id: other.id, redirectTo: "/me" });
    assert.equal(url.replace(server.url, ""), "/me?done=signed-out");
    assert.equal((await ask("read")).sessions.length, 1);
    const renamed = await change({ action: "change-profile", name: "Ada King", redirectTo: "/me" });
    assert.match(renamed.url, /\/me\?done=profile-saved/);
    assert.equal((await adapter.getUser(userId))?.name, "Ada King");
    const refused = await change({ action: "sign-out", id: "x", redirectTo: "/me" });
    assert.match(refused.url, /\/me\?error=NotFound/);
    const unknown = await change({ action: "nothing" });
    assert.match(
      unknown.message,
      /Cannot finish what was asked for: Unknown action\. Write change-profile, /,
    );
    const file = await change({ action: "download-data" });
    assert.match(file.message, /Cannot return a file: let a form of the page post to the endpoint `account`/);
    const foreign = await change({ action: "sign-out-others" }, {
      headers: { ...headers, origin: "https://evil.example" },
    });
    assert.equal(foreign.failure, "MissingCSRF");
    // These throw what their framework answers.
    const stranger = await fetch(`${server.url}/read`, { redirect: "manual" });
    assert.doesNotMatch(await stranger.text(), /sessions|Ada/);
    const { url: signIn } = await change({ action: "sign-out-others", redirectTo: "/me" }, {
      headers: { origin: server.url },
    });
    assert.match(signIn, /\/auth\/signin\?/);
  });
}
