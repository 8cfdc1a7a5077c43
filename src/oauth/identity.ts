/**
 * Reads the identity of the user: whose account it is, and what the provider says about its address.
 *
 * @module
 */

import { toUuid } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { OAuthProfileParseError } from "../errors/errors.ts";
import type { Identity } from "../model/identity.ts";
import { parseJsonObject, withoutNull } from "../values/json_object.ts";
import { LONGEST_ACCOUNT_ID, LONGEST_IMAGE, LONGEST_NAME } from "../shapes/lengths.ts";
import { cut, toAsciiLowerCase, toEmail } from "../values/same_address.ts";
import { isStorable, toStorable } from "../values/storable.ts";
import type { LoggerInstance, Profile, TokenSet } from "../values/types.ts";
import type { Exchange } from "./exchange.ts";
import type { OAuthProvider } from "./types.ts";
import { redeemCode, type Redeemed } from "./tokens.ts";
import { fetchProfile } from "./userinfo.ts";
import { mayLinkBy, type Statements, verdictOn } from "./verified_email.ts";

export { openExchange } from "./exchange.ts";

/**
 * Fields of a stored account that only the library sets, and names that could reach an object's prototype. With one of
 * them, a token response could otherwise assign the account to another user.
 */
const RESERVED = new Set([
  "id",
  "provider",
  "providerAccountId",
  "type",
  "userId",
  "__proto__",
  "constructor",
  "prototype",
]);

/**
 * Ends the exchange with a provider: redeems the code of its response, and reads the identity of the user.
 *
 * @throws {AuthError} as `redeemCode` and `fetchIdentity` do.
 */
export async function identify(exchange: Exchange, logger: LoggerInstance): Promise<Identity> {
  return await fetchIdentity(await redeemCode(exchange), exchange, logger);
}

/**
 * Reads the identity of the user.
 *
 * @param logger Receives the error of a userinfo endpoint that the sign-in can do without.
 * @throws {OAuthProfileParseError} if `profile()` fails, or the profile has no id.
 * @throws {ProviderResponseError} if the answer of the userinfo endpoint is invalid.
 */
export async function fetchIdentity(
  redeemed: Redeemed,
  exchange: Exchange,
  logger: LoggerInstance,
): Promise<Identity> {
  const { provider, platform } = exchange;
  const { claims } = redeemed;
  const obtainedAt = platform.now();
  const tokens = toStorable(withoutReserved(redeemed.tokens));
  const read = await profileOf({ claims, tokens }, exchange, logger);
  const { profile } = read;
  const { id, email: said, ...mapped } = await mapProfile(provider, read, tokens);
  const user = toStorable(mapped);
  const formerEmail = typeof said === "string" ? toStorable(toAsciiLowerCase(said)) : null;
  const email = formerEmail && toEmail(formerEmail);
  const verdict = verdictOn(email, read, exchange);
  const account = {
    ...tokens,
    provider: provider.id,
    type: provider.type,
    providerAccountId: String(id),
  };
  const formerId = readFormerId(provider, profile, tokens);
  const hasFormer = formerId !== null && formerId !== account.providerAccountId;
  return {
    user: {
      ...user,
      id: await toUserId(provider.id, account.providerAccountId),
      name: toText(user.name, LONGEST_NAME),
      email,
      image: toText(user.image, LONGEST_IMAGE),
    },
    account,
    stored: toStorable(withoutReserved(await provider.account(tokens) ?? {})),
    obtainedAt,
    profile: toStorable(profile),
    ...(email && formerEmail && email !== formerEmail && { formerEmail }),
    ...(hasFormer && { formerAccount: { id: formerId, isAccepted: provider.acceptsFormerIds !== "no" } }),
    linksByEmail: provider.linksByEmail && mayLinkBy(verdict, profile),
    emailIsVerified: verdict === "verified",
  };
}

function withoutReserved<T extends TokenSet>(tokens: T): T {
  return Object.fromEntries(Object.entries(tokens).filter(([field]) => !RESERVED.has(field))) as T;
}

