/**
 * A world with an account page: Ada is signed in, and can add accounts and passkeys. Each browser has a device of its own.
 *
 * Take `openAccount()` for all tests of the page and its endpoints, with each of `STORES` if the database matters.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { AccountData } from "../../src/shapes/account.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { type Authenticator, createAuthenticator } from "./_authenticator.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { toPerson } from "./_passkeys.ts";
import { send } from "./_send.ts";
import { APP, oauth2 } from "./_world.ts";

/** `User-Agent` headers. */
export const AGENTS = {
  firefox: "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0",
  safari:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1",
} as const;

// Node has it since version 22.
const sqlite = await import("node:sqlite").catch(() => null);

/** Databases in which everything has to work. */
export const STORES: Readonly<Record<string, () => Promise<Adapter>>> = {
  "in memory": () => Promise.resolve(Memory()),
  ...(sqlite && {
    "in SQLite": async () => {
      const adapter = Sqlite(new sqlite.DatabaseSync(":memory:"));
      await adapter.migrate();
      return adapter;
    },
  }),
};

/** A world with an account page. */
export interface AccountWorld extends DatabaseWorld {
  /** The `User-Agent` that browsers send from now on. */
  agent: string;
  /** What `GET account-data` answers. */
  data(browser?: Browser): Promise<AccountData>;
  /** Posts a change. @returns Status, and the query of the URL that it leads to. */
  change(fields: Record<string, string>, browser?: Browser): Promise<Answer>;
  /** Signs Ada in in another browser, at `idp`. */
  elsewhere(): Promise<Browser>;
  /** Adds an account at `other`, of this user of the provider. */
  addOther(sub?: string): Promise<void>;
  /** Adds a passkey. @returns Its authenticator. */
  addPasskey(transports?: readonly string[]): Promise<Authenticator>;
}

/** The answer to a change. */
export interface Answer {
  readonly status: number;
  /** Where it leads; empty if nowhere. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Opens a world in which Ada is signed in at `idp`. */
export async function openAccount(options: DatabaseOptions = {}): Promise<AccountWorld> {
  const base = openDatabase({
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
    ...options,
    adapter: options.adapter ?? Memory(),
  });
  const { platform, browser, idp } = base;
  const world: AccountWorld = {
    ...base,
    agent: AGENTS.firefox,
    async data(visitor = browser) {
      const response = await visitor.fetch(`${APP}/auth/account-data`);
      assert.equal(response.status, 200, base.log());
      return await response.json();
    },
    async change(fields, visitor = browser) {
      const { status, headers } = await send(visitor, "account", fields);
      const location = headers.get("location");
      if (location === null) return { status, path: "", params: {} };
      const { pathname, searchParams } = new URL(location);
      // What was changed: the page shows its name.
      searchParams.delete("of");
      return { status, path: pathname, params: Object.fromEntries(searchParams) };
    },
    async elsewhere() {
      const other = base.visitor();
      idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      await (await other.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
      return other;
    },
    async addOther(sub = "ada-other") {
      idp.login({ sub, name: "Ada King", email: `${sub}@other.example` });
      await base.signIn({ provider: "other", link: true });
    },
    async addPasskey(transports = ["internal", "hybrid"]) {
      const authenticator = createAuthenticator(APP);
      const asked = await browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register`);
      const { options } = await asked.json();
      const answer = await authenticator.create(options, { transports });
      const fields = { action: "register", data: JSON.stringify(answer), link: "true" };
      const { headers } = await base.post("callback/passkey", fields);
      assert.doesNotMatch(headers.get("location")!, /error/, base.log());
      return authenticator;
    },
  };
  const app = platform.sites[APP]!;
  platform.sites[APP] = (request) => {
    const headers = new Headers(request.headers);
    headers.set("user-agent", world.agent);
    return app(new Request(request, { headers }));
  };
  await world.signIn();
  return world;
}

/** The answer to a change that was made. */
export const DONE = (done: string): Answer => ({ status: 303, path: "/auth/account", params: { done } });

/** The answer to a change that was not made. */
export const REFUSED = (error: string): Answer => ({ status: 303, path: "/auth/account", params: { error } });

/** Signs in with a passkey. */
export async function enterWith(authenticator: Authenticator, browser: Browser): Promise<Response> {
  const { ask, answer } = toPerson(browser, "passkey");
  return await answer(
    "authenticate",
    await authenticator.get((await ask({ action: "authenticate" })).options),
  );
}

/** Gives the user a password of the application. @returns The user's id. */
export async function linkPassword({ db }: AccountWorld): Promise<string> {
  const [{ id: userId } = { id: "" }] = await db.users();
  const account = { userId, type: "credentials", provider: "password", providerAccountId: userId } as const;
  await db.adapter.linkAccount(account);
  return userId;
}
