/**
 * Binds a callback to the browser that started the sign-in: `state`, PKCE and `nonce` are in one sealed cookie for each
 * sign-in, so that several can be under way at once. A callback removes its cookie. An attacker with a copy of callback
 * and cookie can replay them, but the provider redeems a code only once (RFC 6749 §4.1.2).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.7 | RFC 9700 §4.7}
 * @module
 */

import { toBase64Url, toHex } from "../crypto/bytes.ts";
import type { Sealer } from "../crypto/seal.ts";
import {
  type AttemptCookies,
  type AttemptRequest,
  openAttempt,
  storeAttempt,
} from "../http/sealed_cookie.ts";
import type { Cookies, Only } from "../http/types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";
import type { OAuthProvider } from "./types.ts";
import type { SignInData } from "../values/types.ts";

/** A sign-in under way. */
export interface Flow {
  /** Id of the provider. Only its callback may end the flow. */
  readonly provider: string;
  /** State of the authorization request. The response must have the same one. */
  readonly state: string;
  /** PKCE code verifier. */
  readonly verifier?: string;
  /** Nonce of the authorization request. The ID token must have the same one. */
  readonly nonce?: string;
  /** `max_age` of the authorization request, in seconds. */
  readonly maxAge?: number;
  /** Start of the flow, in seconds since the epoch. Only with `maxAge`. */
  readonly startedAt?: number;
  /** Redirect URI of the authorization request. */
  readonly redirectUri: string;
  /** Return address after the sign-in. */
  readonly returnTo: string;
  /** Id of the user who was signed in at the start. The callback links an account only to this user. */
  readonly userId: string | null;
  /** Whether the flow is to link an account. */
  readonly link: "none" | "requested" | "agreed";
  /** When the session began in which the user asked to link; see `Intent` of `sign_in/intent.ts`. */
  readonly signedInAt?: number | null;
  /** Whether the account must be one that the user has already; see `Intent`. */
  readonly ownAccount?: boolean;
  /** Which providers the page that it began on offered; see `Intent`. */
  readonly only?: Only;
  /** `ui_locales` of the request that began it. */
  readonly locales?: string;
  /** What the application's own code has given it; see `Intent`. */
  readonly data?: SignInData | undefined;
}

/** A sign-in that its callback ends. One that another library began may have no state. */
export type EndingFlow = Omit<Flow, "state"> & Partial<Pick<Flow, "state">>;

/** Dependencies of `storeFlow` and `consumeFlow`. */
export interface FlowContext extends Sealer {
  /** Cookie of the flows. Its name is a prefix. */
  readonly cookies: { readonly flow: CookieOption };
}

/** How long a user may take at the provider, in seconds. */
export const FLOW_MAX_AGE = 900;

/** How many sign-ins may be under way in one browser. */
const MAX_FLOWS = 5;

/** Creates the values of a flow. */
export function createFlow(
  provider: OAuthProvider,
  { platform }: FlowContext,
  { state, nonce, maxAge, ...addresses }:
    & Pick<
      Flow,
      | "redirectUri"
      | "returnTo"
      | "userId"
      | "link"
      | "signedInAt"
      | "ownAccount"
      | "only"
      | "locales"
      | "data"
    >
    & {
      /** Default: random. */
      readonly state?: string | undefined;
      /** Whether to create a nonce even if `checks` does not contain it. */
      readonly nonce: boolean;
      /** `max_age` of the request, if it has one. */
      readonly maxAge?: number | undefined;
    },
): Flow {
  // One call for all values: a call costs more than what it returns.
  const bytes = platform.random(96);
  const random = (n: number) => bytes.subarray(32 * n, 32 * n + 32);
  return {
    provider: provider.id,
    // WeChat documents letters and digits only, at most 128.
    state: state ?? toHex(random(0)),
    ...(provider.checks.has("pkce") && { verifier: toBase64Url(random(1)) }),
    ...((nonce || provider.checks.has("nonce")) && { nonce: toBase64Url(random(2)) }),
    ...(maxAge !== undefined && { maxAge, startedAt: Math.floor(platform.now() / 1000) }),
    ...addresses,
  };
}

/** Returns the cookie of a flow, and removals of the oldest beyond the limit. */
export function storeFlow(
  flow: Flow,
  incoming: AttemptRequest,
  context: FlowContext,
): Promise<readonly SetCookie[]> {
  return storeAttempt(flow, { secret: flow.state, kind: flowCookies(context), incoming }, context);
}

/** Returns the flow of a callback, `null` unless this browser started it at this provider, and removes its cookie. */
export async function consumeFlow(
  state: string | null,
  { provider, cookies }: { readonly provider: OAuthProvider; readonly cookies: Cookies },
  context: FlowContext,
): Promise<{ readonly flow: Flow | null; readonly consumed: readonly SetCookie[] }> {
  if (!state) return { flow: null, consumed: [] };
  const kind = flowCookies(context);
  const { attempt: flow, consumed } = await openAttempt<Flow>(state, { kind, cookies }, context);
  // The flow of another provider stays: its own callback may still end it.
  return flow?.state === state && flow.provider === provider.id
    ? { flow, consumed }
    : { flow: null, consumed: [] };
}

function flowCookies({ cookies: { flow: cookie } }: FlowContext): AttemptCookies {
  return { cookie, purpose: "oauth flow", maxAge: FLOW_MAX_AGE, limit: MAX_FLOWS };
}
