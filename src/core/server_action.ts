/**
 * Signs users in and out in the application's own code: in a server action, a form action or a route of its own.
 *
 * @module
 */

import { setupFor } from "./answer.ts";
import { signInPageUrl } from "../sign_in/page_url.ts";
import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { dispatch } from "./dispatch.ts";
import { InvalidProvider, ServerError } from "../errors/errors.ts";
import { parseCookies } from "../http/cookies.ts";
import { assertOwnOrigin, isFromForm } from "../http/csrf.ts";
import type { AuthAction } from "../http/endpoints.ts";
import { toRecord } from "../http/incoming.ts";
import { quietlyAllowedUrl, returnUrl, withParams } from "../http/redirect.ts";
import type { Incoming, Outcome, Received, RequestHeaders, SetCookie } from "../http/types.ts";
import { endpointUrl, type PageName, pageUrl } from "../http/urls.ts";
import { passwordKeeper } from "../sign_in/capability.ts";
import type { PasswordForms } from "../values/password_forms.ts";

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

/** A sign-in that the application begins. */
export interface SignInAction {
  /**
   * Id of the provider. If it is unknown, the user is sent to the sign-in page with the error `InvalidProvider`. Default:
   * none: the user chooses on the sign-in page.
   */
  readonly providerId?: string | undefined;
  /** Fields of the form: an address, or credentials. Default: none. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Parameters to add to the authorization request, such as `login_hint`. Default: none. */
  readonly authorizationParams?: Readonly<Record<string, string>>;
  /**
   * Where the user goes afterwards: an absolute URL or a path. Default: the page that has the form; without `Referer`, the
   * URL of the application.
   */
  readonly redirectTo?: string | undefined;
}

/** A sign-out that the application begins. */
export type SignOutAction = Pick<SignInAction, "redirectTo">;

/** A form about a password that the library keeps. */
export interface PasswordAction {
  /** Which one. */
  readonly form: keyof PasswordForms;
  /** Its fields, with `redirectTo`, or the form as the browser sent it. */
  readonly fields: object;
}

/** Where the user goes, and the cookies to set. */
export interface ActionResult {
  /** Absolute URL to redirect to. */
  readonly url: string;
  /** Cookies to set. Their values are not yet percent-encoded. */
  readonly cookies: readonly SetCookie[];
}

/** A session that the application has changed. */
export interface UpdateResult<C extends AuthConfig = AuthConfig> extends Pick<ActionResult, "cookies"> {
  /** The changed session; `null` if no one is signed in. */
  readonly session: SessionOf<C> | null;
}

/**
 * Signs in: redirects to the provider, sends a mail, or checks credentials.
 *
 * The caller protects itself from forged requests, as frameworks do for their actions. A request whose `Origin` is
 * another site is refused nevertheless. A link begins a sign-in at a provider, and the user is asked before an account is
 * added. It sends no mail: it leads to the sign-in page, with the address filled in.
 *
 * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
 */
export async function signIn(
  request: ActionRequest,
  { providerId, fields = {}, authorizationParams, redirectTo }: SignInAction,
  config: AuthConfig,
): Promise<ActionResult> {
  const setup = actionSetup(request, config);
  const provider = setup.providers.get(providerId ?? "");
  const action = provider && hasProof(provider, fields) ? "callback" : "signin";
  const act = { action, provider, query: authorizationParams, body: fields, redirectTo } as const;
  const result = await runAndLeave(request, act, setup);
  if (provider || !providerId) return result;
  const error = new InvalidProvider(`Cannot sign in with "${providerId}": there is no such provider`);
  setup.logger.error(error);
  return { ...result, url: withParams(result.url, request.url, { error: error.publicType }) };
}

/**
 * Signs out. Refuses requests of other sites, as `signIn` does.
 *
 * @throws {AuthError} if it fails.
 */
export async function signOut(
  request: ActionRequest,
  { redirectTo }: SignOutAction,
  config: AuthConfig,
): Promise<ActionResult> {
  return await runAndLeave(
    request,
    { action: "signout", body: {}, redirectTo },
    actionSetup(request, config),
  );
}

/**
 * Does what a form about a password asks for, as the page of the library does. Refuses requests of other sites, as `signIn`
 * does. A link changes nothing and sends no mail: it leads to the page that has the form.
 *
 * @throws {ConfigError} without `Password()` in the config.
 * @throws {AuthError} if it fails: `InvalidPassword` with its `code`, `InvalidEmail`, and the others of `RequestAuth`.
 */
export async function submitPassword(
  request: ActionRequest,
  { form, fields }: PasswordAction,
  config: AuthConfig,
): Promise<ActionResult> {
  const setup = actionSetup(request, config);
  const keeper = passwordKeeper(setup);
  const { action, page } = PASSWORD_FORMS[form];
  const provider = action === "callback" ? keeper : undefined;
  const { redirectTo, ...body } = toRecord<unknown>(
    Symbol.iterator in fields ? fields as FormData : Object.entries(fields),
  );
  return await runAndLeave(request, { action, page, provider, body, redirectTo: redirectTo || null }, setup);
}

/**
 * Passes data to the callbacks that make the session, with `trigger: "update"`.
 *
 * @throws {AuthError} if it fails.
 */
