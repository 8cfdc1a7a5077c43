/**
 * Runs an action of the library for the application's own code: a server action, a form action, or a route of its own.
 *
 * @module
 */

import { setupFor } from "./answer.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { parseCookies } from "../http/cookies.ts";
import { assertOwnOrigin, isFromForm } from "../http/csrf.ts";
import { dispatch } from "./dispatch.ts";
import type { AuthAction } from "../http/endpoints.ts";
import { toRecord } from "../http/incoming.ts";
import { signInPageUrl } from "../sign_in/page_url.ts";
import { quietlyAllowedUrl, returnUrl, withParams } from "../http/redirect.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";
import type { Incoming, Outcome, Received, RequestHeaders } from "../http/types.ts";
import { endpointUrl, type PageName, toPage } from "../http/urls.ts";
import type { SignInData } from "../values/types.ts";

/** The request in which the application acts. */
export interface ActionRequest {
  /** Absolute URL. */
  readonly url: string;
  /** The headers. */
  readonly headers: RequestHeaders;
  /** Its method. With `GET`, the request is a link, for which no mail is sent. Default: not known. */
  readonly method?: string;
  /** Aborts when the browser disconnects. */
  readonly signal?: AbortSignal;
}

/** What the application wants. */
interface Act {
  /** The action. */
  readonly action: AuthAction;
  /** The provider of the action. Default: none. */
  readonly provider?: SetupProvider | undefined;
  /** Parameters. Default: none. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Fields of the form. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Scopes to ask for beside those of the provider. Default: none. */
  readonly scope?: string | undefined;
  /** What to give the sign-in. Default: nothing. */
  readonly data?: SignInData | undefined;
  /** Where a link leads, which must not do it. Default: the sign-in page. */
  readonly page?: PageName;
}

/** An act that leads the user elsewhere. */
export interface LeavingAct extends Act {
  /** Where the user goes afterwards. Default: the page that has the form. */
  readonly redirectTo: unknown;
}

/** Headers that describe the body of the application's request, or how it wants the answer. */
const FOREIGN_HEADERS = new Set([
  "accept",
  "content-length",
  "content-type",
  "transfer-encoding",
  "x-auth-return-redirect",
]);

/** What the application's own code accepts. */
const DATA = "application/json";

/** The longest address that a page is filled with, in characters (RFC 5321 §4.5.3.1); the name of a question is shorter. */
const MAX_FIELD = 254;

const actionSetups = new WeakMap<Setup, Setup>();

/** The setup without the check of the CSRF token, which the application's own forms do not have. Errors are thrown. */
export function actionSetup({ url }: ActionRequest, config: AuthConfig): Setup {
  const setup = setupFor({ url }, config);
  const known = actionSetups.get(setup);
  if (known) return known;
  const created = Object.freeze({ ...setup, checksCsrf: false, raw: true });
  actionSetups.set(setup, created);
  return created;
}

/**
 * The page with the form. A sign-in page says in its own URL where the user wanted to go. A link on another site may have
 * led here: to refuse that site is no reason for a warning.
 */
async function returnUrlOf({ url, headers }: ActionRequest, setup: Setup): Promise<string | undefined> {
  const page = headers.get("referer") ?? "";
  if (!URL.canParse(page)) return undefined;
  const origin = setup.origin ?? new URL(url).origin;
  if (new URL(page).origin !== origin) return await quietlyAllowedUrl(page, origin, setup);
  return new URL(page).searchParams.get("callbackUrl") ?? page;
}

/** Refuses a request of another site; returns it as a form of this one. @throws {MissingCSRF} if it is one. */
export function assertOwnRequest(request: ActionRequest, setup: Setup): Incoming {
  const incoming = toIncoming(request, { method: "POST", action: "session", body: {} }, setup);
  assertOwnOrigin(incoming, setup);
  return incoming;
}

/** Does what leads the user elsewhere, as the page of the library does. @throws {AuthError} if it fails. */
export async function runOwnForm(
  request: ActionRequest,
  { redirectTo, body, ...act }: LeavingAct,
  setup: Setup,
): Promise<Outcome> {
  const callbackUrl = redirectTo ?? body.callbackUrl ?? await returnUrlOf(request, setup);
  return await runOwnAction(request, { ...act, body: { ...body, callbackUrl } }, setup);
}

