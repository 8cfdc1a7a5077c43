/**
 * The begin of a ceremony: the options for the browser.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations | WebAuthn §7}
 * @module
 */

import { normalizeAddress, spellingOf } from "../address.ts";
import { base64ToBase64Url, toBase64Url } from "../../crypto/bytes.ts";
import { type Registration, storeCeremony } from "./ceremony.ts";
import { findByAddress } from "../decision.ts";
import { listingOf } from "./listed.ts";
import { labelFor, userHandleOf } from "./user_entity.ts";
import { toRecord, toRequest } from "../../http/incoming.ts";
import { createIntent } from "../intent.ts";
import type { Intent } from "../../model/intent.ts";
import { isOneFactor, transportsOf } from "../../values/one_factor.ts";
import { currentUser } from "../../session/current.ts";
import type { CredentialDescriptor, UserInfo } from "../../model/provider.ts";
import { findPassingUser } from "../passing_user.ts";
import { hasTyped } from "./typed.ts";
import { relyingPartyOf } from "./relying_party.ts";
import { isSameAddress, toEmail } from "../../values/same_address.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import { toStorable } from "../../values/storable.ts";
import type { Store } from "../../model/store.ts";
import type { AdapterAuthenticator } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { User } from "../../values/types.ts";

/** The options of a ceremony, and its cookies. */
export interface StartedCeremony {
  /** The kind of ceremony. */
  readonly action: "authenticate" | "register";
  /** For `navigator.credentials`, as JSON. */
  readonly options: object;
  /** The challenge, sealed. */
  readonly cookies: readonly SetCookie[];
}

/**
 * Asks for a passkey of the user whom the query names, or of any user.
 *
 * The answer does not reveal whether the user exists, and the number of database calls is the same. `hideAmong` says what
 * an observer can still see.
 *
 * @throws {InvalidEmail} if `email` of the query is not an address.
 */
export async function startAuthentication(
  incoming: Incoming,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<StartedCeremony> {
  const { store } = provider;
  const intent = await createIntent(incoming, setup);
  const listing = provider.discoverable ? null : listingOf(provider);
  const info = listing && await userInfoOf(incoming, provider, store);
  const allowed = info && await (await listing!()).allowedCredentialsOf(info, provider, setup);
  const challenge = setup.platform.random(32);
  const options = await provider.simpleWebAuthn.generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: (await relyingPartyOf(incoming, provider)).id,
    challenge,
    ...(allowed && { allowCredentials: allowed.credentials }),
  });
  const ceremony = {
    action: "authenticate",
    provider: provider.id,
    challenge: toBase64Url(challenge),
    intent,
    subject: allowed?.subject ?? null,
  } as const;
  const cookies = await storeCeremony(ceremony, incoming, { ...setup, store });
  return { action: "authenticate", options, cookies };
}

/**
 * Asks for a new passkey: for the current user, else for a new user with the data of the query. The answer does not reveal
 * whether that user already exists. Only the end of the registration does.
 *
 * @returns `null` if no one is signed in, and the query names no user, or nobody can sign up; and if the query has `offer`, and this user
 * has a passkey or has typed no password just now.
 * @throws {InvalidEmail} if `email` of the query is not an address.
 */
