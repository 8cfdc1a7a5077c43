/**
 * A config at its place in a server: which paths it owns, its answers, its sessions.
 *
 * @module
 */

import { createCompletion } from "./completion.ts";
import { checkPackages } from "./packages.ts";
import { type SessionReader, toReader } from "./session_reader.ts";
import { answerAt } from "./answer.ts";
import { useOf } from "../../core/answer.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import type { Environment } from "../../config/env.ts";
import { hasLevels } from "../../config/features.ts";
import { ConfigError } from "../../errors/errors.ts";
import { toResponse } from "../../http/fetch_door.ts";
import { isOwnPath } from "../../http/own_path.ts";
import type { SessionNeed } from "../../values/levels.ts";
import { withParams } from "../../http/redirect.ts";
import { LEVEL_2_ENDPOINT, LEVEL_2_WAYS } from "../../shapes/lists.ts";
import type { SignOutAction } from "../../shapes/sign_out.ts";
import { type RequestWithCookies, sessionOf, type SessionWithHeaders } from "../../core/resolve_session.ts";
import {
  type CallAction,
  type FormAction,
  type FormResult,
  runCall,
  submitForm,
} from "../../core/functions.ts";
import {
  type ActionRequest,
  type ActionResult,
  signIn,
  type SignInAction,
  signOut,
  type UpdateResult,
  updateSession,
} from "../../core/server_action.ts";
import type { CallDoor, CallResult } from "../../setup/call.ts";
import type { Capabilities } from "../../setup/setup.ts";
import type { Language } from "../../messages/types.ts";
import type { LoggerInstance } from "../../values/types.ts";

/** A config that is mounted in a server. */
export interface Mount<C extends AuthConfig = AuthConfig> {
  /** The config, completed from the environment. */
  readonly config: C;
  /** Origin of the application, if the config or `AUTH_URL` sets it. */
  readonly origin: string | undefined;
  /** Path of the library, as browsers see it: with a leading slash, without a trailing one; empty for the root. */
  readonly basePath: string;
  /** The same after a proxy has removed the path of the application: `/auth` for `/app/auth`. */
  readonly innerPath: string;
  /** The logger. */
  readonly logger: LoggerInstance;
  /**
   * Returns whether the library answers a path: that of an action, with the id of a provider behind it if the action takes
   * one. Other paths below `basePath`, and those of actions without use in the config, belong to the application.
   */
  owns(pathname: string): boolean;
  /** Whether code of the application runs while a session is read: a callback, an event, an adapter, a logger, a feature. */
  readonly runsOwnCode: boolean;
  /** Answers a request for such a path. Never rejects. */
  answer(request: Request): Promise<Response>;
  /** Returns a reader for the session of a request for another path. It reads nothing yet. */
  session(request: RequestWithCookies): SessionReader<C>;
  /**
   * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
   * one.
   *
   * @param returnTo Path of the page that the user asked for.
   * @param page Path or URL of another sign-in page.
   */
  signInUrl(returnTo: string, page?: string): string;
  /**
   * Returns where to send a user whose session is not enough: the page of the second factor, which leads back; without
   * `SecondFactor()` in the config, the sign-in page.
   *
   * @param need What the session lacks.
   * @param page As for `signInUrl`.
   * @throws {ConfigError} if no way to sign in of the config reaches the level.
   */
  stepUpUrl(returnTo: string, need: SessionNeed, page?: string): string;
  /**
   * Signs a user in from the application's own code, such as a server action. The framework must have checked that the
   * request is not forged; one that comes from another site is refused nevertheless.
   *
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  signIn(request: ActionRequest, action: SignInAction): Promise<ActionResult>;
  /** Signs a user out from the application's own code. @throws {AuthError} if it fails. */
  signOut(request: ActionRequest, action: SignOutAction): Promise<ActionResult>;
  /**
   * Does what a form of the application asks for, as the page of the library does. The framework must have checked that the
   * request is not forged; one that comes from another site is refused nevertheless, and a link only leads to the page.
   *
   * @throws {ConfigError} if the config does not bring the function.
   * @throws {AuthError} if it fails: see the forms.
   */
  submit(request: ActionRequest, action: FormAction): Promise<FormResult>;
  /**
   * Calls a function that the config brings, such as `accessTokens.get`. `submit` runs its forms.
   *
   * @param door What only the integration knows of the request.
   * @throws {ConfigError} if the config does not bring it.
   * @throws {AuthError} if it fails.
   */
  call(request: ActionRequest, action: CallAction, door: CallDoor): Promise<CallResult>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @throws {AuthError} if it fails.
   */
  update(request: ActionRequest, data: unknown): Promise<UpdateResult<C>>;
}

