/**
 * The session of one request, and what changes it, for servers that hand `auth` to the application.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { act, type Change, type Changed, type SetCookies, type Visit } from "./_visit.ts";
import type { ActionRequest, Mount, SessionReader, SignInAction, SignOutAction } from "./integration.ts";

/**
 * The session of one request, and what changes it. Each function sets the cookies of the answer: call it before the
 * headers are sent.
 *
 * A request of another site cannot sign in, sign out or change the session, so forms of the application need no CSRF token.
 */
export interface RequestAuth<C extends AuthConfig = AuthConfig> {
  /**
   * Returns the session; `null` when no one is signed in. It is read once per request.
   *
   * @throws {AdapterError} if the database fails.
   */
  (): Promise<SessionOf<C> | null>;
  /**
   * Signs a user in from a form of the application: begins at the provider, sends a mail, or checks credentials.
   *
   * @returns The URL to redirect to.
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  signIn(action?: SignInAction): Promise<string>;
  /** Signs the user out. @returns The URL to redirect to. @throws {AuthError} if it fails. */
  signOut(action?: SignOutAction): Promise<string>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @returns The changed session, which `auth()` then returns too; `null` if no one is signed in.
   * @throws {AuthError} if it fails.
   */
  update(data: unknown): Promise<SessionOf<C> | null>;
}

/** The answer to the request. */
export interface AnswerInProgress<C extends AuthConfig> {
  /** Reads the session. */
  read(session: SessionReader<C>): Promise<SessionOf<C> | null>;
  /** Throws if no cookie can be set any more. @param wish What the application wants. */
  assertOpen(wish: string): void;
  /** Sets cookies, if that is still possible. */
  readonly setCookies: SetCookies;
}

/** Creates `auth` for a request. */
export function createRequestAuth<C extends AuthConfig>(
  visit: Visit<C>,
  answer: AnswerInProgress<C>,
): RequestAuth<C> {
  async function change<Result extends Changed>(
    wish: string,
    run: Change<C, Result>,
  ): Promise<Result> {
    answer.assertOpen(wish);
    const runInTime = async (mounted: Mount<C>, request: ActionRequest) => {
      const result = await run(mounted, request);
      answer.assertOpen(wish);
      return result;
    };
    return await act(visit, runInTime, answer.setCookies);
  }
  const read = async () => {
    await visit.changing;
    return await answer.read(visit.session);
  };
  return Object.assign(read, {
    signIn: async (action: SignInAction = {}) =>
      (await change("sign in", (mounted, request) => mounted.signIn(request, action))).url,
    signOut: async (action: SignOutAction = {}) =>
      (await change("sign out", (mounted, request) => mounted.signOut(request, action))).url,
    update: async (data: unknown) =>
      (await change("update the session", (mounted, request) => mounted.update(request, data))).session,
  });
}
