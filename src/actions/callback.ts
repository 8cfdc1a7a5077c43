/**
 * `GET` and `POST callback/:provider`: a sign-in ends.
 *
 * @module
 */

import type { EmailProvider, WebAuthnProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { InvalidProvider } from "../errors.ts";
import { assertIntended } from "../http/csrf.ts";
import { withCookies } from "../http/outcome.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { OAuthProvider } from "../oauth/provider.ts";
import { receiveResponse } from "../oauth/response.ts";
import type { CredentialsConfig } from "../providers/types.ts";
import { takeCeremony } from "../sign_in/challenge.ts";
import { complete } from "../sign_in/complete.ts";
import { authorize } from "../sign_in/credentials.ts";
import { openCode, openLink, readLink } from "../sign_in/email.ts";
import { finish } from "../sign_in/oauth.ts";
import { NO_INTENT, withLinkOf } from "../sign_in/intent.ts";
import * as webauthn from "../sign_in/webauthn.ts";
import { showConfirmation } from "./page.ts";
import { findProvider } from "./signin.ts";

/** Signs the user in, whichever way the provider goes. */
export async function callback(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = findProvider(incoming, setup);
  switch (provider.type) {
    case "oauth":
    case "oidc":
      return await comeBack(incoming, provider, setup);
    case "email":
      return await openMail(incoming, provider, setup);
    case "credentials":
      return await checkCredentials(incoming, provider, setup);
    case "webauthn":
      return await checkPasskey(incoming, provider, setup);
  }
}

/** The flow's cookie is removed whatever comes of it. */
async function comeBack(incoming: Incoming, provider: OAuthProvider, setup: Setup): Promise<Outcome> {
  const arrival = await receiveResponse(incoming, provider, setup);
  if ("redirect" in arrival) return arrival;
  const { params, flow, consumed } = arrival;
  const returnTo = flow?.returnTo ?? setup.home ?? incoming.origin;
  try {
    const identity = await finish({ incoming, params, flow }, provider, setup);
    return withCookies(
      await complete(identity, { incoming, returnTo, intent: flow ?? NO_INTENT }, setup),
      consumed,
    );
  } catch (error) {
    return { error, returnTo, cookies: consumed };
  }
}

/**
 * A link signs in at once in the browser that asked for the mail. Anywhere else a page asks first, so that what opens
 * links by itself, a scanner or a prefetch, signs nobody in and uses nothing up.
 */
async function openMail(incoming: Incoming, provider: EmailProvider, setup: Setup): Promise<Outcome> {
  const { method, headers, body } = incoming;
  if (method === "POST") await assertIntended(incoming, setup);
  if (typeof body?.code === "string") {
    const { consumed, identity, ...way } = await openCode(body.code, { incoming, provider }, setup);
    return withCookies(await complete(identity, { incoming, ...way }, setup), consumed);
  }
  const link = await readLink(incoming, provider, setup);
  const isPrefetch = (headers.get("sec-purpose") ?? headers.get("purpose"))?.includes("prefetch");
  if (method === "GET" && (!link.mail || isPrefetch)) return await showConfirmation(incoming, link, setup);
  const { consumed, identity, ...way } = await openLink(link, { incoming, provider }, setup);
  return withCookies(await complete(identity, { incoming, ...way }, setup), consumed);
}

async function checkCredentials(
  incoming: Incoming,
  provider: CredentialsConfig,
  setup: Setup,
): Promise<Outcome> {
  await assertPosted(incoming, setup);
  const identity = await authorize(incoming, provider, setup);
  const returnTo = await returnUrl(incoming, setup);
  return await complete(identity, { incoming, returnTo, intent: NO_INTENT }, setup);
}

/** The challenge is used up, and its cookie removed, whatever comes of it. */
async function checkPasskey(incoming: Incoming, provider: WebAuthnProvider, setup: Setup): Promise<Outcome> {
  await assertPosted(incoming, setup);
  const answer = webauthn.parseAnswer(incoming);
  const returnTo = await returnUrl(incoming, setup);
  const { cookies } = incoming;
  // `setupOf` lets no provider of passkeys in without an adapter.
  const context = { ...setup, store: setup.store! };
  const { ceremony, consumed } = await takeCeremony(answer, { provider, cookies }, context);
  try {
    const identity = await webauthn.finish(answer, { ceremony, incoming, provider }, setup);
    const intent = withLinkOf(incoming, ceremony?.intent ?? NO_INTENT);
    return withCookies(await complete(identity, { incoming, returnTo, intent }, setup), consumed);
  } catch (error) {
    return { error, returnTo, cookies: consumed };
  }
}

async function assertPosted(incoming: Incoming, setup: Setup): Promise<void> {
  if (incoming.method === "GET") {
    throw new InvalidProvider(`Cannot sign in with "${incoming.providerId}" by a link: its form is posted`);
  }
  await assertIntended(incoming, setup);
}