/** Options of `mount`. */
export interface MountOptions {
  /** Path of the library if neither `basePath` nor `AUTH_URL` says it. Default `/auth`. */
  readonly defaultPath?: string;
  /** Fields that the integration sets, whatever the config says. Default: none. */
  readonly fixed?: Partial<AuthConfig>;
  /** Names of the callbacks that the integration calls beside those of the library. Default: none. */
  readonly callbacks?: readonly string[];
  /**
   * Languages of the pages if the config names none: `all` of `@latchkey/auth/languages` for a server with files, which
   * loads each language when it is asked for. Default: English, so that a program that is one file has no other.
   */
  readonly languages?: readonly Language[];
}

/** As `mount` of `./integration`, with the code that the caller has. @throws {ConfigError} if the config is invalid. */
export function mountWith<C extends AuthConfig>(
  config: C,
  env: Environment,
  { defaultPath = "/auth", fixed = {}, callbacks = [], languages, capabilities }: MountOptions & {
    /**
     * The code for providers that are plain objects; `undefined` for a program that is one file, which has only the code of
     * the providers that it imports.
     */
    readonly capabilities: Capabilities | undefined;
  },
): Mount<C> {
  // `raw` is for callers of `Auth`: a server needs a response.
  const own = { ...fixed, raw: undefined };
  const completion = createCompletion(config, { env, defaultPath, fixed: own, languages, capabilities });
  const { logger, providers, capabilities: code } = completion.setup();
  const unread = "authorized" in (config.callbacks ?? {}) && !callbacks.includes("authorized");
  if (unread) logger.warn(UNREAD_GUARD);
  // In the background, so that it does not delay the start of the application.
  void checkPackages({ providers, capabilities: code, logger });
  const forSession = () => completion.config("sessions");
  const forAll = () => completion.config("all");
  const signInPageOf = ({ pages }: AuthConfig) => pages?.signIn ?? `${completion.setup().basePath}/signin`;
  const owns = (pathname: string) => isOwnPath(completion.setup(), pathname);
  return {
    get config() {
      return forAll();
    },
    get origin() {
      return completion.setup().origin;
    },
    get basePath() {
      return completion.setup().basePath;
    },
    get innerPath() {
      return completion.setup().innerPath ?? completion.setup().basePath;
    },
    logger,
    owns,
    get runsOwnCode() {
      const { callbacks, events, jwt, adapter, logger, features } = forSession();
      return Boolean(callbacks ?? events ?? jwt ?? adapter ?? logger ?? features);
    },
    answer: async (request) => {
      const { origin } = completion.setup();
      return toResponse(await answerAt(request, { config: completion.config(useOf(request.url)), origin }));
    },
    session: (request) => sessionReader(request, forSession(), owns),
    signInUrl(returnTo, page) {
      return toPage(page ?? signInPageOf(forSession()), { callbackUrl: returnTo });
    },
    stepUpUrl(returnTo, { aal }, page) {
      const config = forSession();
      const { basePath, providers } = completion.setup();
      if (hasLevels(config)) {
        // The endpoint leads on: to a page of the application, or where a user goes who has no second factor.
        const lack: Record<string, string> = aal === 2 ? {} : { lack: "age" };
        return toPage(`${basePath}/${LEVEL_2_ENDPOINT}`, { ...lack, callbackUrl: returnTo });
      }
      if (aal === 2 && ![...providers.values()].some(({ type }) => type === "webauthn")) {
        throw new ConfigError(
          `Cannot require a session of level 2: no way to sign in of this config reaches it. Add ${LEVEL_2_WAYS}`,
        );
      }
      const params = { error: "SessionNotFresh", callbackUrl: returnTo };
      return toPage(page ?? signInPageOf(config), params);
    },
    signIn: (request, action) => signIn(request, action, forAll()),
    signOut: (request, action) => signOut(request, action, forAll()),
    submit: (request, action) => submitForm(request, action, forAll()),
    call: (request, action, door) => runCall(request, action, door, forAll()),
    update: (request, data) => updateSession(request, data, forAll()),
  };
}

/** The warning for a guard that no one calls: without it, an application could believe that its pages are protected. */
const UNREAD_GUARD =
  "unknown-option: `callbacks.authorized` has no effect here, because only the proxy of Next calls it. Check the session " +
  "in each page that needs one";

/** A page that is a path stays one: the browser completes it with the origin that it uses. */
function toPage(page: string, params: Readonly<Record<string, string>>): string {
  const base = "http://path.invalid";
  const url = withParams(page, base, params);
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** The session of one request, which is read when someone asks for it. */
function sessionReader<C extends AuthConfig>(
  request: RequestWithCookies,
  config: C,
  owns: Mount["owns"],
): SessionReader<C> {
  let reading: Promise<SessionWithHeaders<C>> | undefined;
  return toReader({ read: () => reading ??= sessionOf(request, config, owns), current: () => reading });
}
