/**
 * Groups and roles as the providers of companies send them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, ProviderResponseError, ProviderUnavailable } from "../../src/errors/errors.ts";
import { claimedGroups, entraGroups, googleGroups, keycloakRoles } from "../../src/entries/groups.ts";
import type { CustomFetch } from "../../src/model/provider.ts";
import type { Profile, TokenSet } from "../../src/values/types.ts";

/** A server that answers with JSON, by URL, and keeps what it was asked. */
function serverOf(answers: Readonly<Record<string, unknown>>) {
  const asked: (readonly [url: string, authorization: string | null])[] = [];
  const fetch: CustomFetch = (input, init) => {
    const url = decodeURIComponent(String(input)).replaceAll("+", " ");
    asked.push([url, new Headers(init?.headers).get("authorization")]);
    const answer = Object.hasOwn(answers, url) ? answers[url] : undefined;
    if (typeof answer === "number") return Promise.resolve(new Response("{}", { status: answer }));
    return Promise.resolve(answer ? Response.json(answer) : new Response("not found", { status: 404 }));
  };
  return { asked, fetch };
}

/** An access token that is a JWT. */
function jwt(claims: object): TokenSet {
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  return { access_token: `${part({ alg: "RS256" })}.${part(claims)}.c2ln` };
}

const TOKENS: TokenSet = { access_token: "opaque" };

test("A claim of another shape gives no group (GR-01)", () => {
  const cases: readonly (readonly [unknown, readonly string[]])[] = [
    [["staff", "admins"], ["staff", "admins"]],
    ["staff", ["staff"]],
    [[], []],
    [["staff", 7, null, ["admins"], { admins: true }], ["staff"]],
    [{ admins: true }, []],
    [{ 0: "admins", length: 1 }, []],
    [true, []],
    [null, []],
    [undefined, []],
  ];
  for (const [groups, found] of cases) {
    assert.deepEqual(claimedGroups({ groups } as Profile), found, JSON.stringify(groups));
  }
  assert.deepEqual(claimedGroups({ roles: ["editor"] }, "roles"), ["editor"]);
  assert.deepEqual(claimedGroups({ "https://acme.example/roles": ["a"] }, "https://acme.example/roles"), [
    "a",
  ]);
  assert.deepEqual(claimedGroups(undefined), []);
  for (const name of ["constructor", "__proto__", "toString"]) {
    assert.deepEqual(claimedGroups({}, name), [], name);
  }
});

test("Roles of Keycloak are those of the realm or of one client, in the ID token or in the access token (GR-01)", () => {
  const claims = {
    realm_access: { roles: ["offline_access", "admin"] },
    resource_access: { shop: { roles: ["buyer"] }, account: { roles: ["view-profile"] } },
  };
  for (const [profile, tokens] of [[claims, TOKENS], [{ sub: "1" }, jwt(claims)]] as const) {
    assert.deepEqual(keycloakRoles(profile, tokens), ["offline_access", "admin"]);
    assert.deepEqual(keycloakRoles(profile, tokens, { client: "shop" }), ["buyer"]);
    assert.deepEqual(keycloakRoles(profile, tokens, { client: "other" }), []);
    assert.deepEqual(keycloakRoles(profile, tokens, { client: "constructor" }), []);
  }
  // What is in the ID token counts, as the realm is set up: an empty list as well.
  assert.deepEqual(keycloakRoles({ realm_access: { roles: [] } }, jwt(claims)), []);
  for (const access_token of ["", "a", "a.b", "a.!!.c", `a.${btoa("[1]")}.c`, `a.${btoa("{")}.c`]) {
    assert.deepEqual(keycloakRoles({}, { access_token }), [], access_token);
  }
  assert.deepEqual(keycloakRoles(undefined, null), []);
  assert.deepEqual(keycloakRoles({ realm_access: ["admin"] }, undefined), []);
});

const GRAPH = "https://graph.microsoft.com/v1.0/me/transitiveMemberOf?$select=id&$top=999";
const CUT = {
  iss: "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0",
  _claim_names: { groups: "src1" },
  _claim_sources: { src1: { endpoint: "https://evil.example/users/1/getMemberObjects" } },
};
const group = (id: string) => ({ "@odata.type": "#microsoft.graph.group", id });

