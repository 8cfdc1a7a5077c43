/**
 * Our providers beside those of `@auth/core`: after a migration each user must have the id and the address that they had
 * before, without a change at the provider.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { fillOptions } from "../../src/oauth/placeholders.ts";
import { DIFFERENCES } from "../../tools/provider_index.ts";
// `import.meta.resolve` finds the files of a package only if something is imported from it, and theirs need the other two.
// Their own types would replace those of Deno in all other files.
// @ts-types="./_no_types.d.ts"
import "npm:@auth/core@0.41.3/jwt";
// @ts-types="./_no_types.d.ts"
import "npm:@simplewebauthn/server@^14.0.3";
// @ts-types="./_no_types.d.ts"
import "npm:nodemailer@10.6.0";
import {
  CLIENT,
  createProvider,
  type ProviderCase,
  readCases,
  signIn,
  tokenRequestOf,
} from "./_catalogue.ts";
import { afterTests } from "../_after.ts";

/** What is compared. */
type Aspect =
  | "authorization"
  | "email"
  | "id"
  | "image"
  | "issuer"
  | "name"
  | "pkce"
  | "scope"
  | "token"
  | "type"
  | "userinfo";

/** A provider of theirs, as far as the test reads it. */
interface TheirProvider {
  readonly id: string;
  readonly type: string;
  readonly issuer?: string;
  readonly checks?: readonly string[];
  readonly authorization?: TheirEndpoint;
  readonly token?: TheirEndpoint;
  readonly userinfo?: TheirEndpoint;
  readonly options?: { readonly issuer?: string };
  profile?(profile: unknown, tokens: unknown): Promise<User> | User;
}

