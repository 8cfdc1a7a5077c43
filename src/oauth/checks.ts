/**
 * What ties a callback to the browser that started the sign-in: `state`, PKCE and `nonce`, made together and kept in
 * one sealed cookie for each sign-in, so that several can be under way at once. A callback removes its cookie. Someone
 * who has kept a copy of both can send them again: it is the provider that redeems a code once (RFC 6749 §4.1.2).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.7 | RFC 9700 §4.7}
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { open, type Sealer } from "../crypto/seal.ts";
import { makeRoom, removedCookie } from "../http/cookies.ts";
import { idOf, toSealedCookie } from "../http/sealed_cookie.ts";
import type { CookieOption, Cookies, Incoming, SetCookie } from "../http/types.ts";
import type { OAuthProvider } from "./provider.ts";

/** A sign-in under way. */
export interface Flow {
  /** Id of the provider: a flow ends where it began. */
  readonly provider: string;
  /** Sent with the authorization request, and expected back. */
  readonly state: string;
  /** PKCE code verifier. */
  readonly verifier?: string;
  /** Expected in the ID token. */
  readonly nonce?: string;
  /** `max_age` of the authorization request, in seconds. */
  readonly maxAge?: number;
  /** When the flow began: seconds since the epoch. Only with `maxAge`. */
  readonly startedAt?: number;
  /** Where the provider sends the user back. */
  readonly redirectUri: string;
  /** Where the user goes in the end. */
  readonly returnTo: string;
  /** Id of the user who was signed in when the flow began: only they get an account linked. */
  readonly userId: string | null;
  /** Whether the flow was begun to link an account. */
  readonly link: "none" | "requested" | "agreed";
}

/** What keeping flows needs. */
export interface FlowContext extends Sealer {
  /** The cookie of flows: a prefix. */
  readonly cookies: { readonly flow: CookieOption };
}

/** How long a user may take at the provider, in seconds. */
export const FLOW_MAX_AGE = 900;

/** How many sign-ins may be under way in one browser. */
const MAX_FLOWS = 5;

/** Makes the values of a flow. */
export function createFlow(
  provider: OAuthProvider,
  { platform }: FlowContext,
  { state, nonce, maxAge, ...addresses }: Pick<Flow, "redirectUri" | "returnTo" | "userId" | "link"> & {
    /** Default: random. */
    readonly state?: string | undefined;
    /** Whether a nonce is needed even if `checks` has none. */
    readonly nonce: boolean;
    /** `max_age` of the request, if it has one. */
    readonly maxAge?: number | undefined;
  },
): Flow {
  const random = () => toBase64Url(platform.random(32));
  return {
    provider: provider.id,
    state: state ?? random(),
    ...(provider.checks.has("pkce") && { verifier: random() }),
    ...((nonce || provider.checks.has("nonce")) && { nonce: random() }),
    ...(maxAge !== undefined && { maxAge, startedAt: Math.floor(platform.now() / 1000) }),
    ...addresses,
  };
}

/** The cookie of a flow, and the removal of the oldest if there are too many. */
export async function keepFlow(
  flow: Flow,
  { cookies, origin }: Pick<Incoming, "cookies" | "origin">,
  context: FlowContext,
): Promise<readonly SetCookie[]> {
  const { name, options } = context.cookies.flow;
  const cookie = { name: `${name}.${await idOf(flow.state)}`, options };
  return [
    await toSealedCookie(flow, { cookie, purpose: "oauth flow", maxAge: FLOW_MAX_AGE, origin }, context),
    ...makeRoom(cookies, { name, options }, MAX_FLOWS),
  ];
}

/** The flow of a callback, if this browser started it at this provider not long ago, and the removal of its cookie. */
export async function takeFlow(
  state: string | null,
  { provider, cookies }: { readonly provider: OAuthProvider; readonly cookies: Cookies },
  context: FlowContext,
): Promise<{ readonly flow: Flow | null; readonly consumed: readonly SetCookie[] }> {
  if (!state) return { flow: null, consumed: [] };
  const name = `${context.cookies.flow.name}.${await idOf(state)}`;
  const sealed = cookies.get(name);
  if (!sealed) return { flow: null, consumed: [] };
  const flow = await open<Flow>(sealed, "oauth flow", context);
  // Another provider's flow is left alone: it may still end where it began.
  if (flow?.state !== state || flow.provider !== provider.id) return { flow: null, consumed: [] };
  return { flow, consumed: [removedCookie({ ...context.cookies.flow, name })] };
}