export async function updateSession<C extends AuthConfig>(
  request: ActionRequest,
  data: unknown,
  config: C,
): Promise<UpdateResult<C>> {
  const { json, cookies = [] } = await runServerAction(
    request,
    { action: "session", body: { data } },
    actionSetup(request, config),
  );
  return { session: json as SessionOf<C> | null, cookies };
}

interface Act {
  readonly action: AuthAction;
  readonly provider?: SetupProvider | undefined;
  readonly query?: Readonly<Record<string, string>> | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Where a link leads, which must not do it. Default: the sign-in page. */
  readonly page?: PageName;
}

/** What each form about a password does, and the page that has it. */
const PASSWORD_FORMS: Readonly<Record<keyof PasswordForms, Required<Pick<Act, "action" | "page">>>> = {
  signUp: { action: "signup", page: "signUp" },
  forgotPassword: { action: "forgot-password", page: "forgotPassword" },
  newPassword: { action: "callback", page: "newPassword" },
  keepPassword: { action: "keep-password", page: "keepPassword" },
  changePassword: { action: "password", page: "password" },
};

/** Headers that describe the body of the application's request, or how it wants the answer. */
const FOREIGN_HEADERS = new Set([
  "content-length",
  "content-type",
  "transfer-encoding",
  "x-auth-return-redirect",
]);

/** The longest address that the sign-in page is filled with, in characters (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 254;

const actionSetups = new WeakMap<Setup, Setup>();

/** The setup without the check of the CSRF token, which the application's own forms do not have. Errors are thrown. */
function actionSetup({ url }: ActionRequest, config: AuthConfig): Setup {
  const setup = setupFor({ url }, config);
  const known = actionSetups.get(setup);
  if (known) return known;
  const created = Object.freeze({ ...setup, checksCsrf: false, raw: true });
  actionSetups.set(setup, created);
  return created;
}

/** Whether the form has what proves the user, so that nothing has to begin first. */
function hasProof({ type }: SetupProvider, fields: Readonly<Record<string, string>>): boolean {
  return type === "credentials" || (type === "webauthn" && fields.data !== undefined);
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

/** Does what leads the user elsewhere. */
async function runAndLeave(
  request: ActionRequest,
  { redirectTo, body, ...act }: Act & { readonly redirectTo: unknown },
  setup: Setup,
): Promise<ActionResult> {
  const callbackUrl = redirectTo ?? body.callbackUrl ?? await returnUrlOf(request, setup);
  return toActionResult(await runServerAction(request, { ...act, body: { ...body, callbackUrl } }, setup));
}

async function runServerAction(
  request: ActionRequest,
  { action, provider, query, body, page }: Act,
  setup: Setup,
): Promise<Outcome> {
  const { origin: requestOrigin } = new URL(request.url);
  const origin = setup.origin ?? requestOrigin;
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) if (typeof value === "string") form.append(name, value);
  const search = new URLSearchParams(query);
  const path = provider ? `${action}/${provider.id}` : action;
  const url = endpointUrl(path, origin, setup);
  const incoming: Incoming = {
    method: "POST",
    action,
    providerId: provider?.id,
    url: search.size > 0 ? `${url}?${search}` : url,
    origin,
    requestOrigin,
    query: search,
    body: toRecord(Object.entries(body)),
    form,
    cookies: parseCookies(request.headers.get("cookie")),
    headers: withoutForeign(request.headers),
    ...(request.signal && { received: request as Pick<Received, "signal" | "peer"> }),
  };
  assertOwnOrigin(incoming, setup);
  if ((!provider && !page) || isFromForm(incoming, request.method)) return await dispatch(incoming, setup);
  return provider && isBegunByLink(provider)
    ? await dispatch(withoutWish(incoming), setup)
    : { redirect: await filledPage(page, incoming, setup) };
}

/**
 * Whether a link may begin a sign-in. The browser that asks for a mail is signed in by its link without a question, so only
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

/** The URL of the page with the form, with the address that the request has. */
async function filledPage(
  page: PageName | undefined,
  incoming: Incoming,
  setup: Setup,
): Promise<string> {
  const { body, origin } = incoming;
  const email = typeof body?.email === "string" && body.email.length <= MAX_ADDRESS ? body.email : null;
  const url = page
    ? pageUrl(page, { origin, params: { callbackUrl: await returnUrl(incoming, setup) } }, setup)
    : await signInPageUrl(incoming, setup);
  return withParams(url, origin, { email });
}

function withoutForeign(headers: RequestHeaders): RequestHeaders {
  return {
    get: (name) => FOREIGN_HEADERS.has(name.toLowerCase()) ? null : headers.get(name),
    *[Symbol.iterator]() {
      for (const header of headers) if (!FOREIGN_HEADERS.has(header[0].toLowerCase())) yield header;
    },
  };
}

function toActionResult({ redirect, cookies = [], json }: Outcome): ActionResult {
  if (redirect !== undefined) return { url: redirect, cookies };
  const { message } = {
    message: "the action returned no redirect: this is a bug of the library, report it",
    ...json as { message?: string },
  };
  throw new ServerError(`Cannot sign in or out: ${message}`);
}
