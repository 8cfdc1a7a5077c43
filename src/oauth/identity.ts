/**
 * From tokens to an identity: who signed in, as the provider says.
 *
 * @module
 */

import { toUuid } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { AuthError, OAuthProfileParseError, ProviderResponseError } from "../errors.ts";
import type { Params } from "../providers/types.ts";
import { toAsciiLowerCase } from "../same_address.ts";
import { isA } from "../thrown.ts";
import type { Identity, Profile, TokenSet } from "../types.ts";
import { setParams } from "./authorize.ts";
import type { OAuthProvider } from "./provider.ts";
import { parseObject, type Server } from "./server.ts";
import type { Redeemed } from "./tokens.ts";
import { isVerifiedEmail } from "./verified_email.ts";

/**
 * Fields of a stored account that the library alone sets, and names that could reach an object's prototype. A token
 * response with one of them could otherwise make the account another user's.
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
 * The identity behind tokens.
 *
 * @param params Parameters of the authorization response. From a provider with `postsUser`, `user` is added to the profile.
 * @throws {OAuthProfileParseError} if `profile()` fails, or the profile has no id.
 * @throws {ProviderResponseError} if the userinfo endpoint does not answer as it should.
 */
export async function toIdentity(
  redeemed: Redeemed,
  params: URLSearchParams,
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
): Promise<Identity> {
  const { claims } = redeemed;
  const tokens = withoutReserved(redeemed.tokens);
  const profile = claims && provider.idToken
    // What the provider has signed comes last: nothing that the browser posts can replace it.
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
  return Object.fromEntries(Object.entries(tokens).filter(([field]) => !RESERVED.has(field))) as T;
}

/** @param sub The subject of the ID token, which that of the userinfo endpoint must equal (OpenID Connect §5.3.2). */
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
  return parseObject(await provider.request(url, { headers }), endpoint) as Profile;
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

/** The same person gets the same id at each sign-in, without a database to remember it. */
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