export async function startRegistration(
  incoming: Incoming,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<StartedCeremony | null> {
  const { store } = provider;
  const intent = await createIntent(incoming, setup);
  const registrant = await registrantOf(incoming, intent, { ...setup, provider, store });
  if (!registrant) return null;
  const { userId, user } = registrant;
  // Before the browser makes a passkey that would never sign in.
  if (userId === null && !setup.signsUp) return null;
  const registered = userId === null ? [] : await store.listAuthenticatorsByUserId(userId);
  const offer = incoming.query.get("offer");
  const isConditional = offer !== null;
  if (isConditional && (!provider.offer || registered.length || !await hasTyped(offer, userId, setup))) {
    return null;
  }
  const site = await relyingPartyOf(incoming, provider, setup.theme);
  const challenge = setup.platform.random(32);
  const label = await labelFor(userId, user, setup);
  // Random for a new user: an authenticator replaces the passkey that it has for the same handle.
  const userHandle = userId === null ? setup.platform.random(32) : await userHandleOf(userId, setup);
  const options = await provider.simpleWebAuthn.generateRegistrationOptions({
    ...provider.registrationOptions,
    // A copy, because the package writes to it.
    authenticatorSelection: {
      ...provider.registrationOptions?.authenticatorSelection,
      ...(isConditional && { userVerification: "preferred" }),
    },
    rpID: site.id,
    rpName: site.name,
    userName: label,
    // Never show a stored name to a user who is not signed in.
    userDisplayName: userId !== null && user.name ? user.name : label,
    userID: userHandle,
    challenge,
    // Where a mark cannot go, the passkey may be added once more, without one.
    excludeCredentials: registered.filter((each) => store.updateAuthenticator || !isOneFactor(each)).map(
      toDescriptor,
    ),
  });
  const ceremony = {
    action: "register",
    provider: provider.id,
    challenge: toBase64Url(challenge),
    intent,
    userId,
    user: userId === null ? user : { name: user.name, email: user.email, image: user.image },
    ...(user.email && spellingOf(incoming.query.get("email"), user.email)),
    userHandle: toBase64Url(userHandle),
    isConditional,
  } as const;
  const cookies = await storeCeremony(ceremony, incoming, { ...setup, store });
  return { action: "register", options, cookies };
}

/**
 * Who gets a new passkey: the current user, if they ask for it or do not name another user; else a new user with the
 * typed data. `null` if there is neither.
 */
async function registrantOf(
  incoming: Incoming,
  { userId, link }: Intent,
  setup: Setup & { readonly provider: WebAuthnProvider; readonly store: Store },
): Promise<Pick<Registration, "userId" | "user"> | null> {
  const { provider, store } = setup;
  // Not one who is hidden: the options would tell who it is.
  const current = (await currentUser(incoming, setup))?.user ?? null;
  // Who has not signed up may still become another user: the handle of a passkey is not theirs.
  const isPassing = current && await findPassingUser(incoming, setup);
  const own = { userId: isPassing ? null : userId, user: current! };
  if (current && link !== "none") return own;
  const named = await namedUserOf(incoming, provider, store);
  const isOwn = !named || (named.email && current?.email && isSameAddress(named.email, current.email));
  if (current && isOwn) return own;
  return named && { userId: null, user: named };
}

/** The user whom the fields of the form name; `null` if they name none. @throws {InvalidEmail} if an address is not one. */
async function userInfoOf(
  incoming: Incoming,
  provider: WebAuthnProvider,
  store: Store,
): Promise<UserInfo | null> {
  const { action: _, ...fields } = toRecord(incoming.query);
  const find = (address: string) => userInfoFor(address, store);
  if (provider.getUserInfo) {
    return await provider.getUserInfo({ fields, request: toRequest(incoming), findByAddress: find });
  }
  return fields.email ? await find(fields.email) : null;
}

/** Returns the address as typed: the stored one may differ in case, and so reveal that the user exists. */
async function userInfoFor(address: string, store: Store): Promise<UserInfo> {
  const email = normalizeAddress(address);
  const user = await findByAddress(email, store, spellingOf(address, email).former);
  return user ? { user: { ...user, email }, exists: true } : { user: { email }, exists: false };
}

/** The data of a new user. Of an existing user only the typed data, so that the answer does not reveal them. */
async function namedUserOf(
  incoming: Incoming,
  provider: WebAuthnProvider,
  store: Store,
): Promise<User | null> {
  const info = await userInfoOf(incoming, provider, store);
  if (!info) return null;
  const { email, name } = info.user;
  if (!info.exists) return toStorable({ ...info.user, ...(email && { email: toEmail(email) }) });
  return email ? { email } : { name };
}

/** Names a passkey to the browser. */
export function toDescriptor(
  { credentialID, transports }: Pick<AdapterAuthenticator, "credentialID" | "transports">,
): CredentialDescriptor {
  const list = transportsOf({ transports });
  return { id: base64ToBase64Url(credentialID), ...(list.length && { transports: list }) };
}
