/**
 * Groups and roles that providers of companies say a user has, for `callbacks` and `profile()` of an application.
 *
 * @module
 */

import { parseBase64Url, parseUtf8 } from "../crypto/bytes.ts";
import { ConfigError, ProviderResponseError } from "../errors/errors.ts";
import type { CustomFetch } from "../model/provider.ts";
import { webPlatform } from "../platform/platform.ts";
import { isJsonObject, parseJsonObject } from "../values/json_object.ts";
import type { Profile, TokenSet } from "../values/types.ts";
import { boundedRequest, parseAnswer } from "../http/bounded_request.ts";

/** How groups are asked for. */
export interface GroupsOptions {
  /** A `fetch` for the requests. Default: that of the runtime. */
  readonly fetch?: CustomFetch;
}

/** Options of `keycloakRoles()`. */
export interface KeycloakRolesOptions {
  /** The client whose roles count. Default: the roles of the realm. */
  readonly client?: string;
}

/** How many pages of groups are read: some 20,000 groups. */
const MOST_PAGES = 20;

/** The address of Microsoft Graph for each cloud, by the host of the issuer. */
const GRAPHS: Readonly<Record<string, string>> = {
  "login.microsoftonline.us": "https://graph.microsoft.us",
  "login.partner.microsoftonline.cn": "https://microsoftgraph.chinacloudapi.cn",
};

/**
 * The texts in a claim, such as `groups` of Okta, or `roles` of Entra ID. One text counts as a list of it; a claim that is missing, or
 * has another shape, gives none: who has no groups has no rights. The claim is what its issuer says: with the issuers of Entra ID for
 * all tenants, each tenant's administrator names roles as they like.
 *
 * @param profile The claims, from `profile()` or a callback.
 * @param claim The name of the claim. Default `groups`.
 *
 * @example
 * ```ts
 * import { claimedGroups } from "@latchkey/auth/groups";
 *
 * console.assert(claimedGroups({ groups: ["staff", "admins"] }).includes("admins"));
 * console.assert(claimedGroups({ groups: { admins: true } }).length === 0);
 * ```
 */
export function claimedGroups(profile: Profile | undefined, claim: string = "groups"): readonly string[] {
  const value = memberOf(profile, claim);
  return textsIn(typeof value === "string" ? [value] : value);
}

/**
 * The roles of a user in Keycloak: those of the realm, or of a client. They are in the access token, unless a mapper adds them to the
 * ID token.
 *
 * @param profile The claims, from `profile()` or a callback.
 * @param tokens The tokens: the second argument of `profile()`, or `account` of a callback.
 * @see {@link https://www.keycloak.org/docs/latest/server_admin/#_oidc_token_role_mappings | Role mappings in tokens}
 *
 * @example
 * ```ts
 * import { keycloakRoles } from "@latchkey/auth/groups";
 *
 * const claims = { sub: "1", realm_access: { roles: ["admin"] } };
 * console.assert(keycloakRoles(claims, undefined).includes("admin"));
 * ```
 */
export function keycloakRoles(
  profile: Profile | undefined,
  tokens: TokenSet | null | undefined,
  { client }: KeycloakRolesOptions = {},
): readonly string[] {
  const found = [profile, accessClaims(tokens)].map((claims) => {
    const access = memberOf(claims, client === undefined ? "realm_access" : "resource_access");
    const holder = client === undefined ? access : memberOf(access, client);
    return memberOf(holder, "roles");
  });
  return textsIn(found.find((roles) => roles !== undefined));
}

/**
 * The ids of a user's groups in Microsoft Entra ID. A token has 200 at most: of a user in more, this asks Microsoft Graph, for which
 * the access token needs the scope `User.Read`.
 *
 * @param profile The claims, from `profile()` or a callback.
 * @param tokens The tokens: the second argument of `profile()`, or `account` of a callback.
 * @throws {ConfigError} if the token lacks groups of the user, and there is no access token to ask with.
 * @throws {ProviderUnavailable} or {ProviderResponseError} if Microsoft Graph doesn't answer, or refuses.
 * @see {@link https://learn.microsoft.com/en-us/entra/identity-platform/id-token-claims-reference#groups-overage-claim | Groups overage claim}
 *
 * @example
 * ```ts
 * import { entraGroups } from "@latchkey/auth/groups";
 *
 * const ids = await entraGroups({ groups: ["6c4b1c2e-3ba8-4b6a-9e2e-31ac3a2bd4f1"] }, undefined);
 * console.assert(ids.length === 1);
 * ```
 */
export async function entraGroups(
  profile: Profile | undefined,
  tokens: TokenSet | null | undefined,
  options: GroupsOptions = {},
): Promise<readonly string[]> {
  const isCut = memberOf(profile?._claim_names, "groups") !== undefined ||
    String(profile?.hasgroups) === "true";
  if (!isCut) return claimedGroups(profile);
  const issuer = String(profile?.iss);
  const host = URL.canParse(issuer) ? new URL(issuer).host : "";
  const graph = GRAPHS[host] ?? "https://graph.microsoft.com";
  const pages = await readPages(`${graph}/v1.0/me/transitiveMemberOf?$select=id&$top=999`, {
    list: "value",
    next: (page) => page["@odata.nextLink"],
    scope: "User.Read",
    tokens,
    options,
  });
  // Roles of the directory and administrative units are in the list as well.
  const groups = pages.filter((each) => memberOf(each, "@odata.type") === "#microsoft.graph.group");
  return textsIn(groups.map((each) => memberOf(each, "id")));
}