/** Does what a form or a script of the application asks for. @throws {AuthError} if it fails. */
export async function runOwnAction(
  request: ActionRequest,
  { page, ...act }: Act,
  setup: Setup,
): Promise<Outcome> {
  const { provider } = act;
  const incoming = toIncoming(request, { method: "POST", ...act }, setup);
  assertOwnOrigin(incoming, setup);
  if ((!provider && !page) || isFromForm(incoming, request.method)) return await dispatch(incoming, setup);
  return provider && isBegunByLink(provider)
    ? await dispatch(withoutWish(incoming), setup)
    : { redirect: await filledPage(page, incoming, setup) };
}

/** Reads what an own page of the application shows, for its link. @throws {AuthError} if it fails. */
export async function readForOwnPage(
  request: ActionRequest,
  act: Pick<Act, "action" | "query">,
  setup: Setup,
): Promise<Outcome> {
  return await dispatch(toIncoming(request, { method: "GET", ...act }, setup), setup);
}

function toIncoming(
  request: ActionRequest,
  { method, action, provider, query, body, scope, data }: Omit<Act, "body" | "page"> & {
    readonly method: "GET" | "POST";
    readonly body?: Act["body"];
  },
  setup: Setup,
): Incoming {
  const { origin: requestOrigin } = new URL(request.url);
  const origin = setup.origin ?? requestOrigin;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (typeof value === "string") form.append(name, value);
  }
  const search = new URLSearchParams(query);
  const path = provider ? `${action}/${provider.id}` : action;
  const url = endpointUrl(path, origin, setup);
  return {
    method,
    action,
    providerId: provider?.id,
    url: search.size > 0 ? `${url}?${search}` : url,
    origin,
    requestOrigin,
    query: search,
    body: body && toRecord(Object.entries(body)),
    form: body && form,
    cookies: parseCookies(request.headers.get("cookie")),
    headers: forData(request.headers),
    isTrusted: setup.frontEnds?.trusts(request.headers),
    ...(scope && { scope }),
    ...(data && { data }),
    ...(request.signal && { received: request as Pick<Received, "signal" | "peer"> }),
  };
}

/**
 * Whether a link may begin a sign-in. The browser that asks for an email is signed in by its link without a question, so only
 * a form or a script of the application may ask for one. Passwords and passkeys are accepted only from there, too.
 */
function isBegunByLink({ type }: SetupProvider): boolean {
  return type === "oauth" || type === "oidc";
}

/** A request without the wish to add an account: after a link, the user is asked. */
function withoutWish(incoming: Incoming): Incoming {
  const query = new URLSearchParams(incoming.query);
  query.delete("link");
  const { link: _, ...body } = incoming.body ?? {};
  return { ...incoming, query, body };
}

/** The URL of the page with the form, with the address and the question that the request has. */
async function filledPage(
  page: PageName | undefined,
  incoming: Incoming,
  setup: Setup,
): Promise<string> {
  const { body, origin } = incoming;
  const url = page
    ? toPage(page, { callbackUrl: await returnUrl(incoming, setup) }, incoming, setup)
    : await signInPageUrl(incoming, setup);
  return withParams(url, origin, { email: shortField(body?.email), question: shortField(body?.question) });
}

function shortField(field: unknown): string | null {
  return typeof field === "string" && field.length <= MAX_FIELD ? field : null;
}

/** The headers of the request, for an answer that is data. */
function forData(headers: RequestHeaders): RequestHeaders {
  return {
    get: (name) => {
      if (name.toLowerCase() === "accept") return DATA;
      return FOREIGN_HEADERS.has(name.toLowerCase()) ? null : headers.get(name);
    },
    *[Symbol.iterator]() {
      for (const header of headers) if (!FOREIGN_HEADERS.has(header[0].toLowerCase())) yield header;
      yield ["accept", DATA];
    },
  };
}
