/**
 * One world for the tests of whole sign-ins: an application, a provider, a browser, and a clock set by hand.
 *
 * Take the smallest world that has what the test needs:
 *
 * - `openPlain()`: one OAuth 2 provider. For sessions, cookies, pages and CSRF.
 * - `open()`: one OpenID provider. For discovery and ID tokens, and for providers of the test's own.
 * - `openOAuth()` of `_oauth.ts`: one OAuth 2 provider with fields of the test's own. `openWatched()` beside it records
 *   what `callbacks.jwt` receives.
 * - `openDatabase()` of `_database.ts`: a database, with a provider, mails and passwords. `asked()` of `_mails.ts`: the
 *   same, after Ada has asked for a mail.
 * - `openPasskeys()` of `_passkeys.ts`: a database in memory, and browsers with an authenticator. `openWithAda()` of
 *   `_passkey_attacks.ts`: the same, after Ada has registered a passkey and signed out.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  Auth,
  type AuthConfig,
  type Awaitable,
  type Callbacks,
  type CommonConfig,
  type ConfigOfAnyStrategy,
  resolveSession,
  type SessionOptions,
} from "../../mod.ts";
import type { ErrorType } from "../../src/entries/errors.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { AccountPage } from "../../src/entries/account_page.ts";
import { withLanguages } from "../../src/config/languages.ts";
import { AdapterError } from "../../src/errors/errors.ts";
import { all } from "../../src/messages/languages.ts";
import type { OAuthConfig, OIDCConfig, ProviderConfig } from "../../src/model/provider.ts";
import {
  type Browser,
  type Endpoint,
  type FakeProvider,
  fakeProvider,
  type FakeProviderOptions,
  type Page,
  testBrowser,
  type TestPlatform,
  testPlatform,
} from "../../src/testing/mod.ts";
import { PasskeyOffer } from "../../src/providers/passkey.ts";
import { questionIn } from "../_link_question.ts";

/** The application. Its own page, `/`, says who is signed in, or that it cannot know at the moment. */
export const APP = "https://app.test";

/** A secret as it should be. */
export const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** Everything a test looks at. */
export interface World {
  readonly platform: TestPlatform;
  readonly idp: FakeProvider;
  readonly browser: Browser;
  readonly config: ConfigOfAnyStrategy;
  /** Starts the sign-in at the built-in page, and follows it to the end. */
  signIn(
    options?: {
      readonly callbackUrl?: string;
      readonly provider?: string;
      /** Adds the account to that of the user who is signed in. */
      readonly link?: true;
    },
  ): Promise<Page>;
  /** What `GET /auth/session` answers in the browser. */
  session<T = { user: Record<string, unknown>; expires: string }>(): Promise<T | null>;
  /** A POST as the application's own scripts send it, with the CSRF token. */
  post(path: string, data?: Record<string, unknown>, init?: { readonly json?: true }): Promise<Response>;
  /** The log, as one text. */
  log(): string;
}

/** Fields of a config, with either strategy. */
export interface WorldConfig extends Partial<CommonConfig> {
  readonly adapter?: Adapter;
  readonly session?: SessionOptions;
  readonly callbacks?: WorldCallbacks;
  /** `false`: without the feature `AccountPage`, which a world has otherwise. */
  readonly account?: false;
  /** Whether passkeys offer themselves after a sign-in. Default: not. */
  readonly offersPasskey?: true;
}

/** What a test wants otherwise. */
export interface WorldOptions extends WorldConfig {
  /** The provider's side. */
  readonly idp?: FakeProviderOptions;
  /** Fields of the one provider `idp`. */
  readonly provider?: Partial<OIDCConfig> | Partial<OAuthConfig>;
}

/** The callbacks of a world. A test knows which strategy it has. */
export interface WorldCallbacks extends Omit<Callbacks, "session"> {
  // deno-lint-ignore no-explicit-any -- one world serves the tests of both strategies
  session?(params: any): Awaitable<object | null>;
}