/**
 * The addresses of a user's groups in Google Workspace, in lower case. Google has no claim for them: this asks the Cloud Identity API,
 * for which the access token needs the scope `https://www.googleapis.com/auth/cloud-identity.groups.readonly`. A user of no Workspace
 * has none.
 *
 * @param profile The claims, from `profile()` or a callback.
 * @param tokens The tokens: the second argument of `profile()`, or `account` of a callback.
 * @throws {ConfigError} if there is no access token.
 * @throws {ProviderUnavailable} or {ProviderResponseError} if the API doesn't answer, or refuses.
 * @see {@link https://cloud.google.com/identity/docs/reference/rest/v1/groups.memberships/searchDirectGroups | searchDirectGroups}
 *
 * @example
 * ```ts
 * import { googleGroups } from "@latchkey/auth/groups";
 *
 * // Of no Workspace: there is no claim `hd`.
 * console.assert((await googleGroups({ sub: "1", email: "ada@gmail.com" }, undefined)).length === 0);
 * ```
 */
export async function googleGroups(
  profile: Profile | undefined,
  tokens: TokenSet | null | undefined,
  options: GroupsOptions = {},
): Promise<readonly string[]> {
  const { email, email_verified, hd } = profile ?? {};
  if (!hd || !email || email_verified !== true) return [];
  const label = "'cloudidentity.googleapis.com/groups.discussion_forum' in labels";
  const url = new URL("https://cloudidentity.googleapis.com/v1/groups/-/memberships:searchDirectGroups");
  url.searchParams.set("query", `member_key_id == ${quoted(email)} && ${label}`);
  url.searchParams.set("pageSize", "1000");
  const memberships = await readPages(url.href, {
    list: "memberships",
    none: [],
    next({ nextPageToken }) {
      if (!nextPageToken) return undefined;
      url.searchParams.set("pageToken", String(nextPageToken));
      return url.href;
    },
    scope: "https://www.googleapis.com/auth/cloud-identity.groups.readonly",
    tokens,
    options,
  });
  const ids = memberships.map((each) => memberOf(memberOf(each, "groupKey"), "id"));
  return textsIn(ids).map((address) => address.toLowerCase());
}

/** A list in pages. */
interface Paged {
  /** The field with the entries. */
  readonly list: string;
  /** What the page has that lacks the field. Default: it is no such page. */
  readonly none?: readonly [];
  /** The URL of the page after one; `undefined` after the last. */
  next(page: Readonly<Record<string, unknown>>): unknown;
  /** The scope that the access token needs, for messages. */
  readonly scope: string;
  readonly tokens: TokenSet | null | undefined;
  readonly options: GroupsOptions;
}

/** Reads a whole list of groups, or throws: with a part of it, a user would lose a role, or keep one that they no longer have. */
async function readPages(
  first: string,
  { list, none, next, scope, tokens, options: { fetch = webPlatform.fetch } }: Paged,
): Promise<readonly unknown[]> {
  const token = tokens?.access_token;
  if (!token) {
    throw new ConfigError(
      `Cannot read the groups of the user without an access token: request the scope \`${scope}\`, and pass \`account\``,
    );
  }
  const { origin, pathname } = new URL(first);
  const fail = (reason: string): never => {
    throw new ProviderResponseError(`Cannot read the groups of the user at ${origin}: ${reason}`);
  };
  const request = boundedRequest(fetch, webPlatform);
  const entries: unknown[] = [];
  let url: unknown = first;
  for (let pages = 0; url !== undefined && url !== null; pages++) {
    if (pages === MOST_PAGES) fail(`there are more than ${MOST_PAGES} pages`);
    // The access token is for this server only.
    if (typeof url !== "string" || !url.startsWith(`${origin}/`)) {
      return fail("it names a page of another server");
    }
    const headers = { accept: "application/json", authorization: `Bearer ${token}` };
    const answer = await request(url, { headers });
    if (answer.status === 401 || answer.status === 403) {
      fail(`it refuses with status ${answer.status}. The access token needs the scope \`${scope}\``);
    }
    const page = parseAnswer(answer, origin + pathname);
    const found = page[list] ?? none;
    if (!Array.isArray(found) || page.error !== undefined) return fail(`its answer has no "${list}"`);
    entries.push(...found);
    url = next(page);
  }
  return entries;
}

/** A text in a query of the Cloud Identity API (Common Expression Language). */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}

/** The claims of an access token that is a JWT. It came straight from the token endpoint, so nobody else has written them. */
function accessClaims(tokens: TokenSet | null | undefined): unknown {
  const bytes = parseBase64Url(tokens?.access_token?.split(".")[1] ?? "");
  return bytes && parseJsonObject(parseUtf8(bytes));
}

/** A member of an object from JSON. */
function memberOf(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
