/**
 * The pages of `docs/concepts` say what the code does: cookies, decisions, defaults; their diagrams and code are valid.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="./_mermaid.d.ts"
import mermaid from "npm:mermaid@11.17.2";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import type { AuthConfig } from "../../mod.ts";
import type { Identity } from "../../src/model/identity.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { setupOf } from "../../src/config/setup.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import { storeKeptForm } from "../../src/http/kept_form.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { decide } from "../../src/sign_in/decision.ts";
import { openActing } from "../flows/_acting.ts";
import { openDatabase } from "../flows/_database.ts";
import { openPasskeys } from "../flows/_passkeys.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { openLogout } from "../flows/_provider_logout.ts";
import { openFactors } from "../flows/_second_factor.ts";
import { APP, openPlain, type World } from "../flows/_world.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { blocksOf, pagesIn, tableBelow, tablesIn } from "./_checked_pages.ts";

type Matches = Parameters<typeof decide>[1];

const pages = await pagesIn("docs/concepts/");
const blocks = pages.flatMap(blocksOf);

const pageOf = (name: string) => pages.find(({ path }) => path === `docs/concepts/${name}.md`)!;

for (const { place, code: diagram } of blocks.filter(({ language }) => language === "mermaid")) {
  test(`${place}, is a diagram that can be drawn`, async () => {
    assert.equal((await mermaid.parse(diagram)).diagramType, "sequence");
  });
}

/** The `Set-Cookie` headers that the application sends from now on. */
function recordCookies({ platform: { sites } }: World): string[] {
  const headers: string[] = [];
  const app = sites[APP]!;
  sites[APP] = async (request) => {
    const response = await app(request);
    headers.push(...response.headers.getSetCookie());
    return response;
  };
  return headers;
}

/** All cookies that the library sets, in each way to sign in. */
async function allCookies(options: { readonly domain?: string } = {}): Promise<Map<string, Cookie>> {
  const { domain } = options;
  const world = openDatabase({
    ...(domain && { cookies: { sessionToken: { options: { domain } } } }),
    features: [UserProfile({ language: true })],
  });
  const headers = recordCookies(world);
  await world.ask("not an address");
  await world.typePassword("wrong");
  await world.ask("ada@example.com");
  await world.follow();
  await world.post("account", { action: "dismiss", id: "passkey" });
  await world.post("account", { action: "change-profile", language: "de" });
  await world.signIn();
  const visitor = openPasskeys({ platform: world.platform });
  const passkeys = recordCookies(visitor);
  await visitor.register();
  const factors = openFactors({ platform: world.platform });
  const steps = recordCookies(factors);
  const kit = await factors.registerWithFactor();
  await factors.answer(await factors.enter(), { code: factors.code(kit), remember: "true" });
  const signOuts = await openLogout({
    adapter: null,
    features: [AccessTokens({ keptIn: "cookie" }), ProviderLogout()],
  });
  const ends = recordCookies(signOuts);
  await signOuts.signInAs("ada");
  await signOuts.post("signout", { provider: "true" });
  const staff = await openActing({ platform: world.platform });
  const acts = recordCookies(staff);
  await staff.act();
  const now = world.platform.now();
  const form = { userId: "1", target: "/transfer", body: "to=bob" };
  const kept = await storeKeptForm(
    form,
    "kept form",
    { headers: new Headers() },
    setupOf(world.config, "https"),
  );
  return new Map(
    [...headers, ...passkeys, ...steps, ...ends, ...acts, ...kept.map(serializeCookie)].map((header) =>
      parse(header, now)
    )
      .filter((each) => each !== null),
  );
}

interface Cookie {
  /** In seconds; `null` until the browser closes. */
  readonly life: number | null;
  readonly attributes: readonly string[];
}

/** Parses a header; `null` if it removes a cookie. */
function parse(header: string, now: number): [string, Cookie] | null {
  const [pair, ...attributes] = header.split("; ");
  const [name, value] = pair!.split("=");
  if (value === "") return null;
  const field = (wanted: string) =>
    attributes.find((each) => each.startsWith(`${wanted}=`))?.slice(wanted.length + 1);
  const [age, expires] = [field("Max-Age"), field("Expires")];
  const life = age !== undefined
    ? Number(age)
    : expires !== undefined
    ? Math.round((Date.parse(expires) - now) / 1000)
    : null;
  const rest = attributes.filter((each) => !/^(?:Max-Age|Expires)=/.test(each));
  return [name!.replace(/(\..+)\.[\w-]{16}$/, "$1.<id>"), { life, attributes: rest.sort() }];
}

let cookies: Promise<Map<string, Cookie>> | undefined;

/** All cookies of an application without settings for them. Two tests read them. */
const defaultCookies = () => cookies ??= withQuickScrypt(() => allCookies());

test("docs/concepts/cookies.md lists all cookies that the library sets, and how long they live", async () => {
  const set = await defaultCookies();
  const listed = tableBelow("The cookies", pageOf("cookies")).map(([cookie, , , life]) => {
    const days = /(\d+) days/.exec(life!)?.[1];
    const seconds = days ? Number(days) * 86_400 : Number(/(\d+) s/.exec(life!)?.[1] ?? NaN);
    return [`__Host-${cookie}`, Number.isNaN(seconds) ? null : seconds];
  });
  const found = [...set].map(([name, { life }]) => [name, life]);
  assert.deepEqual(found.sort(), listed.sort());
});

