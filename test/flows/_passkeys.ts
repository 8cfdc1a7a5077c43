/**
 * A world with passkeys: an application with a database, a browser with an authenticator.
 *
 * Take `openPasskeys()` for ceremonies that succeed, and `openWithAda()` of `_passkey_attacks.ts` where Ada has a passkey
 * already. An answer that lies comes from the `Lies` of `_authenticator.ts`. The page's own script runs in
 * `test/pages/passkey_script_test.ts` and `test/e2e` only.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { ProviderConfig } from "../../src/model/provider.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import {
  type AnswerJson,
  type Authenticator,
  createAuthenticator,
  type Lies,
  type Options,
} from "./_authenticator.ts";
import { type Browser, testBrowser } from "../../src/testing/mod.ts";
import { APP, open, type World, type WorldOptions } from "./_world.ts";

/** The kinds of ceremonies. */
export type Action = "authenticate" | "register";

/** What `GET webauthn-options` answers. */
export interface Asked {
  readonly action: Action;
  readonly options: Options;
}

/** A user with a browser and an authenticator. */
export interface Person extends Pick<World, "browser" | "post" | "session"> {
  readonly authenticator: Authenticator;
  /** `GET webauthn-options`. */
  options(query?: Record<string, string>, provider?: string): Promise<Response>;
  /** The same, read. */
  ask(query?: Record<string, string>, provider?: string): Promise<Asked>;
  /** Posts an answer. @param more Further fields, and `provider`. */
  answer(action: string, data: AnswerJson | string, more?: Record<string, string>): Promise<Response>;
  /** Signs up, or adds a passkey for the user who is signed in. */
  register(query?: Record<string, string>, lies?: Lies): Promise<Response>;
  /** Signs in. */
  authenticate(query?: Record<string, string>, lies?: Lies): Promise<Response>;
  /** Signs out. */
  signOut(): Promise<Response>;
}

/** Everything a test of passkeys looks at. */
export interface PasskeyWorld extends World, Person {
  readonly adapter: Required<Adapter>;
  /** Another user. */
  another(): Person;
}

/** Ada, who is nobody yet. */
export const ADA = { email: "ada@example.com" };

/** Opens a world whose one provider is `Passkey()`, unless `providers` says otherwise. */
export function openPasskeys(
  { adapter = Memory(), providers = [Passkey()], ...config }: Omit<WorldOptions, "providers" | "adapter"> & {
    readonly adapter?: Required<Adapter>;
    readonly providers?: readonly ProviderConfig[];
  } = {},
): PasskeyWorld {
  const isExperimental = providers.some((each) => each.type === "webauthn" && !each.discoverable);
  const world = open({
    ...(isExperimental ? { experimental: { enableWebAuthn: true } } : {}),
    ...config,
    adapter,
    providers: () => providers,
  });
  const { sites, now } = world.platform;
  const first = providers[0]!.id;
  return {
    ...world,
    ...toPerson(world.browser, first),
    adapter,
    another: () => toPerson(testBrowser(sites, { now }), first),
  };
}

/** The cookies of challenges that a browser holds. */
export function challengesOf({ browser }: Pick<Person, "browser">) {
  return browser.cookies(APP).filter(({ name }) => name.includes("latchkey.challenge."));
}

/** A user with a browser. @param first Id of the provider that `options`, `ask` and `answer` use by default. */
export function toPerson(browser: Browser, first: string): Person {
  const authenticator = createAuthenticator(APP);
  const person: Person = {
    browser,
    authenticator,
    session: async () => (await browser.fetch(`${APP}/auth/session`)).json(),
    async post(path, data = {}) {
      const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
      const body = new URLSearchParams({ csrfToken, ...data as Record<string, string> });
      return await browser.fetch(`${APP}/auth/${path}`, { method: "POST", redirect: "manual", body });
    },
    options: (query = {}, provider = first) =>
      browser.fetch(`${APP}/auth/webauthn-options/${provider}?${new URLSearchParams(query)}`),
    async ask(query, provider) {
      const response = await person.options(query, provider);
      assert.equal(response.status, 200, await response.clone().text());
      return await response.json();
    },
    answer: (action, data, { provider = first, ...more } = {}) =>
      person.post(`callback/${provider}`, {
        action,
        data: typeof data === "string" ? data : JSON.stringify(data),
        callbackUrl: "/home",
        ...more,
      }),
    async register(query = ADA, lies = {}) {
      const { options } = await person.ask({ action: "register", ...query });
      return await person.answer("register", await authenticator.create(options, lies));
    },
    async authenticate(query = {}, lies = {}) {
      const { options } = await person.ask({ action: "authenticate", ...query });
      return await person.answer("authenticate", await authenticator.get(options, lies));
    },
    signOut: () => person.post("signout"),
  };
  return person;
}