/** Claims about the user. A provider may put none of them into its ID tokens (OpenID Connect §5.4). */
const IDENTITY_CLAIMS = [
  "email",
  "family_name",
  "given_name",
  "name",
  "nickname",
  "picture",
  "preferred_username",
];

/** A profile, and what vouches for its address. */
interface ReadProfile extends Statements {
  /** The profile that `profile()` maps. */
  readonly profile: Profile;
}

/** The claims of the ID token, or, if they say nothing about the user or are not wanted, the userinfo. */
async function profileOf(
  { claims, tokens }: Redeemed,
  exchange: Exchange,
  logger: LoggerInstance,
): Promise<ReadProfile> {
  const { provider, server, params } = exchange;
  if (!claims || !provider.idToken) {
    const profile = await fetchProfile(tokens, exchange, claims?.sub);
    return { profile, claims, statement: profile, fromUserinfo: true };
  }
  const user = provider.postsUser && provider.formPost && parseJsonObject(params.get("user"));
  const posted = user && { user };
  // Claims that the provider has signed come last, so that no other field can replace them.
  const signed = { profile: { ...posted, ...claims }, claims, statement: claims, fromUserinfo: false };
  if (IDENTITY_CLAIMS.some((claim) => claims[claim]) || !server.userinfo_endpoint) return signed;
  try {
    const userinfo = await fetchProfile(tokens, exchange, claims.sub);
    return {
      profile: { ...posted, ...userinfo, ...withoutNull(claims) },
      claims,
      statement: userinfo,
      fromUserinfo: true,
    };
  } catch (error) {
    logger.error(error as Error);
    return signed;
  }
}

async function mapProfile(provider: OAuthProvider, { profile, claims }: ReadProfile, tokens: TokenSet) {
  const user = await Promise.resolve()
    .then(() => provider.profile(profile, tokens))
    .catch((error) => {
      throw new OAuthProfileParseError("Cannot map the profile: `profile()` failed", { err: error });
    });
  // A `profile()` of the application need not repeat the id, but one that it names must be one.
  const id = user && Object.hasOwn(user, "id") ? user.id : [profile.sub, profile.id].find(isId);
  const refuse = (reason: string): never => {
    throw new OAuthProfileParseError(`Cannot map the profile of "${provider.id}": ${reason}`);
  };
  if (typeof id === "string" && id.length > LONGEST_ACCOUNT_ID) {
    refuse(`its id has more than ${LONGEST_ACCOUNT_ID} characters`);
  }
  if (
    [id, profile.sub, profile.sid, claims?.sid].some((each) => typeof each === "string" && !isStorable(each))
  ) {
    refuse("an id in it has U+0000 or half of a character, which databases refuse");
  }
  if (user && isId(id)) return { ...user, id };
  return refuse(
    "`profile()` returned no `id`. Return the id of the user at the provider, which never changes",
  );
}

function readFormerId(provider: OAuthProvider, profile: Profile, tokens: TokenSet): string | null {
  try {
    const id = provider.formerAccountId(profile, tokens);
    return isId(id) ? String(id) : null;
  } catch (error) {
    throw new OAuthProfileParseError("Cannot map the profile: `formerAccountId()` failed", {
      err: error as Error,
    });
  }
}

/** Whether a value can be an id. JavaScript has rounded a number that is too large, so that two users could have it. */
function isId(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "" && isStorable(value)) || Number.isSafeInteger(value);
}

/** Derives the id of a user, so that it is the same at each sign-in without a database. */
async function toUserId(provider: string, providerAccountId: string): Promise<string> {
  return toUuid(await sha256(JSON.stringify([provider, providerAccountId])), 8);
}

/** A text; `null` if nothing in it can be seen, or if it has more characters than each database has room for. */
function toText(value: unknown, most: number): string | null {
  return typeof value === "string" && value.length <= most ? cut(value) || null : null;
}
