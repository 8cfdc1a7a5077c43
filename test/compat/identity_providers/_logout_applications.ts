/**
 * Applications that sign out at a provider, and whose sessions it ends: with a database, browsers, and an address to which
 * the provider posts logout tokens.
 *
 * @module
 */

import { decodeJwt, decodeProtectedHeader } from "jose";
import { DatabaseSync } from "node:sqlite";
import { Auth, type AuthConfig } from "../../../mod.ts";
import { Sqlite } from "../../../src/adapters/sqlite/sqlite.ts";
import { ProviderLogout } from "../../../src/features/provider_logout/provider_logout.ts";
import { type Browser, type Page, testBrowser } from "../../../src/testing/mod.ts";
import { forwardTo } from "./_libraries.ts";
import { limitedFetch, within } from "./_limits.ts";

/** What a browser does on the pages of a provider. */
export interface ProviderPages {
  readonly issuer: string;
  /** Logs in on the page of the provider, as far as it asks for that. */
  logIn(browser: Browser, page: Page, username: string): Promise<LoggedIn>;
  /** Confirms a logout. */
  confirmLogout(browser: Browser, page: Page): Promise<Page>;
}

/** A login that has ended. */
export interface LoggedIn {
  /** The last page. */
  readonly page: Page;
  /** Whether the provider has asked for the password. */
  readonly askedForPassword: boolean;
}

/** A logout token that has arrived. */
export interface ReceivedLogout {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  /** Status of the answer. */
  readonly status: number;
}

/** An address of this computer, for the logout tokens of one application. */
export interface LogoutAddress extends AsyncDisposable {
  readonly url: string;
  /** All that have been answered, oldest first. */
  readonly received: readonly ReceivedLogout[];
  /** Waits until so many have been answered. @returns The last one of them. */
  until(count: number): Promise<ReceivedLogout>;
  /** Who answers. */
  answer: (request: Request) => Promise<Response>;
}

/** Opens the address. The provider `idp` is registered with it before the application begins. */
export function openLogoutAddress(): LogoutAddress {
  const received: ReceivedLogout[] = [];
  const waiting = new Set<() => void>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { url, method, headers } = request;
    const body = await request.text();
    const response = await address.answer(new Request(url, { method, headers, body }));
    const token = String(new URLSearchParams(body).get("logout_token"));
    received.push({
      claims: decodeJwt(token),
      header: { ...decodeProtectedHeader(token) },
      status: response.status,
    });
    for (const look of waiting) look();
    return response;
  });
  const address: LogoutAddress = {
    url: `http://127.0.0.1:${server.addr.port}/auth/backchannel-logout/idp`,
    received,
    answer: () => Promise.resolve(new Response(null, { status: 501 })),
    async until(count) {
      let look = () => {};
      const arrived = new Promise<void>((resolve) => {
        look = () => received.length >= count && resolve();
        waiting.add(look);
        look();
      });
      await within(30, `Logout token ${count}, after ${received.length}`, arrived)
        .finally(() => waiting.delete(look));
      return received[count - 1]!;
    },
    [Symbol.asyncDispose]: () => within(30, "The end of the address for logout tokens", server.shutdown()),
  };
  return address;
}

/** An application. */
export interface LogoutApplication {
  readonly origin: string;
  /** The log, as one text. */
  log(): string;
  /** Answers a request. */
  answer(request: Request): Promise<Response>;
}

/** How an application differs from others. */
export interface LogoutApplicationOptions {
  readonly origin: string;
  /** Fields of its provider `idp`. */
  readonly provider: object;
  /** Where its sessions are. `cookie` is without a database. */
  readonly sessions: "cookie" | "database" | "jwt";
  /** Where the provider sends logout tokens. */
  readonly address?: LogoutAddress;
  /**
   * Whether the process that signs users in receives the logout tokens, too: it knows the keys already. A provider that
   * answers one request at a time, and waits for our answer, cannot give them to another process.
   */
  readonly isOneProcess?: boolean;
}

/** Opens an application. */
export async function openLogoutApplication(
  { origin, provider, sessions, address, isOneProcess = false }: LogoutApplicationOptions,
): Promise<LogoutApplication> {
  const lines: string[] = [];
  const adapter = sessions === "cookie" ? null : Sqlite(new DatabaseSync(":memory:"));
  await adapter?.migrate();
  const open = () =>
    ({
      secret: "a-secret-of-forty-characters-for-tests-0",
      trustHost: true,
      logger: {
        error: (error: Error) => void lines.push(`${error} ${JSON.stringify(error.cause)}`),
        warn: (code: string) => void lines.push(`warning ${code}`),
        debug: () => {},
      },
      features: [ProviderLogout({ backchannel: address !== undefined })],
      ...(adapter && { adapter, session: { strategy: sessions, revocationDelay: "always" } }),
      providers: [{ id: "idp", name: "Provider", type: "oidc", ...provider }],
    }) as AuthConfig;
  const config = open();
  if (address) {
    // A second config is as another process with the same database: it shares no cache with the first one.
    const receiver = isOneProcess ? config : open();
    address.answer = (request) => Auth(request, receiver);
  }
  return {
    origin,
    log: () => lines.join("\n"),
    answer: async (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? await Auth(request, config) : new Response("Home"),
  };
}

/** Somebody with a browser, in front of some applications. */
export interface Visitor {
  readonly browser: Browser;
  /** Signs in at an application. @returns Whether the provider has asked for the password. */
  signIn(application: LogoutApplication, username: string): Promise<boolean>;
  /** The address of the user who is signed in at an application. */
  user(application: LogoutApplication): Promise<string | null>;
  /** Signs out, at the provider too. @returns The last page. */
  leave(application: LogoutApplication): Promise<Page>;
  /** Signs out at the application alone. */
  signOut(application: LogoutApplication): Promise<void>;
}

/** A new browser. */
export function openVisitor(provider: ProviderPages, applications: readonly LogoutApplication[]): Visitor {
  const browser = testBrowser({
    ...Object.fromEntries(applications.map(({ origin, answer }) => [origin, answer])),
    [new URL(provider.issuer).origin]: forwardTo(limitedFetch),
  }, { now: Date.now });
  const signOut = async ({ origin }: LogoutApplication, fields: Readonly<Record<string, string>>) => {
    const { csrfToken } = await (await browser.fetch(`${origin}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, callbackUrl: "/bye", ...fields });
    return await browser.fetch(`${origin}/auth/signout`, { method: "POST", body, redirect: "manual" });
  };
  return {
    browser,
    async signIn({ origin, log }, username) {
      const page = await browser.open(`${origin}/auth/signin?callbackUrl=/home`);
      const asked = await page.submit("/auth/signin/idp");
      const { page: last, askedForPassword } = await provider.logIn(browser, asked, username);
      if (last.url !== `${origin}/home`) {
        throw new Error(`${username} is not signed in: ${last.url} ${last.text}\n${log()}`);
      }
      return askedForPassword;
    },
    async user({ origin }) {
      return (await (await browser.fetch(`${origin}/auth/session`)).json())?.user.email ?? null;
    },
    async leave(application) {
      const { headers } = await signOut(application, { provider: "true" });
      return await provider.confirmLogout(browser, await browser.open(headers.get("location")!));
    },
    async signOut(application) {
      await (await signOut(application, {})).body?.cancel();
    },
  };
}
