/**
 * A ceremony with a passkey begins: what the browser is asked for.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-rp-operations | WebAuthn §7}
 * @module
 */

import type { AdapterAuthenticator } from "../adapters/types.ts";
import type { WebAuthnProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import type { Store } from "../config/store.ts";
import { base64ToBase64Url, base64UrlToBase64, toBase64Url } from "../crypto/bytes.ts";
import { toRecord, toRequest } from "../http/incoming.ts";
import type { Incoming, SetCookie } from "../http/types.ts";
import type { CredentialDescriptor, UserInfo, WebAuthnConfig } from "../providers/types.ts";
import { isSameAddress } from "../same_address.ts";
import type { User } from "../types.ts";
import { normalizeAddress } from "./address.ts";
import { keepCeremony, type Registration, subjectOf } from "./challenge.ts";
import { findByAddress } from "./decision.ts";
import { type Decoy, decoysFor, hideAmong, userHandleOf } from "./decoy.ts";
import { type Intent, readIntent } from "./intent.ts";
import { siteOf } from "./relying_party.ts";

/** What a browser needs for a ceremony, and the cookies that belong to it. */
export interface Started {
  /** What it is for. */
  readonly action: "authenticate" | "register";
  /** For `navigator.credentials`, as JSON. */
  readonly options: object;
  /** The challenge, sealed. */
  readonly cookies: readonly SetCookie[];
}

/**
 * Asks for a passkey of the user whom the query names, or of any user.
 *
 * The answer looks the same whether or not there is such a user, and the database gets as many calls. `hideAmong` says
 * what an observer can still see.
 *
 * @throws {InvalidEmail} if the query has what is no address.
 */
export async function startAuthentication(
  incoming: Incoming,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<Started> {
  const store = setup.store!;
  const intent = await readIntent(incoming, setup);
  const info = provider.discoverable ? null : await userInfoOf(incoming, provider, store);
  const wanted = info && await wantedOf(info, provider, setup);
  const challenge = setup.platform.random(32);
  const options = await provider.simpleWebAuthn.generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: (await siteOf(incoming, provider)).id,
    challenge,
    ...(wanted && { allowCredentials: wanted.credentials }),
  });
  const ceremony = {
    action: "authenticate",
    provider: provider.id,
    challenge: toBase64Url(challenge),
    intent,
    subject: wanted?.subject ?? null,
  } as const;
  const cookies = await keepCeremony(ceremony, incoming.cookies, setup);
  return { action: "authenticate", options, cookies };
}

/**
 * Asks for a new passkey: for the user who is signed in, else for a new user with what the query says. The answer does
 * not show whether there is such a user already. What follows the new passkey does.
 *
 * @returns `null` if nobody is signed in, and nobody named.
 * @throws {InvalidEmail} if the query has what is no address.
 */