type TheirEndpoint = string | {
  readonly url?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

type User = Readonly<Partial<Record<"email" | "id" | "image" | "name", unknown>>>;

/** Both values of what differs. */
type Found = Partial<Record<Aspect, readonly [theirs: string, ours: string]>>;

/** Why Auth.js has less of a user. */
const NOT_READ = "Auth.js doesn't read it";

/** Why Microsoft gets one scope less. */
const PICTURE_SCOPE = "`User.Read` is for the picture, which ours doesn't load";

/** Why ours sends a PKCE challenge. */
const HAS_PKCE = "the provider supports it";

/** The accepted differences, by sub-path. */
const REASONS: Readonly<Record<string, Partial<Record<Aspect, string>>>> = {
  "asgardeo": { name: "without the claim `name`, ours is made of its parts" },
  "atlassian": { pkce: HAS_PKCE },
  "azure-ad": {
    issuer: "Auth.js reads `issuer` alone; `tenantId` is the option of NextAuth.js 4",
    scope: PICTURE_SCOPE,
  },
  "azure-ad-b2c": {
    issuer: "B2C's metadata name the issuer of the tenant, not that of the user flow",
    scope: "B2C issues no access token without a scope of the application, and knows no scope `email`",
  },
  "azure-devops": {
    token: "Auth.js sends the token request to the authorization endpoint, which doesn't answer it",
    ...because("their profile() fails without a picture", "email", "id", "name"),
    pkce: "Azure DevOps doesn't document it",
  },
  "battlenet": { scope: "Blizzard knows neither `profile` nor `email`" },
  "bitbucket": { email: NOT_READ },
  "click-up": because(NOT_READ, "email", "image"),
  "discord": { authorization: "the documented URL; the other one redirects to it" },
  "dribbble": { scope: "Auth.js sends `undefined`, unless the option `scope` is set" },
  "eveonline": {
    id: "the number of a character passes to its buyer; `acceptFormerAccountIds`",
    image: "CCP has moved the pictures to images.evetech.net",
  },
  "facebook": because("a version of the Graph API that Meta still serves", "authorization", "token"),
  "faceit": {
    scope: "as Auth.js sends them to each provider without scopes, and FACEIT knows them",
    name: "Auth.js reads `name`, which FACEIT doesn't send; ours falls back to `nickname`",
  },
  "figma": {
    pkce: HAS_PKCE,
    scope: "`files:read` permits to read all files, and Figma has deprecated it",
  },
  "frontegg": { image: NOT_READ },
  "fusionauth": { name: "ours is the full name, theirs the user name" },
  "gitlab": {
    type: "OpenID Connect: signed, and with a flag for the address",
    scope: "those of OpenID Connect",
    image:
      "Auth.js reads `avatar_url` of the API; the claim is `picture`. With the scope `read_user`, ours does, too",
  },
  "hubspot": { token: "the version of 2026-03: HubSpot stops the former one on 16 February 2027" },
  "instagram": {
    authorization: "Instagram Login: Meta has switched the Basic Display API off",
    scope: "that of Instagram Login",
    name: "Instagram Login has a name",
    image: "Instagram Login has a picture",
  },
  "line": { pkce: HAS_PKCE },
  "mailchimp": { image: NOT_READ },
  "mailru": { image: "Auth.js reads `picture`; the field of Mail.ru is `image`" },
  "mastodon": {
    scope: "`read` permits to read private messages",
    name: "ours is the display name, theirs the user name",
  },
  "microsoft-entra-id": {
    issuer: "the metadata of the shared tenants name a template, which stands for the tenant of the user",
    scope: PICTURE_SCOPE,
  },
  "netsuite": { pkce: "NetSuite supports it, and demands it from version 2027.1 on" },
  "nextcloud": {
    ...because("`/index.php` also works on a server without pretty URLs", "authorization", "token"),
    image: "`/index.php`, and the account name is encoded",
  },
  "pinterest": { id: "an account name passes to its next owner; `acceptFormerAccountIds`" },
  "reddit": { image: NOT_READ },
  "slack": { id: "`sub` is unique within a workspace only; `acceptFormerAccountIds`" },
  "spotify": { id: "Spotify asks for `account_id`, which never changes; accounts under `id` are found" },
  "strava": { authorization: "the documented URL" },
  "tiktok": {
    pkce: "TikTok computes the challenge in another way, and doesn't document it for web applications",
  },
  "threads": because(
    "their profile() reads `data`, which Threads doesn't send, and fails",
    "id",
    "image",
    "name",
  ),
  "trakt": {
    authorization: "the host that the contract of the API names for all OAuth requests",
    token: "the same host",
    id: "the slug passes to the next owner of the name; `acceptFormerAccountIds`",
  },
  "vk": {
    authorization: "VK ID: VK is switching oauth.vk.com off",
    ...because("VK ID", "token", "userinfo"),
    id: "VK ID has the same number in another place",
    email: "VK ID has it in the profile, not in the token response",
    ...because("VK ID has it in another place", "image", "name"),
  },
};

/** Modules without a provider. */
const TYPES_ONLY = ["index", "oauth", "provider-types"];

const folder = new URL("providers/", import.meta.resolve("npm:@auth/core@0.41.3/jwt"));
const names = (await readdir(folder)).filter((file) => file.endsWith(".js")).map((file) => file.slice(0, -3))
  .filter((name) => !TYPES_ONLY.includes(name));
const cases = new Map((await readCases()).map(([name, each]) => [name.replaceAll("_", "-"), each]));
const rows: string[] = [];

afterTests(() => console.log(["what differs: theirs, ours", ...rows.sort()].join("\n")));

test("@auth/core has as many provider modules as when this table was written", () => {
  assert.equal(names.length, 104);
});

for (const name of names) {
  test(`providers/${name} has the default export, the id and the type of @auth/core`, async () => {
    const [theirs, ours] = await load(name);
    const options = { server: "smtp://mail.example", apiKey: "key", transactionalId: "id" };
    const [their, our] = [theirs(options), ours(options)];
    assert.equal(our.id, their.id);
    if (our.type !== their.type) assert.ok(DIFFERENCES[our.id], `write into DIFFERENCES why ${our.type}`);
  });

  test(`providers/${name} has an export with the name of the function of @auth/core, the default export`, async () => {
    const theirs = await import(new URL(`${name}.js`, folder).href);
    const ours = await import(`../../src/providers/${fileOf(name)}`);
    assert.match(theirs.default.name, /^[A-Z]/);
    assert.equal(ours[theirs.default.name], ours.default, `export ${theirs.default.name}`);
  });

  const each = cases.get(name);
  if (!each) continue;

  test(`${name} signs in as with @auth/core, but for what REASONS says`, async () => {
    const found = await compare(name, each);
    for (const [aspect, [theirs, ours]] of Object.entries(found)) {
      rows.push(`${name} ${aspect}: ${theirs} | ${ours}`);
    }
    assert.deepEqual(Object.keys(found).sort(), Object.keys(REASONS[name] ?? {}).sort());
  });
}

test("the profile types of @auth/core have the same names here", async () => {
  for (const name of names) {
    const declarations = await readFile(new URL(`${name}.d.ts`, folder), "utf8");
    const source = await readFile(new URL(`../../src/providers/${fileOf(name)}`, import.meta.url), "utf8");
    for (const [, type] of declarations.matchAll(/export (?:interface|type) (\w+Profile)\b/g)) {
      assert.match(source, new RegExp(`export (interface|type) ${type}\\b`), name);
    }
  }
});

test("each reason is of a provider of @auth/core", () => {
  for (const name of Object.keys(REASONS)) assert.ok(cases.has(name) && names.includes(name), name);
});

test("docs/migration/auth_js.md lists each provider that differs, and why", async () => {
  const page = new URL("../../docs/migration/auth_js.md", import.meta.url);
  const text = await readFile(page, "utf8");
  const [, before, written, rest] =
    /^([^]*\n\| provider +\|[^\n]*\n\|[-| ]+\|\n)((?:\|[^\n]*\n)+)([^]*)$/.exec(text) ?? [];
  assert.ok(written, "the page has a table of providers");
  const rowsOf = (table: string) =>
    table.trim().split("\n").map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()).join(" | "));
  const wanted = Object.entries(REASONS).map(([name, reasons]) => {
    const causes = Map.groupBy(Object.entries(reasons), ([, reason]) => reason);
    const what = [...causes].map(([reason, aspects]) =>
      `${aspects.map(([each]) => each).join(", ")}: ${reason}`
    );
    return `[${name}](../providers/${name}.md) | ${what.join(". ")}`;
  });
  if (Deno.env.get("UPDATE_GOLDEN")) {
    return await writeFile(page, `${before}${wanted.map((row) => `| ${row} |\n`).join("")}${rest}`);
  }
  assert.deepEqual(rowsOf(written), wanted, "run it with UPDATE_GOLDEN=1, and read what has changed");
});

