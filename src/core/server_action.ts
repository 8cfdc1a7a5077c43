/**
 * Signs users in and out in the application's own code: in a server action, a form action or a route of its own.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import { ConfigError, InvalidProvider, ServerError } from "../errors/errors.ts";
import { type ActionRequest, actionSetup, type LeavingAct, runOwnAction, runOwnForm } from "./own_request.ts";
import { withParams } from "../http/redirect.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";
import { type SignOutAction, signOutWishesIn } from "../shapes/sign_out.ts";
import type { AuthAction } from "../http/endpoints.ts";
import type { Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import { toJson } from "../values/json.ts";
import { isJsonObject } from "../values/json_object.ts";
import type { SignInData } from "../values/types.ts";

export type { ActionRequest } from "./own_request.ts";

/** A sign-in that the application begins. */
export interface SignInAction {
  /**
   * Id of the provider. If it is unknown, the user is sent to the sign-in page with the error `InvalidProvider`. Default:
   * none: the user chooses on the sign-in page.
   */
  readonly providerId?: string | undefined;
  /** Fields of the form: an address, the code of an email, or credentials. Default: none. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Parameters to add to the authorization request, such as `login_hint`. Default: none. */
  readonly authorizationParams?: Readonly<Record<string, string>>;
  /**
   * Scopes to ask for beside those of the provider's config, separated by spaces (RFC 6749 §3.3): name all that the application
   * needs by now. A user who is signed in must choose their own account at the provider. Only from the application's own code: a
   * browser cannot add any. Default: none.
   */
  readonly scope?: string | undefined;
  /**
   * What the callbacks and the events of the sign-in get as `data`, once it ends, in whichever browser and however many steps: an object
   * of at most 500 bytes as JSON. It travels sealed. Only from the application's own code: never pass on what a browser has sent, unless
   * you have checked it. Needs a provider. Default: nothing.
   */
  readonly data?: SignInData | undefined;
  /**
   * Where the user goes afterwards: an absolute URL or a path. Default: the page that has the form; without `Referer`, the
   * URL of the application.
   */
  readonly redirectTo?: string | undefined;
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
 * Signs in: redirects to the provider, sends an email, or checks its code or credentials.
 *
 * The caller protects itself from forged requests, as frameworks do for their actions. A request whose `Origin` is
 * another site is refused nevertheless. A link begins a sign-in at a provider, and the user is asked before an account is
 * added. It sends no mail: it leads to the sign-in page, with the address filled in.
 *
 * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
 */
export async function signIn(
  request: ActionRequest,
  { providerId, fields = {}, authorizationParams, scope, data, redirectTo }: SignInAction,
  config: AuthConfig,
): Promise<ActionResult> {
  const setup = actionSetup(request, config);
  const provider = setup.providers.get(providerId ?? "");
  const action: AuthAction = provider && hasProof(provider, fields) ? "callback" : "signin";
  const act = {
    ...{ action, provider, query: authorizationParams, body: fields, scope, redirectTo },
    data: data === undefined ? undefined : givenData(data, providerId),
  } as const;
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
  { redirectTo, ...wishes }: SignOutAction,
  config: AuthConfig,
): Promise<ActionResult> {
  const body = signOutWishesIn(wishes);
  return await runAndLeave(request, { action: "signout", body, redirectTo }, actionSetup(request, config));
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
  const { json, cookies = [] } = await runOwnAction(
    request,
    { action: "session", body: { data } },
    actionSetup(request, config),
  );
  return { session: json as SessionOf<C> | null, cookies };
}

/** Does what leads the user elsewhere. */
async function runAndLeave(request: ActionRequest, act: LeavingAct, setup: Setup): Promise<ActionResult> {
  return toActionResult(await runOwnForm(request, act, setup));
}

/** The most that a sign-in takes along, in bytes as JSON: it is in a cookie, or in the link of an email. */
const MOST_DATA = 500;

/** What the application gives a sign-in, as a callback will see it. @throws {ConfigError} if that is not possible. */
function givenData(data: unknown, providerId: string | undefined): SignInData {
  if (providerId === undefined) {
    throw new ConfigError(
      "Cannot sign in with `data`: name the provider, which the user would choose on the page",
    );
  }
  const text = toJson(data) ?? "null";
  const given: unknown = JSON.parse(text);
  if (isJsonObject(given) && new TextEncoder().encode(text).length <= MOST_DATA) return given as SignInData;
  throw new ConfigError(
    `Cannot sign in with \`data\`: write an object of at most ${MOST_DATA} bytes as JSON`,
  );
}

/** Whether the form has what proves the user, so that nothing has to begin first. */
function hasProof({ type }: SetupProvider, { data, code, again }: Readonly<Record<string, string>>): boolean {
  return type === "credentials" || (type === "webauthn" && data !== undefined) ||
    (type === "email" && code !== undefined && again !== "true");
}

/** Returns where an answer leads. @throws {ServerError} if it leads nowhere. */
export function toActionResult({ redirect, cookies = [], json, stream }: Outcome): ActionResult {
  if (redirect !== undefined) return { url: redirect, cookies };
  if (stream) {
    stream.cancel().catch(() => {});
    throw new ConfigError(
      "Cannot return a file: let a form of the page post to the endpoint `account` for it",
    );
  }
  const { message } = {
    message: "the action returned no redirect: this is a bug of the library, report it",
    ...json as { message?: string },
  };
  throw new ServerError(`Cannot finish what was asked for: ${message}`);
}