/** Opens a world with one OpenID provider, `idp`, unless `providers` says otherwise. */
export function open(
  { idp: idpOptions, provider, account, offersPasskey, ...config }: Omit<WorldOptions, "providers"> & {
    readonly providers?: (idp: FakeProvider) => AuthConfig["providers"];
  } = {},
): World {
  const platform = testPlatform();
  // ES256 keys are made much faster than RSA keys.
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256", ...idpOptions });
  const full = Object.freeze({
    secret: SECRET,
    trustHost: true,
    platform,
    // No test here has a connection: `limits_test.ts` asks what happens then.
    limits: { address: () => null },
    ...config,
    features: [...account === false ? [] : [AccountPage()], ...config.features ?? []],
    // As on a server with files.
    languages: withLanguages(config, all),
    providers: (config.providers?.(idp) ?? [oidc(idp, provider)]).map((each) =>
      "type" in each && each.type === "webauthn" && offersPasskey ? { ...each, offer: PasskeyOffer() } : each
    ),
  }) as ConfigOfAnyStrategy;
  platform.sites[idp.origin] = idp.fetch;
  platform.sites[APP] = (request) => app(request, full);
  const browser = testBrowser(platform.sites, { now: platform.now });
  return {
    platform,
    idp,
    browser,
    config: full,
    async signIn({ callbackUrl = "/home", provider = "idp", link } = {}) {
      const query = new URLSearchParams({ callbackUrl, ...(link && { link: "true" }) });
      const page = await browser.open(`${APP}/auth/signin?${query}`);
      return await page.submit(`/auth/signin/${provider}`);
    },
    session: async () => (await browser.fetch(`${APP}/auth/session`)).json(),
    async post(path, data = {}, { json } = {}) {
      const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
      const body = { csrfToken, ...(path === "link" && questionIn(browser, APP)), ...data };
      return await browser.fetch(`${APP}/auth/${path}`, {
        method: "POST",
        redirect: "manual",
        ...(json
          ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } }
          : { body: new URLSearchParams(body as Record<string, string>) }),
      });
    },
    log: () => platform.lines.map(({ level, text }) => `${level} ${text}`).join("\n"),
  };
}

/** Starts a sign-in in the browser, and stops before the provider. Returns the authorization request. */
export async function start(
  { post }: World,
  { provider = "idp", callbackUrl = "/home", query = {} }: {
    readonly provider?: string;
    readonly callbackUrl?: string;
    readonly query?: Record<string, string>;
  } = {},
): Promise<URL> {
  const response = await post(`signin/${provider}?${new URLSearchParams(query)}`, { callbackUrl });
  return new URL(response.headers.get("location")!);
}

/** Lets the provider answer an authorization request. Returns the callback that it sends the browser to. */
export async function grant({ fetch }: FakeProvider, request: URL): Promise<URL> {
  const response = await fetch(request.href, { redirect: "manual" });
  return new URL(response.headers.get("location")!);
}

/** Asserts that a sign-in has ended on the sign-in page with this error, and that nobody is signed in. */
export async function assertRefused({ browser, session, log }: World, page: Page, error: ErrorType) {
  const { origin, pathname, searchParams } = new URL(page.url);
  assert.deepEqual(
    [origin + pathname, searchParams.get("error")],
    [`${APP}/auth/signin`, error],
    `${page.url}\n${log()}`,
  );
  assert.equal(browser.cookies(APP).some(({ name }) => name.includes("session-token")), false);
  assert.equal(await session(), null);
}

/** How often an endpoint of the provider was asked. */
export function count({ requests }: FakeProvider, endpoint: Endpoint): number {
  return requests.filter((request) => request.endpoint === endpoint).length;
}

/** Opens a world with one OAuth 2 provider: for what has nothing to do with ID tokens, whose keys take time to make. */
export function openPlain(options: Omit<WorldOptions, "providers" | "provider"> = {}): World {
  return open({ ...options, providers: (idp) => [oauth2(idp)] });
}

/** An OpenID provider, discovered. */
export function oidc(idp: FakeProvider, more: Partial<ProviderConfig> = {}): ProviderConfig {
  const { issuer, clientId, clientSecret } = idp;
  return { id: "idp", name: "Fake", type: "oidc", issuer, clientId, clientSecret, ...more } as ProviderConfig;
}

/** An OAuth 2 provider, with endpoints. */
export function oauth2(idp: FakeProvider, more: Partial<OAuthConfig> = {}): ProviderConfig {
  const { metadata, clientId, clientSecret } = idp;
  return {
    id: "idp",
    name: "Fake",
    type: "oauth",
    authorization: metadata.authorization_endpoint,
    token: metadata.token_endpoint,
    userinfo: metadata.userinfo_endpoint,
    issuer: metadata.issuer,
    clientId,
    clientSecret,
    ...more,
  };
}

/** The `Set-Cookie` headers of an answer, by the names of the cookies. */
export function cookiesOf({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries(headers.getSetCookie().map((header) => [header.split("=", 1)[0]!, header]));
}

/** The `Cookie` header that a browser sends to the application. */
export function cookieHeader(browser: Browser): string {
  return browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** The error page after a sign-in that was to end at `/home`. */
export function errorPage(error: ErrorType): string {
  return `${APP}/auth/error?error=${error}&callbackUrl=${encodeURIComponent(`${APP}/home`)}`;
}

/** Sends a request without a browser. */
export function request(path: string, init: RequestInit = {}): Request {
  return new Request(`${APP}${path}`, init);
}

/** The application: the library below `/auth/`, and a page that greets. */
export async function app(request: Request, config: AuthConfig): Promise<Response> {
  if (new URL(request.url).pathname.startsWith("/auth/")) return Auth(request, config);
  let resolved;
  try {
    resolved = await resolveSession(request, config);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return new Response("Please try again in a moment", { status: 503 });
  }
  const { session, headers } = resolved;
  return new Response(session ? `Hello ${session.user?.name}` : "Nobody is signed in", { headers });
}