test("docs/concepts/cookies.md names prefix and attributes of the cookies, as they are set", async () => {
  const [https, domain, http] = tableBelow("Attributes and prefixes", pageOf("cookies"));
  assert.deepEqual(https!.slice(1), ["__Host-", "yes", "yes", "Lax", "/", "none"]);
  for (const [name, { attributes }] of await defaultCookies()) {
    assert.ok(name.startsWith("__Host-"), name);
    assert.deepEqual(attributes, ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"], name);
  }
  assert.deepEqual(domain!.slice(1), ["__Secure-", "yes", "yes", "Lax", "/", "yours"]);
  const ofDomain = await withQuickScrypt(() => allCookies({ domain: "app.test" }));
  const shared = ofDomain.get("__Secure-latchkey.session-token");
  assert.deepEqual(shared?.attributes, ["Domain=app.test", "HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
  assert.deepEqual(http!.slice(1), ["", "no", "yes", "Lax", "/", "none"]);
  const config = { providers: [], secret: "x".repeat(40), trustHost: true } as AuthConfig;
  for (const { name, options } of Object.values(setupOf(config, "http").cookies)) {
    assert.match(name, /^latchkey\./);
    assert.deepEqual(options, { httpOnly: true, sameSite: "lax", path: "/", secure: false });
  }
});

const STORED: AdapterUser = { id: "1", email: "ada@example.com", emailVerified: null };
const OTHER: AdapterUser = { id: "2", email: "grace@example.com", emailVerified: new Date(0) };
const NONE: Matches = { owner: null, current: null, sameAddress: null, canBeTakenOver: false };

type Case = readonly [
  matches: Partial<Matches>,
  identity?: Partial<Identity>,
  link?: "requested",
  isFresh?: boolean,
];

/** One case for each row of the tables on linking, in their order. */
const CASES: readonly (readonly Case[])[] = [
  [
    [{ owner: STORED, current: OTHER }, {}, "requested", true],
    [{ owner: STORED }],
    [{ current: OTHER }, {}, "requested", true],
    [{ current: OTHER }, {}, "requested", false],
    [{}],
    [{ sameAddress: STORED }, { linksByEmail: true }],
    [{ sameAddress: STORED, canBeTakenOver: true }, { emailIsVerified: true }],
    [{ sameAddress: STORED }],
  ],
  [
    [{}],
    [{ sameAddress: { ...STORED, emailVerified: new Date(0) } }],
    [{ sameAddress: STORED }, { linksByEmail: true }],
    [{ sameAddress: STORED, current: STORED }, {}, "requested", true],
    [{ sameAddress: STORED, current: STORED }],
    [{ sameAddress: STORED }],
  ],
];

/** How the page words each decision. */
const RESULTS: Readonly<Record<string, RegExp>> = {
  refused: /^refused/,
  found: /user is signed in$/,
  linked: /^the account is added/,
  asked: /^(a page asks|they sign in again first)/,
  created: /^a new user/,
  verified: /^the address becomes verified/,
  takenOver: /^takeover/,
};

test("docs/concepts/linking.md lists the decisions about an account as they are made", () => {
  const tables = tablesIn(pageOf("linking").text);
  for (const [index, type] of (["oauth", "email"] as const).entries()) {
    const rows = tables[index]!;
    assert.equal(rows.length, CASES[index]!.length);
    for (const [row, [matches, identity, link = "none", isFresh = false]] of CASES[index]!.entries()) {
      const account = { type, provider: "idp", providerAccountId: "42" };
      const proven = { user: { email: "ada@example.com" }, account, ...identity } as unknown as Identity;
      const { kind } = decide(proven, { ...NONE, ...matches }, { link, isFresh });
      assert.match(rows[row]!.at(-1)!, RESULTS[kind]!, `${type}, row ${row + 1}: ${kind}`);
    }
  }
});

test("docs/concepts/sessions.md names the defaults of a config, as they take effect", async () => {
  const defaults = Object.fromEntries(
    tableBelow("How long it lasts", pageOf("sessions")).map((
      [setting, value],
    ) => [setting, parseInt(value!)]),
  );
  const { maxAge, updateAge, freshAge } = {
    maxAge: defaults["session.maxAge"]!,
    updateAge: defaults["session.updateAge"]!,
    freshAge: defaults["session.freshAge"]!,
  };
  const world = openPlain();
  assert.equal(setupOf(world.config, "https", { capabilities: ALL_CAPABILITIES }).freshAge, freshAge * 1000);
  await world.signIn();
  const headers = recordCookies(world);
  world.platform.tick(updateAge - 1);
  assert.ok(await world.session());
  assert.deepEqual(headers, []);
  world.platform.tick(1);
  assert.ok(await world.session());
  assert.equal(headers.length, 1);
  world.platform.tick(maxAge - 1);
  assert.ok(await world.session());
  world.platform.tick(maxAge);
  assert.equal(await world.session(), null);
});