test("Groups of Entra ID come from the token, and of a user in too many from Microsoft Graph (GR-02)", async () => {
  const server = serverOf({
    [GRAPH]: {
      value: [group("1"), { "@odata.type": "#microsoft.graph.directoryRole", id: "role" }, { id: "x" }, null],
      "@odata.nextLink": `${GRAPH}&$skiptoken=RFNwdAIAAQ`,
    },
    [`${GRAPH}&$skiptoken=RFNwdAIAAQ`]: { value: [group("2"), group("3")] },
  });
  assert.deepEqual(await entraGroups({ groups: ["1"] }, TOKENS, server), ["1"]);
  assert.deepEqual(await entraGroups({}, TOKENS, server), []);
  assert.deepEqual(server.asked, []);
  for (const claims of [CUT, { iss: CUT.iss, hasgroups: true }, { iss: CUT.iss, hasgroups: "true" }]) {
    server.asked.length = 0;
    assert.deepEqual(await entraGroups(claims, TOKENS, server), ["1", "2", "3"]);
    assert.deepEqual(server.asked, [
      [GRAPH, "Bearer opaque"],
      [`${GRAPH}&$skiptoken=RFNwdAIAAQ`, "Bearer opaque"],
    ]);
  }
  const clouds = {
    "login.microsoftonline.us": "https://graph.microsoft.us/",
    "login.partner.microsoftonline.cn": "https://microsoftgraph.chinacloudapi.cn/",
  };
  for (const [host, graph] of Object.entries(clouds)) {
    const other = serverOf({
      [GRAPH.replace("https://graph.microsoft.com/", graph)]: { value: [group("1")] },
    });
    assert.deepEqual(await entraGroups({ ...CUT, iss: `https://${host}/1/v2.0` }, TOKENS, other), ["1"]);
  }
});

test("A list of groups that isn't whole is an error, and its token goes nowhere else (GR-02, GR-03)", async () => {
  const failing: readonly (readonly [unknown, new () => Error, RegExp])[] = [
    [
      403,
      ProviderResponseError,
      /at https:\/\/graph\.microsoft\.com: it refuses with status 403\. The access token needs the scope `User\.Read`/,
    ],
    [401, ProviderResponseError, /refuses with status 401/],
    [404, ProviderResponseError, /its status is 404, not 200/],
    [500, ProviderUnavailable, /its status is 500, not 200/],
    [429, ProviderUnavailable, /its status is 429/],
    [
      { value: [], "@odata.nextLink": "https://evil.example/groups" },
      ProviderResponseError,
      /it names a page of another server/,
    ],
    [{ value: [], "@odata.nextLink": GRAPH }, ProviderResponseError, /there are more than 20 pages/],
    [{ value: [], "@odata.nextLink": 7 }, ProviderResponseError, /it names a page of another server/],
    [{ values: [] }, ProviderResponseError, /its answer has no "value"/],
    [{ value: { id: "1" } }, ProviderResponseError, /its answer has no "value"/],
    [{ error: { code: "Throttled" } }, ProviderResponseError, /its answer has no "value"/],
  ] as never;
  for (const [answer, type, message] of failing) {
    const server = serverOf({ [GRAPH]: answer });
    await assert.rejects(entraGroups(CUT, TOKENS, server), (error: Error) => {
      assert.ok(error instanceof type, error.constructor.name);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /opaque/);
      return true;
    });
    assert.ok(server.asked.every(([url]) => url.startsWith("https://graph.microsoft.com/")));
  }
  for (const tokens of [undefined, null, {} as TokenSet]) {
    await assert.rejects(entraGroups(CUT, tokens), ConfigError);
  }
});

const GOOGLE = "https://cloudidentity.googleapis.com/v1/groups/-/memberships";
const ADA = { email: "ada@acme.example", email_verified: true, hd: "acme.example" };
const memberships = (...ids: readonly string[]) => ids.map((id) => ({ group: "groups/1", groupKey: { id } }));
const query = (address: string) =>
  `member_key_id == '${address}' && 'cloudidentity.googleapis.com/groups.discussion_forum' in labels`;

test("Groups of Google Workspace come from the Cloud Identity API", async () => {
  const direct = `${GOOGLE}:searchDirectGroups?query=${query(ADA.email)}&pageSize=1000`;
  const server = serverOf({
    [direct]: { memberships: memberships("Staff@acme.example"), nextPageToken: "p2" },
    [`${direct}&pageToken=p2`]: {
      memberships: [...memberships("admins@acme.example"), null, { groupKey: 1 }],
    },
  });
  assert.deepEqual(await googleGroups(ADA, TOKENS, server), ["staff@acme.example", "admins@acme.example"]);
  assert.ok(server.asked.every(([, authorization]) => authorization === "Bearer opaque"));
  const none = serverOf({ [direct]: { nextPageToken: "" } });
  assert.deepEqual(await googleGroups(ADA, TOKENS, none), []);
});

test("A user of no Workspace, or with an unproven address, has no groups, and an address stays a text in the query (GR-04)", async () => {
  const server = serverOf({});
  for (
    const claims of [
      { ...ADA, hd: undefined },
      { ...ADA, email_verified: false },
      { hd: "acme.example" },
      undefined,
    ]
  ) {
    assert.deepEqual(await googleGroups(claims as Profile, TOKENS, server), []);
  }
  assert.deepEqual(server.asked, []);
  const email = "o'hara\\@acme.example";
  await assert.rejects(googleGroups({ ...ADA, email }, TOKENS, server), ProviderResponseError);
  assert.deepEqual(
    server.asked[0]![0],
    `${GOOGLE}:searchDirectGroups?query=${query("o\\'hara\\\\@acme.example")}&pageSize=1000`,
  );
  await assert.rejects(
    googleGroups(ADA, undefined),
    /scope `https:\/\/www\.googleapis\.com\/auth\/cloud-identity\.groups\.readonly`/,
  );
});
