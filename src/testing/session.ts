/**
 * Sessions for tests that begin signed in, and browsers in which a user has signed in before.
 *
 * @module
 */

import { setupFor } from "../core/answer.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { ALL_CAPABILITIES } from "../core/capabilities.ts";
import { beginSession } from "../core/begin_session.ts";
import { forgetFormer } from "../sign_in/former_user.ts";
import { parseRequest } from "../http/incoming.ts";
import type { CookieOptions, SetCookie } from "../values/cookie.ts";
import type { Aal } from "../values/levels.ts";
import type { Setup } from "../setup/setup.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";

/** How strong and how old the session is. */
export interface TestSessionOptions {
  /** The level: 2 as after a second step. Default 1. */
  readonly aal?: Aal;
  /** How long ago the user has signed in, in seconds. Default 0. */
  readonly age?: number;
}

/** A cookie, as `context.addCookies()` of Playwright takes it. */
export interface TestCookie {
  /** The name. */
  readonly name: string;
  /** The value. */
  readonly value: string;
  /** The address of the application; absent with `domain`. */
  readonly url?: string;
  /** The `domain` of the cookie in the config, whose subdomains have the session, too; else absent. */
  readonly domain?: string;
  /** The path, beside `domain`. */
  readonly path?: string;
  /** Always `true`. */
  readonly httpOnly: boolean;
  /** Whether it is sent over https only. */
  readonly secure: boolean;
  /** Always `Lax`. */
  readonly sameSite: "Lax";
}

/**
 * Begins a session as a sign-in does, without one, with the strategy, the callbacks and the database of a config. With an
 * adapter, the user is the one with this id or address, as they are stored; if there is none, one is stored with the fields of
 * `user`, those of the application too, and with an address that counts as verified.
 *
 * @param user The user. Without a database, `id` is what `session.user.id` will be. Default of `id`: `"1"`, or a new one. Default
 * of `emailVerified`: now, if there is an address.
 * @param config The config of the application under test, with its `secret` and `url`: call `setEnvDefaults` first.
 * @returns The cookies of the session.
 * @throws {TypeError} if the config has no `url`, or a callback of it refuses the session.
 * @throws {ConfigError} if the config is invalid.
 * @throws {AdapterError} if the database fails.
 *
 * @example
 * ```ts
 * import { testSession } from "@latchkey/auth/testing";
 *
 * const config = { providers: [], secret: "a secret for tests, of 32 characters or more", url: "http://localhost:8000" };
 * const [cookie] = await testSession({ id: "1", name: "Grace" }, config, { aal: 2 });
 * console.log(cookie?.name); // latchkey.session-token
 * ```
 */
export async function testSession(
  user: Partial<AdapterUser>,
  config: AuthConfig,
  { aal = 1, age = 0 }: TestSessionOptions = {},
): Promise<readonly TestCookie[]> {
  const { url, setup } = setupIn(config);
  const storedUser = await findOrCreate(user, setup);
  const id = storedUser?.id ?? user.id ?? "1";
  const signedInAt = setup.platform.now() - age * 1000;
  const cookies = await beginSession(
    { user: storedUser ?? { ...user, id }, storedUser, aal, signedInAt },
    setup,
  );
  if (!cookies) throw new TypeError("Cannot begin a session: a callback of the config refuses it");
  return cookies.map((cookie) => toTestCookie(cookie, url));
}

/**
 * Makes a browser known to `Password()`, as one in which the user has signed in before: a right password asks for no mailed code
 * there. A browser with a session of `testSession()` is known without it.
 *
 * @param user The user, as for `testSession()`.
 * @param config The config of the application under test, with its `secret` and `url`: call `setEnvDefaults` first.
 * @returns The cookie of the browser; none with `limits: false`, or without `Password()`, where nobody is asked.
 * @throws {TypeError} if the config has no `url`.
 * @throws {ConfigError} if the config is invalid.
 * @throws {AdapterError} if the database fails.
 *
 * @example
 * ```ts
 * import { Memory } from "@latchkey/auth/adapters/memory";
 * import { Email } from "@latchkey/auth/providers/email";
 * import { Password } from "@latchkey/auth/providers/password";
 * import { testKnownBrowser } from "@latchkey/auth/testing";
 *
 * const config = {
 *   adapter: Memory(),
 *   providers: [Password(), Email({ mails: "both", sendVerificationRequest: ({ code }) => console.log(code) })],
 *   secret: "a secret for tests, of 32 characters or more",
 *   url: "http://localhost:8000",
 * };
 * const [cookie] = await testKnownBrowser({ email: "grace@example.com" }, config);
 * console.log(cookie?.name); // latchkey.browser
 * ```
 */
export async function testKnownBrowser(
  user: Partial<AdapterUser>,
  config: AuthConfig,
): Promise<readonly TestCookie[]> {
  const { url, setup } = setupIn(config);
  const userId = (await findOrCreate(user, setup))?.id ?? user.id ?? "1";
  const generation = await setup.generations?.current(userId, { isExact: true });
  const incoming = await parseRequest(new Request(`${url}${setup.basePath}/session`), setup.basePath, setup);
  const signedIn = { userId, generation: generation ?? 0, accounts: [], provider: "password" };
  const cookies = await setup.limits.knownBrowser(signedIn, incoming);
  return cookies.map((cookie) => toTestCookie(cookie, url));
}

/** The setup of a config for tests. @throws {TypeError} if it has no `url`. */
function setupIn(config: AuthConfig): { readonly url: string; readonly setup: Setup } {
  const { url } = config;
  if (!url) {
    throw new TypeError("Cannot make a cookie for a test: set `url`, or AUTH_URL and call `setEnvDefaults`");
  }
  return { url, setup: setupFor({ url }, config, ALL_CAPABILITIES) };
}

function toTestCookie({ name, value, options }: SetCookie, url: string): TestCookie {
  const { secure = false } = options;
  return { name, value, ...toPlace(options, url), httpOnly: true, secure, sameSite: "Lax" };
}

/** Playwright takes an address, or a domain with a path. It sends a cookie to subdomains only if the domain begins with a dot. */
function toPlace(
  { domain, path = "/" }: CookieOptions,
  url: string,
): Pick<TestCookie, "url" | "domain" | "path"> {
  // Neither localhost nor an address of IP has subdomains.
  if (!domain || !/\..*[a-z]/i.test(domain)) return { url: new URL(url).origin };
  return { domain: `.${domain.replace(/^\./, "")}`, path };
}

async function findOrCreate(user: Partial<AdapterUser>, setup: Setup): Promise<AdapterUser | undefined> {
  const { store } = setup;
  if (!store) return undefined;
  const { id = crypto.randomUUID(), name = null, email = null, image = null } = user;
  const { emailVerified = email === null ? null : new Date() } = user;
  const found = (user.id === undefined ? null : await store.getUser(user.id)) ??
    (email === null ? null : await store.getUserByEmail(email));
  if (found) return found;
  const created = await store.createUser({ ...user, id, name, email, image, emailVerified });
  await forgetFormer(created.id, { ...setup, store });
  return created;
}
