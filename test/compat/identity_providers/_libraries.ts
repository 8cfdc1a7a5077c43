/**
 * An application twice: on this library, and on `@auth/core`.
 *
 * @module
 */

// @ts-types="./_auth_core.d.ts"
import { Auth as TheirAuth, customFetch as theirFetch } from "npm:@auth/core@0.41.3";
import { Auth, type ConfigOfAnyStrategy } from "../../../mod.ts";
import { customFetch } from "../../../src/values/markers.ts";
import { type Browser, type Page, type Site, testBrowser } from "../../../src/testing/mod.ts";

/** The application, in both cases. */
export const APP = "https://app.test";

/** Redirect URI of the provider `idp`. */
export const CALLBACK = `${APP}/auth/callback/idp`;

const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** The libraries. */
export type Library = "latchkey" | "auth.js";

/** Sends requests to the provider. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A config that both libraries receive, but for what they name differently. */
export interface SharedConfig {
  /** The one provider, whose id is `idp`. */
  readonly provider: object;
  /** A `fetch` for requests to the provider, such as one that fails. */
  readonly fetch?: Fetch | undefined;
}

/** An application with one user in front of it. */
export interface Application {
  readonly browser: Browser;
  /** Errors in the log of the library, oldest first: names, messages and causes. */
  readonly log: readonly string[];
  /** Types of these errors. */
  readonly errors: readonly string[];
  /** A whole sign-in, begun by a script, as the browser clients do. @returns The last page. */
  signIn(params?: Readonly<Record<string, string>>): Promise<Page>;
  /** What `GET /auth/session` answers. */
  session(): Promise<Session | null>;
}

/** A session, as both give it. */
export interface Session {
  readonly user?: { readonly name?: string | null; readonly email?: string | null; readonly id?: string };
  readonly [field: string]: unknown;
}

/**
 * Opens the application on a library.
 *
 * @param sites Sites of the provider, by their origin.
 */
export function openApplication(
  library: Library,
  { provider, fetch: send }: SharedConfig,
  sites: Readonly<Record<string, Site>>,
): Application {
  const [log, errors]: [string[], string[]] = [[], []];
  const logger = {
    error: (error: Error & { readonly type?: string }) => {
      errors.push(error.type ?? error.name);
      log.push(describe(error));
    },
    warn: () => {},
    debug: () => {},
  };
  const key = library === "latchkey" ? customFetch : theirFetch;
  const config = {
    basePath: "/auth",
    secret: SECRET,
    trustHost: true,
    logger,
    providers: [{ id: "idp", name: "Provider", ...provider, ...(send && { [key]: send }) }],
  };
  const run = library === "latchkey"
    ? (request: Request) => Auth(request, config as unknown as ConfigOfAnyStrategy)
    : (request: Request) => TheirAuth(request, config);
  const answer = async (request: Request) => {
    if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response("Home");
    try {
      return await run(request);
    } catch (error) {
      // A config that cannot work. Frameworks answer so.
      logger.error(error as Error);
      return new Response("The application failed", { status: 500 });
    }
  };
  const browser = testBrowser({ ...sites, [APP]: answer });
  const post = async (path: string, data: Readonly<Record<string, string>>) => {
    const csrf = await browser.fetch(`${APP}/auth/csrf`);
    const { csrfToken } = csrf.ok ? await csrf.json() : { csrfToken: "none" };
    return await browser.fetch(`${APP}/auth/${path}`, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken, ...data }),
    });
  };
  const start = async (params: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams(params);
    const response = await post(`signin/idp${query.size ? `?${query}` : ""}`, { callbackUrl: `${APP}/home` });
    return response.ok ? (await response.json()).url : `${APP}/auth/error?error=${response.status}`;
  };
  /** Loads a page, and submits the form if the provider answers with one that a script would submit. */
  const open = async (url: string) => {
    const page = await browser.open(url);
    return /<form[^>]*method="post"[^>]*action="https:\/\/app\.test/i.test(page.html) &&
        !page.url.startsWith(APP)
      ? await page.submit(0)
      : page;
  };
  return {
    browser,
    log,
    errors,
    signIn: async (params) => await open(await start(params)),
    session: async () => {
      const response = await browser.fetch(`${APP}/auth/session`);
      return response.ok ? await response.json() : null;
    },
  };
}

/** Makes a site of a server: forwards the requests of a browser. */
export function forwardTo(send: Fetch): Site {
  return async (request) => {
    const body = request.body ? await request.arrayBuffer() : undefined;
    const { method, headers, url } = request;
    return await send(url, { method, headers, body, redirect: "manual" });
  };
}

function describe(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? String(error);
  const { err, ...facts } = Object(error.cause);
  const under = err ?? (error.cause instanceof Error ? error.cause : undefined);
  const type = (error as { type?: string }).type ?? error.name;
  const text = `${type}: ${error.message}${Object.keys(facts).length ? ` ${JSON.stringify(facts)}` : ""}`;
  return under && depth < 4 ? `${text} < ${describe(under, depth + 1)}` : text;
}
