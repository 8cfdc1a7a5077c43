/**
 * Functions that an application calls, as types.
 *
 * @module
 */

import type { AuthAction } from "../http/endpoints.ts";
import type { Cookies, Incoming, Outcome, RequestHeaders } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { SessionLack } from "../values/levels.ts";

/** A function that an application calls in a request. @param params As the application has passed them. */
export type Call<Setup> = (params: readonly unknown[], visit: CallVisit, setup: Setup) => Promise<CallResult>;

/** A function that an application calls outside of requests. @param params As the application has passed them. */
export type OutsideCall<Setup> = (params: readonly unknown[], setup: Setup) => Promise<unknown>;

/** The request in which an application calls a function, as its integration sees it. */
export interface CallDoor {
  /** Returns the id of the user who is signed in; `null` if no one is. */
  userId(): Promise<string | null>;
  /** Returns where a user signs in. @param returnTo Where they go afterwards. Default: the page of the request. */
  signInUrl(returnTo?: string): string;
  /** Returns whether the answer can set cookies. */
  canSetCookies(): boolean;
}

/** The same, as a capability sees it. */
export interface CallVisit extends CallDoor {
  /** Its method, or `GET`. */
  readonly method: string;
  /** Its headers. */
  readonly headers: RequestHeaders;
  /** Its cookies. */
  readonly cookies: Cookies;
  /** Refuses a request of another site; returns it as a form of this one. @throws {MissingCSRF} if it is one. */
  assertOwn(): Incoming;
  /** Reads what an endpoint shows to a script. @throws {AuthError} if it fails. */
  read(action: AuthAction, query: Readonly<Record<string, string>>): Promise<Outcome>;
}

/** The result of a call, and the cookies to set. */
export type CallResult =
  & { readonly cookies: readonly SetCookie[] }
  & (
    | { readonly lack?: undefined; readonly value: unknown }
    | {
      /** What the session lacks. */
      readonly lack: SessionLack;
      /** Where the user gets it. Default: the page for what is lacking. */
      readonly url?: string;
      /** Where the user goes afterwards. Default: the page of the request. */
      readonly returnTo?: string | undefined;
    }
  );
