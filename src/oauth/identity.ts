/**
 * Reads the identity of the user from tokens and the userinfo endpoint.
 *
 * @module
 */

import { toUuid } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { AuthError, OAuthProfileParseError, ProviderResponseError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import type { Params } from "../providers/types.ts";
import { toAsciiLowerCase } from "../same_address.ts";
import { isA } from "../thrown.ts";
import type { Profile, TokenSet } from "../types.ts";
import { setParams } from "./authorize.ts";
import type { OAuthProvider } from "./types.ts";
import { parseAnswer } from "./fetch.ts";
import type { Server } from "./server.ts";
import type { Redeemed } from "./tokens.ts";
import { isVerifiedEmail } from "./verified_email.ts";

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
 * Reads the identity of the user.
 *
 * @param params Parameters of the authorization response. From a provider with `postsUser`, `user` is added to the profile.
 * @throws {OAuthProfileParseError} if `profile()` fails, or the profile has no id.
 * @throws {ProviderResponseError} if the answer of the userinfo endpoint is invalid.
 */
export async function fetchIdentity(
  redeemed: Redeemed,
  params: URLSearchParams,
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
): Promise<Identity> {
  const { claims } = redeemed;
  const tokens = withoutReserved(redeemed.tokens);
  const profile = claims && provider.idToken
    // Claims that the provider has signed come last, so that the posted fields cannot replace them.
    ? { ...(provider.postsUser && provider.formPost && parseUser(params.get("user"))), ...claims }
    : await fetchProfile(tokens, { provider, server }, claims?.sub);
  const { id, ...user } = await mapProfile(provider, profile, tokens);
  const address = toText(user.email);
  const email = address === null ? null : toAsciiLowerCase(address);
  const account = {
    ...tokens,
    provider: provider.id,
    type: provider.type,
    providerAccountId: String(id),
  };
  return {
    user: {
      ...user,
      id: await toUserId(provider.id, account.providerAccountId),
      name: toText(user.name),
      email,
      image: toText(user.image),
    },
    account,
    stored: withoutReserved(await provider.account(tokens) ?? {}),
    profile,
    linksByEmail: provider.linksByEmail,
    emailIsVerified: isVerifiedEmail(email, { claims, profile }, { provider, server }),
  };
}

function withoutReserved<T extends TokenSet>(tokens: T): T {
  const rest: Record<string, unknown> = {};
  for (const field of Object.keys(tokens)) if (!RESERVED.has(field)) rest[field] = tokens[field];
  return rest as T;
}

/** @param sub The subject of the ID token. The userinfo answer must have the same one (OpenID Connect §5.3.2). */
async function fetchProfile(
  tokens: Redeemed["tokens"],
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
  sub: string | undefined,
): Promise<Profile> {
  const profile =
    await (provider.userinfo.request
      ? requestProfile(tokens, provider)
      : fetchUserinfo(tokens, provider, server));
  if (!profile || typeof profile !== "object") {
    throw new ProviderResponseError(`Cannot read the profile: \`userinfo.request\` returned no object`);
  }
  if (sub !== undefined && profile.sub !== sub) {
    throw new ProviderResponseError(`Cannot accept the userinfo: its "sub" is not that of the ID token`);
  }
  return profile;
}

async function requestProfile(
  tokens: Redeemed["tokens"],
  { userinfo, fetch }: OAuthProvider,
): Promise<Profile | undefined> {
  try {
    const url = userinfo.url && toUrl(userinfo.url, userinfo.params);
    return await userinfo.request?.({ tokens, url, fetch });
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ProviderResponseError("Cannot read the profile: `userinfo.request` failed", {
      err: error as Error,
    });
  }
}

async function fetchUserinfo(
  tokens: Redeemed["tokens"],
  provider: OAuthProvider,
  server: Server,
): Promise<Profile> {
  const endpoint = server.userinfo_endpoint;
  if (!endpoint || !URL.canParse(endpoint)) {
    throw new ProviderResponseError(`Cannot read the profile: the metadata name no "userinfo_endpoint"`);
  }
  const url = toUrl(endpoint, provider.userinfo.params);
  const headers = { accept: "application/json", authorization: `Bearer ${tokens.access_token}` };
  return parseAnswer(await provider.request(url, { headers }), endpoint) as Profile;
}

function toUrl(endpoint: string, params: Params): string {
  const url = new URL(endpoint);
  setParams(url.searchParams, params);
  return url.href;
}

async function mapProfile(provider: OAuthProvider, profile: Profile, tokens: TokenSet) {
  const user = await Promise.resolve()
    .then(() => provider.profile(profile, tokens))
    .catch((error) => {
      throw new OAuthProfileParseError("Cannot map the profile: `profile()` failed", { err: error });
    });
  const { id } = user ?? {};
  if ((typeof id === "string" && id) || (typeof id === "number" && Number.isFinite(id))) {
    return { ...user, id };
  }
  throw new OAuthProfileParseError("Cannot map the profile: `profile()` returned no `id`");
}

/** Derives the id of a user, so that it is the same at each sign-in without a database. */
async function toUserId(provider: string, providerAccountId: string): Promise<string> {
  return toUuid(await sha256(JSON.stringify([provider, providerAccountId])), 8);
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function parseUser(json: string | null): { readonly user?: unknown } {
  try {
    const user: unknown = JSON.parse(json ?? "null");
    return user && typeof user === "object" ? { user } : {};
  } catch {
    return {};
  }
}