/** One reason for several differences. */
function because(reason: string, ...aspects: readonly Aspect[]): Partial<Record<Aspect, string>> {
  return Object.fromEntries(aspects.map((aspect) => [aspect, reason]));
}

type Factory = (options: object) => TheirProvider;

async function load(name: string): Promise<readonly [theirs: Factory, ours: Factory]> {
  const theirs = await import(new URL(`${name}.js`, folder).href);
  const ours = await import(`../../src/providers/${fileOf(name)}`);
  return [theirs.default, ours.default];
}

function fileOf(name: string): string {
  return `${name.replaceAll("-", "_")}.ts`;
}

async function compare(name: string, each: ProviderCase): Promise<Found> {
  const [create] = await load(name);
  const their = create({ ...CLIENT, ...each.options });
  const our = createProvider(each);
  const { authorizationUrl, profile, user, log } = await signIn(each);
  assert.ok(user, log);
  const issuer = each.metadata?.issuer ?? fillOptions(our.issuer ?? "", each.options ?? {});
  const theirUser = await withoutNetwork(() => mapProfile(their, profile, each.token.json));
  const pairs: Readonly<Record<Aspect, readonly [unknown, unknown]>> = {
    type: [their.type, our.type],
    issuer: our.type === "oidc"
      ? [withoutSlash(their.issuer ?? their.options?.issuer ?? issuer), withoutSlash(issuer)]
      : [null, null],
    authorization: endpoints(their.authorization, authorizationUrl.href),
    token: endpoints(their.token, tokenRequestOf(each).split(" ")[1]!),
    userinfo: endpoints(their.userinfo, each.profile?.[0]?.request.split(" ")[1]).map(originOf) as [
      unknown,
      unknown,
    ],
    pkce: [(their.checks ?? ["pkce"]).includes("pkce"), authorizationUrl.searchParams.has("code_challenge")],
    scope: [scopesOf(their), sorted(authorizationUrl.searchParams.get("scope"))],
    id: [theirUser.id, user.id],
    email: [theirUser.email, user.email],
    name: [theirUser.name, user.name],
    image: [theirUser.image, user.image],
  };
  const texts = Object.entries(pairs).map(([aspect, values]) =>
    [aspect, values.map((value) => String(value ?? null))] as const
  );
  return Object.fromEntries(texts.filter(([, [theirs, ours]]) => theirs !== ours)) as Found;
}

/** The user that their `profile()` or their default makes of a profile of ours; an empty one if it throws. */
async function mapProfile(
  { profile: map }: TheirProvider,
  profile: unknown,
  tokens: unknown,
): Promise<User> {
  if (map) {
    return await Promise.resolve().then(() => map(structuredClone(profile), tokens ?? {})).catch(() => ({}));
  }
  const { sub, id, name, nickname, preferred_username, email, picture } = profile as Record<string, unknown>;
  return { id: sub ?? id, name: name ?? nickname ?? preferred_username, email, image: picture };
}

/** Both URLs without their queries. An endpoint that theirs take from discovery is that of ours: `issuer` is compared. */
function endpoints(their: TheirEndpoint | undefined, our: string | undefined): readonly [unknown, unknown] {
  const url = typeof their === "string" ? their : their?.url;
  return url && our ? [withoutQuery(url), withoutQuery(our)] : [null, null];
}

/** The paths of the userinfo often differ: theirs are another version of the API, or a function completes them. */
function originOf(url: unknown): string | null {
  return typeof url === "string" ? new URL(url).origin : null;
}

/** The options of the cases have an issuer with a slash at its end, which theirs repeat. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + withoutSlash(pathname.replace(/^\/\//, "/"));
}

function withoutSlash(text: string | undefined): string | undefined {
  return text?.replace(/\/$/, "");
}

/**
 * Their scopes, as the module says them. To an OAuth 2 provider without scopes Auth.js sends `openid profile email`
 * whether it knows them or not: that is no choice of the module.
 */
function scopesOf({ authorization, type }: TheirProvider): string {
  const { url, params } = typeof authorization === "string"
    ? { url: authorization }
    : { params: {}, ...authorization };
  const inUrl = url && new URL(url).searchParams.get("scope");
  return sorted(params?.scope ?? inUrl ?? (type === "oidc" ? "openid profile email" : ""));
}

function sorted(scope: unknown): string {
  return String(scope ?? "").split(/[ ,+]/).sort().join(" ");
}

/** Some of their profile() functions fetch a picture. */
async function withoutNetwork<T>(run: () => T | Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  try {
    return await run();
  } finally {
    globalThis.fetch = fetch;
  }
}