export async function startRegistration(
  incoming: Incoming,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<Started | null> {
  const store = setup.store!;
  const intent = await readIntent(incoming, setup);
  const registrant = await registrantOf(incoming, intent, { provider, store });
  if (!registrant) return null;
  const { userId, user } = registrant;
  const known = userId === null ? [] : await store.listAuthenticatorsByUserId(userId);
  const site = await siteOf(incoming, provider);
  const challenge = setup.platform.random(32);
  const label = labelOf(user);
  // Random for a new user: an authenticator replaces the passkey that it has for the same handle.
  const userHandle = userId === null ? setup.platform.random(32) : await userHandleOf(userId, setup);
  const options = await provider.simpleWebAuthn.generateRegistrationOptions({
    ...provider.registrationOptions,
    // The package writes to it.
    authenticatorSelection: { ...provider.registrationOptions?.authenticatorSelection },
    rpID: site.id,
    rpName: site.name,
    userName: label,
    // Never show a stored name to a person who is not signed in.
    userDisplayName: userId !== null && user.name ? user.name : label,
    userID: userHandle,
    challenge,
    excludeCredentials: known.map(toDescriptor),
  });
  const ceremony = {
    action: "register",
    provider: provider.id,
    challenge: toBase64Url(challenge),
    intent,
    userId,
    user: userId === null ? user : { name: user.name, email: user.email, image: user.image },
    userHandle: toBase64Url(userHandle),
  } as const;
  const cookies = await keepCeremony(ceremony, incoming.cookies, setup);
  return { action: "register", options, cookies };
}

/**
 * Who gets a new passkey: the user who is signed in, if they ask for it or name no one else; else a new user with what
 * was typed. `null` if there is neither.
 */
async function registrantOf(
  incoming: Incoming,
  { userId, link }: Intent,
  { provider, store }: { readonly provider: WebAuthnProvider; readonly store: Store },
): Promise<Pick<Registration, "userId" | "user"> | null> {
  const current = userId === null ? null : await store.getUser(userId);
  if (current && link !== "none") return { userId, user: current };
  const named = await newUserOf(incoming, provider, store);
  const isOwn = !named || (named.email && current?.email && isSameAddress(named.email, current.email));
  if (current && isOwn) return { userId, user: current };
  return named && { userId: null, user: named };
}

/** Whom the fields of the form name; `null` if nobody. */
async function userInfoOf(
  incoming: Incoming,
  provider: WebAuthnProvider,
  store: Store,
): Promise<UserInfo | null> {
  const { action: _, ...fields } = toRecord(incoming.query);
  const find = (address: string) => userWith(address, store);
  if (provider.getUserInfo) {
    return await provider.getUserInfo({ fields, request: toRequest(incoming), findByAddress: find });
  }
  return fields.email ? await find(fields.email) : null;
}

/** With the address as it was asked for, since the stored one may differ in case, and so tell that there is one. */
async function userWith(address: string, store: Store): Promise<UserInfo> {
  const email = normalizeAddress(address);
  const user = await findByAddress(email, store);
  return user ? { user: { ...user, email }, exists: true } : { user: { email }, exists: false };
}

/** What a new user begins with. Of one who exists already only what was typed, so that both look the same. */
async function newUserOf(incoming: Incoming, provider: WebAuthnProvider, store: Store): Promise<User | null> {
  const info = await userInfoOf(incoming, provider, store);
  if (!info?.exists) return info?.user ?? null;
  const { email, name } = info.user;
  return email ? { email } : { name };
}

interface Wanted {
  readonly subject: string;
  readonly credentials: CredentialDescriptor[];
}

/** How many accounts are looked up at least, so that the time does not show how few passkeys a user has. */
const LOOK_UPS = 4;

/** Names the credentials of a user among decoys. No transports: what browsers report would show which ones are real. */
async function wantedOf({ user, exists }: UserInfo, provider: WebAuthnConfig, setup: Setup): Promise<Wanted> {
  const store = setup.store!;
  // Each provider has decoys of its own, as it has credentials of its own: else the ids that two answers share are decoys.
  const decoys = await decoysFor(JSON.stringify([provider.id, labelOf(user)]), setup);
  const own = await store.listAuthenticatorsByUserId(exists ? user.id : decoys.userId);
  const lookedUp = [...own, ...decoys.credentials.slice(own.length, LOOK_UPS).map(toAuthenticator)];
  const usable = await Promise.all(lookedUp.map(async ({ credentialID, providerAccountId }) => {
    const owner = await store.getUserByAccount({ provider: provider.id, providerAccountId });
    return owner ? [base64ToBase64Url(credentialID)] : [];
  }));
  const ids = exists ? usable.flat() : [];
  return {
    subject: await subjectOf(exists && ids.length ? user.id : decoys.userId),
    credentials: hideAmong(decoys.credentials, ids).map((id) => ({ id })),
  };
}

function labelOf({ email, name, id }: User): string {
  return email ?? name ?? id ?? "";
}

function toAuthenticator({ id }: Decoy): Pick<AdapterAuthenticator, "credentialID" | "providerAccountId"> {
  return { credentialID: base64UrlToBase64(id), providerAccountId: base64UrlToBase64(id) };
}

function toDescriptor(
  { credentialID, transports }: Pick<AdapterAuthenticator, "credentialID" | "transports">,
): CredentialDescriptor {
  const ways = transports?.split(",").filter(Boolean);
  return { id: base64ToBase64Url(credentialID), ...(ways?.length && { transports: ways }) };
}
