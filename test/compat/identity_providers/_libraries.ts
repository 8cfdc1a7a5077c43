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
  /** The one provider. Its id is `idp` unless it has one. */
  readonly provider: object;
  /** A `fetch` for requests to the provider, such as one that fails. */
  readonly fetch?: Fetch | undefined;
  /** Callbacks. */
  readonly callbacks?: object | undefined;
  /** Events. */
  readonly events?: object | undefined;
}

/** An application with one user in front of it. */
export interface Application {
  readonly browser: Browser;
  /** Errors in the log of the library, oldest first: names, messages and causes. */
  readonly log: readonly string[];
  /** Types of these errors. */
  readonly errors: readonly string[];
  /** Starts a sign-in with a script, as the browser clients do. @returns The URL to load. */
  start(params?: Readonly<Record<string, string>>, callbackUrl?: string): Promise<string>;
  /** Loads a page, and submits the form if the provider answers with one that a script would submit. */
  open(url: string): Promise<Page>;
  /** A whole sign-in. @returns The last page. */
  signIn(params?: Readonly<Record<string, string>>): Promise<Page>;
  /** What `GET /auth/session` answers. */
  session(): Promise<Session | null>;
  /** Receives a request that is not of the browser. */
  receive(request: Request): Promise<Response>;
  /** A POST with the CSRF token, as a script sends it. */
  post(path: string, data?: Readonly<Record<string, string>>): Promise<Response>;
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
  { provider, fetch: send, ...shared }: SharedConfig,
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
    ...shared,
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
  const post = async (path: string, data: Readonly<Record<string, string>> = {}) => {
    const csrf = await browser.fetch(`${APP}/auth/csrf`);
    const { csrfToken } = csrf.ok ? await csrf.json() : { csrfToken: "none" };
    return await browser.fetch(`${APP}/auth/${path}`, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({ csrfToken, ...data }),
    });
  };
  const start = async (params: Readonly<Record<string, string>> = {}, callbackUrl = `${APP}/home`) => {
    const query = new URLSearchParams(params);
    const { id = "idp" } = provider as { id?: string };
    const response = await post(`signin/${id}${query.size ? `?${query}` : ""}`, { callbackUrl });
    return response.ok ? (await response.json()).url : `${APP}/auth/error?error=${response.status}`;
  };
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
    receive: answer,
    start,
    open,
    post,
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
