/**
 * Requests to the handler.
 *
 * @module
 */

import type { AppProvider } from "../model/provider.ts";
import { ClientError } from "./_error.ts";
import type { ClientOptions, PageWindow, SignInResult } from "./types.ts";

/** Requests to the handler. */
export interface Http {
  /** The window; on a server, that of the runtime. */
  readonly page: PageWindow;
  /** URL of the page, or of the application. @throws {ClientError} if neither is known. */
  href(): string;
  /** Absolute URL of an endpoint. */
  url(path: string): string;
  /** Whether the handler is on another origin than the page. */
  isElsewhere(): boolean;
  /** Requests JSON. @throws {ClientError} if the status is not 200, or the body is not JSON. */
  json(path: string, init?: RequestInit): Promise<unknown>;
  /** Requests JSON, whatever the status. `data` is `undefined` if the body is not JSON. */
  ask(path: string, init?: RequestInit): Promise<HttpAnswer>;
  /** Posts fields with a CSRF token. @throws {ClientError} as `json`. */
  postJson(path: string, fields: object): Promise<unknown>;
  /** Posts a form with a CSRF token. `callbackUrl` is where the user wants to go: that URL is never an error. */
  post(path: string, form: Readonly<Record<string, string>>): Promise<Posted>;
  /** `GET providers`. */
  getProviders(): Promise<Record<string, AppProvider>>;
  /** `GET csrf`. */
  getCsrfToken(): Promise<string>;
}

/** An answer. */
interface HttpAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The parsed body. */
  // deno-lint-ignore no-explicit-any -- parsed JSON: each caller checks what it reads
  readonly data: any;
}

/** The answer to a form. */
export interface Posted extends SignInResult {
  /** Where the page goes, also after an error. http or https. */
  readonly target: string;
  /** New recovery codes. */
  readonly codes?: readonly string[];
}

const JSON_HEADERS = { "content-type": "application/json", "x-auth-return-redirect": "1" };

/** Connects to the handler. @throws {ClientError} if `url` is not an absolute URL. */
export function createHttp({ url, basePath, baseUrl, fetch, window }: ClientOptions): Http {
  const page = window ?? globalThis as unknown as PageWindow;
  const elsewhere = url === undefined ? null : parseHandlerUrl(url);
  const handlerPath = basePath ?? (elsewhere?.pathname.replace(/^\/$/, "") || "/auth");
  const http: Http = {
    page,
    href() {
      const href = baseUrl ?? page.location?.href;
      if (href) return href;
      throw new ClientError(
        "NoPage",
        "Cannot send a request outside of a page: set baseUrl, or use the library on the server",
      );
    },
    // With or without slashes at its ends, and for a handler at the root.
    // After the origin, no base path such as `/\host` can be read as another host.
    url: (path) => {
      const { origin } = elsewhere ?? new URL(http.href());
      return new URL(origin + `/${handlerPath}/${path}`.replace(/\/+/g, "/")).href;
    },
    isElsewhere: () =>
      !!elsewhere && !!page.location && new URL(page.location.href).origin !== elsewhere.origin,
    async ask(path, init) {
      const url = http.url(path);
      try {
        const response = await (fetch ?? globalThis.fetch)(
          url,
          elsewhere ? { ...init, credentials: "include" } : init,
        );
        const text = await response.text();
        return { status: response.status, data: parseAnswerText(text) };
      } catch (cause) {
        throw new ClientError("Network", `Cannot request "${url}": the network failed${refusal()}`, {
          cause,
        });
      }
    },
    json: async (path, init) => accept(path, await http.ask(path, init)),
    // The status of a wrong token, and of a callback that fails.
    postJson: async (path, fields) =>
      accept(path, await submit(path, fields, ({ status }) => status === 400)),
    getProviders: () => http.json("providers") as Promise<Record<string, AppProvider>>,
    async getCsrfToken() {
      const { status, data } = await http.ask("csrf");
      // The config switches the check off.
      if (status === 404) return "";
      return typeof data?.csrfToken === "string" ? data.csrfToken : throwRefused("csrf", status);
    },
    async post(path, form) {
      const read = ({ status, data }: HttpAnswer): Posted =>
        typeof data?.url === "string"
          ? {
            ...toPosted(new URL(data.url, http.href()), status, form.callbackUrl),
            ...(Array.isArray(data.codes) && { codes: data.codes }),
          }
          : throwRefused(path, status);
      return read(await submit(path, form, (answer) => read(answer).error === "MissingCSRF"));
    },
  };
  return http;

  /** Why a browser may have refused a request to another origin: it does not tell scripts. */
  function refusal(): string {
    if (!http.isElsewhere()) return "";
    const own = new URL(http.href()).origin;
    return `, or the server does not let the pages of ${own} read its answers: add \`TrustedOrigins({ origins: ["${own}"] })\` to the ` +
      "`features` of its config. Both must be of one site";
  }

  /** Posts with a CSRF token; once more if it is refused: another tab may have replaced the cookie in the meantime. */
  async function submit(
    path: string,
    fields: object,
    isRefused: (answer: HttpAnswer) => boolean,
  ): Promise<HttpAnswer> {
    const send = async (): Promise<HttpAnswer> => {
      const body = JSON.stringify({ ...fields, csrfToken: await http.getCsrfToken() });
      return http.ask(path, { method: "POST", headers: JSON_HEADERS, body });
    };
    const answer = await send();
    return isRefused(answer) ? send() : answer;
  }
}

function parseHandlerUrl(url: string): URL {
  if (/^https?:/.test(url) && URL.canParse(url)) return new URL(url);
  throw new ClientError(
    "UnsafeUrl",
    `Cannot use \`url\` "${url}": write the whole URL of the library, such as https://api.example.com/auth`,
  );
}

function parseAnswerText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function accept(path: string, { status, data }: HttpAnswer): unknown {
  return status === 200 && typeof data === "object" ? data : throwRefused(path, status);
}

/** Throws the error of an answer that is not one of the library. */
export function throwRefused(path: string, status: number): never {
  throw new ClientError("Answer", `Cannot use the answer to "${path}": status ${status}`, { status });
}

/**
 * Reads what happened from the URL that the server sends the user to. The one where the user wants to go may have an
 * `error` of its own: that of an earlier attempt.
 */
export function toPosted(url: URL, status: number, wanted?: string): Posted {
  const { href, protocol, searchParams } = url;
  if (!/^https?:$/.test(protocol)) {
    throw new ClientError("UnsafeUrl", `Cannot go to "${href}": it is not http or https`);
  }
  const error = href === wanted ? null : searchParams.get("error");
  const code = error && searchParams.get("code");
  const isWaiting = error === "SecondStepRequired";
  if (isWaiting) searchParams.delete("error");
  const target = url.href;
  return { ok: !error, error, code, status, url: !error || isWaiting ? target : null, target };
}
