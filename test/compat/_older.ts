/**
 * Deployments of Auth.js 5 and next-auth 4, with their own code, in the place where ours takes over.
 *
 * `openMove()` has one address. A test begins at the other library, calls `move()`, and goes on with ours in the same
 * browser.
 *
 * @module
 */

import assert from "node:assert/strict";
import process from "node:process";
// @ts-types="./_auth_js.d.ts"
import { Auth as AuthJs, customFetch } from "npm:@auth/core@0.41.3";
import { Auth, type ConfigOfAnyStrategy, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { parseCookies } from "../../src/http/cookies.ts";
import { fromAuthJs, fromNextAuth4, type MigrationOptions } from "../../src/migrate/mod.ts";
import {
  type Browser,
  type FakeProvider,
  fakeProvider,
  type Site,
  testBrowser,
  type TestPlatform,
  testPlatform,
} from "../../src/testing/mod.ts";
import { loadNextAuth } from "./_next_auth.ts";

/** The secret of the other deployment: shorter than ours may be. */
export const OLD_SECRET = "the-old-secret";

/** The secret of ours. */
export const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** Seconds. */
export const DAY = 86_400;

/** A mail of either library. */
export interface Mail {
  readonly identifier: string;
  readonly url: string;
}

/** What a test wants otherwise. */
export interface MoveOptions {
  /** Default `https://app.test`. */
  readonly origin?: string;
  readonly strategy?: "jwt" | "database";
  readonly oldSecret?: string | readonly string[];
  /** Fields of the old config. */
  readonly old?: Record<string, unknown>;
  /** Fields of the old provider `idp`. */
  readonly oldIdp?: Record<string, unknown>;
  /** Whether the provider `idp` speaks OpenID. */
  readonly isOpenId?: true;
  /** Options of `fromAuthJs` or `fromNextAuth4`. */
  readonly migration?: Partial<MigrationOptions>;
  /** Fields of our config. */
  readonly ours?: Partial<ConfigOfAnyStrategy>;
  /** The database of both deployments. Default: in memory. */
  readonly adapter?: Required<Adapter>;
  /** Changes the methods of the database for ours. */
  wrap?(adapter: Required<Adapter>): Adapter;
  /** What the old `callbacks.jwt` adds to a token. */
  readonly claims?: Record<string, unknown>;
}

/** An application that moves. */
export interface Move {
  readonly origin: string;
  readonly platform: TestPlatform;
  readonly idp: FakeProvider;
  readonly browser: Browser;
  readonly adapter: Required<Adapter>;
  readonly mails: Mail[];
  /** Replaces the deployment by ours. */
  move(): void;
  /** Replaces our deployment by the other one. */
  moveBack(): void;
  /** Posts a form with the CSRF token, as a script of the application. */
  post(path: string, data?: Record<string, string>, browser?: Browser): Promise<Response>;
  /** Signs Ada in with a password, or where sessions are stored by mail. */
  signIn(): Promise<void>;
  /** What `GET session` answers. */
  session(browser?: Browser): Promise<{ user: Record<string, unknown> } | null>;
  /** The text of the application's own page. */
  page(browser?: Browser): Promise<string>;
  /** The names of all cookies with a session. */
  sessionCookies(browser?: Browser): readonly string[];
  /** The value of the first session cookie. */
  sessionValue(): string;
  /** A browser with copies of the session cookies as they are now. */
  copy(): Browser;
  /** The log of ours. */
  log(): string;
}

/** A library that an application moves from. */
export interface Library {
  readonly name: string;
  /** Prefix of its cookies. */
  readonly cookies: string;
  readonly migrate: typeof fromAuthJs;
  open(config: OldConfig): Promise<Site>;
}

interface OldConfig {
  readonly origin: string;
  readonly secret: string | readonly string[];
  readonly strategy: "jwt" | "database";
  readonly adapter: Required<Adapter>;
  readonly idp: FakeProvider;
  readonly mails: Mail[];
  readonly isOpenId: boolean;
  readonly more: Record<string, unknown>;
  readonly moreIdp: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
}

const logger = { error() {}, warn() {}, debug() {} };

/** Both libraries. */
export const LIBRARIES: readonly Library[] = [
  {
    name: "Auth.js 5",
    cookies: "authjs",
    migrate: fromAuthJs,
    open: (config) => {
      const moreIdp = { ...(config.isOpenId && toOpenId(config.idp)), ...config.moreIdp };
      const options = { ...toOptions({ ...config, moreIdp }), trustHost: true, basePath: "/auth" };
      return Promise.resolve((request) => AuthJs(request, options));
    },
  },
  {
    name: "next-auth 4",
    cookies: "next-auth",
    migrate: fromNextAuth4,
    open: async (config) => {
      const { NextAuth } = await loadNextAuth();
      const options = toOptions({ ...config, moreIdp: { ...openIdOf(config), ...config.moreIdp } });
      return async (request) => {
        // It reads the URL of the site from there, at each request. The environment itself belongs to all test files
        // that run at the same time.
        process.env = { ...process.env, NEXTAUTH_URL: `${config.origin}/auth` };
        const [answer, response] = recorder();
        await NextAuth(await toApiRequest(request), answer, options);
        return response();
      };
    },
  },
];

/** Opens the deployment of another library. */
export async function openMove(library: Library, options: MoveOptions = {}): Promise<Move> {
  const { origin = "https://app.test", strategy = "jwt", oldSecret = OLD_SECRET } = options;
  const platform = testPlatform();
  // The other libraries read the clock of the machine.
  platform.tick(Math.floor((Date.now() - platform.now()) / 1000));
  const idp = fakeProvider({ now: platform.now, signingAlgorithm: "ES256" });
  const { adapter = Memory() } = options;
  const mails: Mail[] = [];
  const old = await library.open({
    origin,
    secret: oldSecret,
    strategy,
    adapter,
    idp,
    mails,
    more: options.old ?? {},
    isOpenId: options.isOpenId === true,
    moreIdp: { [customFetch]: platform.fetch, ...options.oldIdp },
    claims: options.claims ?? {},
  });
  const until = new Date(platform.now() + 40 * DAY * 1000);
  const config: ConfigOfAnyStrategy = Object.freeze({
    secret: SECRET,
    trustHost: true,
    platform,
    providers: [options.isOpenId ? toOpenId(idp) : toIdp(idp), toMail(mails), toPassword()],
    adapter: options.wrap?.(adapter) ?? adapter,
    session: { strategy },
    migration: library.migrate({ secret: oldSecret, until, ...options.migration }),
    ...options.ours,
  }) as ConfigOfAnyStrategy;
  const ours: Site = async (request) => {
    if (new URL(request.url).pathname.startsWith("/auth/")) return await Auth(request, config);
    const { session, headers } = await resolveSession(request, config);
    return new Response(session ? `Hello ${session.user?.name}` : "Nobody is signed in", { headers });
  };
  platform.sites[idp.origin] = idp.fetch;
  platform.sites[origin] = old;
  const open = () => testBrowser(platform.sites, { now: platform.now });
  const browser = open();
  const isSession = ({ name }: { readonly name: string }) =>
    name === "sid" || /session-token(\.\d+)?$/.test(name);
  const move: Move = {
    origin,
    platform,
    idp,
    browser,
    adapter,
    mails,
    move: () => void (platform.sites[origin] = ours),
    moveBack: () => void (platform.sites[origin] = old),
    async post(path, data = {}, from = browser) {
      const { csrfToken } = await (await from.fetch(`${origin}/auth/csrf`)).json();
      const body = new URLSearchParams({ csrfToken, ...data });
      return await from.fetch(`${origin}/auth/${path}`, { method: "POST", redirect: "manual", body });
    },
    async signIn() {
      if (strategy === "jwt") await move.post("callback/password", { password: "right" });
      else {
        await move.post("signin/email", { email: "ada@example.com" });
        await browser.fetch(mails.at(-1)!.url, { redirect: "manual" });
      }
      assert.ok(move.sessionCookies().length, "the other library has not signed in");
    },
    session: async (from = browser) => {
      const session = await (await from.fetch(`${origin}/auth/session`)).json();
      return session && Object.keys(session).length ? session : null;
    },
    page: async (from = browser) => await (await from.fetch(`${origin}/`)).text(),
    sessionCookies: (from = browser) => from.cookies(origin).filter(isSession).map(({ name }) => name),
    sessionValue: () => browser.cookies(origin).find(isSession)!.value,
    copy() {
      const other = open();
      const secure = origin.startsWith("https:") ? "; Secure" : "";
      for (const { name, value } of browser.cookies(origin).filter(isSession)) {
        other.setCookie(origin, `${name}=${value}; Path=/${secure}`);
      }
      return other;
    },
    log: () => platform.lines.map(({ level, text }) => `${level} ${text}`).join("\n"),
  };
  return move;
}

function toIdp({ metadata, clientId, clientSecret }: FakeProvider) {
  return {
    id: "idp",
    name: "Fake",
    type: "oauth" as const,
    authorization: metadata.authorization_endpoint,
    token: metadata.token_endpoint,
    userinfo: metadata.userinfo_endpoint,
    issuer: metadata.issuer,
    clientId,
    clientSecret,
  };
}

function toOpenId({ issuer, clientId, clientSecret }: FakeProvider) {
  return { id: "idp", name: "Fake", type: "oidc" as const, issuer, clientId, clientSecret };
}

/** How next-auth 4 is told to use OpenID. Without `wellKnown` it needs no network, which it would reach by itself. */
function openIdOf({ idp: { metadata }, isOpenId }: OldConfig) {
  if (!isOpenId) return {};
  const authorization = { url: metadata.authorization_endpoint, params: { scope: "openid email" } };
  return { idToken: true, jwks_endpoint: metadata.jwks_uri, authorization };
}

function toMail(mails: Mail[]) {
  return {
    id: "email",
    name: "E-mail",
    type: "email" as const,
    from: "site@app.test",
    maxAge: DAY,
    options: {},
    server: {},
    sendVerificationRequest: ({ identifier, url }: Mail) => void mails.push({ identifier, url }),
  };
}

function toPassword() {
  return {
    id: "password",
    name: "Password",
    type: "credentials" as const,
    credentials: { password: { type: "password" } },
    authorize: (typed: { password?: unknown }) =>
      typed.password === "right" ? { id: "u1", name: "Ada", email: "ada@example.com" } : null,
  };
}

/** The parts of a config that both libraries read. */
function toOptions({ secret, strategy, adapter, idp, mails, more, moreIdp, claims }: OldConfig) {
  return {
    secret,
    adapter: toOldAdapter(adapter),
    session: { strategy },
    providers: [
      {
        ...toIdp(idp),
        profile: ({ sub, name, email }: Record<string, string>) => ({ id: sub, name, email }),
        ...moreIdp,
      },
      toMail(mails),
      ...(strategy === "jwt" ? [toPassword()] : []),
    ],
    callbacks: { jwt: ({ token }: { token: object }) => ({ ...token, ...claims }) },
    logger,
    ...more,
  };
}

/** next-auth 4 leaves ids to the database. */
function toOldAdapter(adapter: Required<Adapter>): Adapter {
  return {
    ...adapter,
    createUser: (user) => adapter.createUser({ ...user, id: user.id ?? crypto.randomUUID() }),
  };
}

async function toApiRequest(request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  return {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies: Object.fromEntries(parseCookies(request.headers.get("cookie"))),
    query: { ...Object.fromEntries(searchParams), nextauth: pathname.split("/").slice(2) },
    body: request.method === "POST" ? Object.fromEntries(new URLSearchParams(await request.text())) : {},
  };
}

/** An answer as Next has it, and the `Response` that was written to it. */
function recorder(): [object, () => Response] {
  const headers = new Map<string, string | string[]>();
  let [status, body]: [number, string | null] = [200, null];
  const answer = {
    status: (code: number) => (status = code, answer),
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => (headers.set(name.toLowerCase(), value), answer),
    json: (value: unknown) => void (body = JSON.stringify(value)),
    send: (value: unknown) => void (body = typeof value === "string" ? value : JSON.stringify(value)),
    end: () => {},
  };
  return [answer, () => {
    const list = [...headers].flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each])
    );
    return new Response(body, { status, headers: list });
  }];
}
