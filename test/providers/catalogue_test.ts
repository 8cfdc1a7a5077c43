import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { warningsOf } from "../../src/config/warnings.ts";
import { OAuthProfileParseError, ProviderResponseError } from "../../src/errors/errors.ts";
import type { Identity } from "../../src/model/identity.ts";
import type { Exchange as SignIn } from "../../src/oauth/exchange.ts";
import { fetchIdentity } from "../../src/oauth/identity.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { Profile } from "../../src/values/types.ts";
import { readProviders } from "../../tools/providers.ts";
import { APP, SECRET } from "../flows/_world.ts";
import {
  ACCESS_TOKEN,
  CLIENT,
  createProvider,
  type Exchange,
  type ProviderCase,
  readCases,
  signIn,
  withAnswers,
} from "./_catalogue.ts";

const GOLDEN = new URL("catalogue_urls.txt", import.meta.url);
const cases = await readCases();
const SILENT = { error() {}, warn() {}, debug() {} };
const urls: string[] = [];

for (const [name, each] of cases) {
  const { id } = createProvider(each);

  test(`catalogue: ${id} signs in, and yields the expected user`, async () => {
    const { user, problems, log, authorizationUrl } = await signIn(each);
    assert.deepEqual(problems, [], log);
    assert.deepEqual(user, each.user, log);
    urls.push(`${id} ${withoutSecrets(authorizationUrl)}`);
  });

  test(`catalogue: ${id} signs in a user without address, name and picture`, async () => {
    const { user, log } = await signIn(withoutPerson(each));
    assert.ok(user, log);
    assert.deepEqual([user.id, user.email, user.verified], [each.user.id, null, false]);
  });

  test(`catalogue: ${id} yields no other id, whatever field of the profile is missing or odd`, async () => {
    const { profile } = await signIn(each);
    let read = 0;
    for (const [path, mutated] of mutations(profile)) {
      const identity = await identify(each, mutated);
      if (!identity) continue;
      read += 1;
      const { account: { providerAccountId }, user } = identity;
      assert.doesNotMatch(providerAccountId, /undefined|null|\[object|^$/, path);
      const isKnown = [each.user.id, ...each.otherIds ?? []].includes(providerAccountId);
      assert.ok(isKnown || isIdField(path, each, profile), `${path}: the id is ${providerAccountId}`);
      for (const text of [user.name, user.email, user.image].filter((text) => typeof text === "string")) {
        assert.doesNotMatch(text, /undefined|null|\[object|^\s|\s$/, `${path}: ${text}`);
      }
    }
    assert.ok(read > 0);
  });

  if (each.profile) {
    test(`catalogue: ${id} logs no token and no secret if the profile cannot be read (LG-01)`, async () => {
      const failing = each.profile!.map(({ request }) => ({
        request,
        json: new Response("", { status: 500 }),
      }));
      const { log } = await signIn({ ...each, profile: failing });
      assert.match(log, /status (is )?500/);
      for (const secret of [CLIENT.clientSecret, ACCESS_TOKEN, ...accessTokensIn(each.token.json)]) {
        assert.ok(!log.includes(secret), log);
      }
    });
  }

  if (each.claims) {
    test(`catalogue: ${id} refuses an ID token of another issuer`, async () => {
      const claims = { ...each.claims, iss: "https://attacker.example" };
      const { user, log } = await signIn({ ...each, claims });
      assert.equal(user, null);
      assert.match(log, /attacker\.example/);
    });
  }

  if (each.claims && each.profile) {
    test(`catalogue: ${id} ignores the userinfo of another subject`, async () => {
      const { user, log } = await signIn({ ...each, profile: each.profile!.map(ofAnother) });
      assert.equal(user?.email ?? null, null);
      assert.match(log, /its "sub" is not that of the ID token/);
    });
  }

  test(`catalogue: ${id} without an option that it needs is a config error that names option and variable`, async () => {
    const needed: string[] = [];
    for (const option of Object.keys({ ...CLIENT, ...each.options })) {
      const error = await misconfigure(each, option);
      if (error === null) continue;
      needed.push(option);
      assert.ok(error.includes(`"${id}": ${adviceFor(option, id)}`), error);
    }
    const hasSecret = { ...CLIENT, ...each.options }.clientSecret !== undefined && each.token.auth !== "none";
    const secret = hasSecret ? ["clientSecret"] : [];
    assert.deepEqual(new Set(needed), new Set(["clientId", ...secret, ...each.required ?? []]));
  });

  test(`catalogue: ${id} has a name for its button, and a colour that is hexadecimal if it has one`, () => {
    const { name, style } = createProvider(each);
    assert.match(name, /^\S(.*\S)?$/);
    assert.match(style?.brandColor ?? "#000", /^#([\da-f]{3}|[\da-f]{6})$/);
  });

  test(`catalogue: ${id} keeps the options of the application, and does not write to them`, () => {
    const options = Object.freeze({ ...CLIENT, ...each.options });
    const { options: kept, clientId } = each.create(options);
    for (const name of ["clientId", "clientSecret"] as const) assert.equal(kept?.[name], options[name]);
    assert.equal(clientId, undefined);
  });

  test(`catalogue: the file of ${id} is named after it`, () => {
    assert.equal(name, (each.module ?? id).replaceAll("-", "_"));
  });
}

test("catalogue: each provider of OAuth 2 and OpenID Connect has a case", async () => {
  const known = new Set(cases.map(([, each]) => createProvider(each).id));
  const listed = (await readProviders()).filter(({ provider: { type } }) =>
    type === "oauth" || type === "oidc"
  );
  // `github` and `tiktok` are these two with another name; each has a test file.
  const missing = listed.map(({ provider }) => provider.id).filter((id) => !known.has(id));
  assert.deepEqual(missing, ["codehost", "videoapp"]);
});

test("warningsOf() has no warning about the options of any provider of the catalogue", () => {
  for (const [, each] of cases) {
    assert.deepEqual(warningsOf({ secret: SECRET, providers: [createProvider(each)] }, ALL_CAPABILITIES), []);
  }
});

test("catalogue: each authorization URL is that of the golden file", async () => {
  const text = urls.sort().join("\n") + "\n";
  if (Deno.env.get("UPDATE_GOLDEN")) return await writeFile(GOLDEN, text);
  assert.equal(text, await readFile(GOLDEN, "utf8"));
});

/** The URL without what differs between sign-ins. */
function withoutSecrets(url: URL): string {
  const copy = new URL(url);
  for (const name of ["state", "nonce", "code_challenge"]) {
    if (copy.searchParams.has(name)) copy.searchParams.set(name, "*");
  }
  return copy.href;
}

/** The access tokens in an answer, which some providers wrap. */
function accessTokensIn(answer: unknown): readonly string[] {
  return Object.entries(Object(answer)).flatMap(([name, value]) =>
    name === "access_token" ? [String(value)] : typeof value === "object" ? accessTokensIn(value) : []
  );
}

/** The answer with another subject. */
function ofAnother(exchange: Exchange): Exchange {
  return { ...exchange, json: { ...exchange.json as object, sub: "someone-else" } };
}

/** Fields of a token answer that say nothing of the user. The scope `profile` may be a part of the address of their picture. */
const OF_TOKENS: readonly string[] = ["scope", "token_type"];

/** The case of a user who has given the provider no address, no name and no picture, or does not share them. */
function withoutPerson(each: ProviderCase): ProviderCase {
  const { name, email, image } = each.user;
  const known = [name, email, image].flatMap((text) => text ?? []);
  const isOfPerson = (text: string) =>
    text !== each.user.id && text.length > 1 &&
    known.some((value) => value.toLowerCase().includes(text.toLowerCase()) || text.includes(value));
  const clean = (value: unknown): unknown => {
    if (typeof value === "string") return isOfPerson(value) ? null : value;
    if (Array.isArray(value)) return value.map(clean);
    if (value instanceof Response || typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, OF_TOKENS.includes(key) ? field : clean(field)]),
    );
  };
  return withAnswers(each, clean);
}

/** The identity that a sign-in reads from this profile; `null` if it refuses the profile. */
async function identify(each: ProviderCase, profile: unknown): Promise<Identity | null> {
  const platform = testPlatform();
  const definition = createProvider(each);
  const { userinfo: option } = each.options ?? {};
  const url = typeof option === "string" ? { url: option } : {};
  const userinfo = { ...url, request: () => profile as Profile };
  const provider = resolveProvider({ ...definition, options: { ...definition.options, userinfo } }, {
    platform,
  });
  try {
    const redeemed = { tokens: { access_token: ACCESS_TOKEN }, claims: null };
    const exchange = { provider, server: {}, prover: null, params: new URLSearchParams(), platform };
    return await fetchIdentity(redeemed, exchange as unknown as SignIn, SILENT);
  } catch (error) {
    assert.ok(
      error instanceof OAuthProfileParseError || error instanceof ProviderResponseError,
      String(error),
    );
    return null;
  }
}

/** The profile with each field in turn missing, or of another type. */
function* mutations(profile: unknown, path = ""): Generator<readonly [string, unknown]> {
  if (typeof profile !== "object" || profile === null) return;
  for (const key of Object.keys(profile)) {
    const fields = profile as Record<string, unknown>;
    for (const odd of [undefined, null, "", 0, {}, []]) {
      yield [
        `${path}.${key}`,
        Array.isArray(profile) ? profile.with(Number(key), odd) : { ...fields, [key]: odd },
      ];
    }
    for (const [inner, mutated] of mutations(fields[key], `${path}.${key}`)) {
      yield [
        inner,
        Array.isArray(profile) ? profile.with(Number(key), mutated) : { ...fields, [key]: mutated },
      ];
    }
  }
}

/** Whether a field has the id: with another value of it, the id is another one. */
function isIdField(path: string, { user }: ProviderCase, profile: unknown): boolean {
  const value = path.slice(1).split(".").reduce((at, key) => (at as Record<string, unknown>)?.[key], profile);
  return String(value) === user.id;
}

/** The error of a provider that lacks an option: when it is created, or at the first request. `null` if it works without. */
async function misconfigure(each: ProviderCase, option: string): Promise<string | null> {
  const platform = testPlatform();
  try {
    const providers = [createProvider(each, option)];
    const config = { secret: SECRET, trustHost: true, platform, providers } as AuthConfig;
    const { status } = await Auth(new Request(`${APP}/auth/signin`), config);
    return status === 500 ? platform.lines.map(({ text }) => text).join("\n") : null;
  } catch (error) {
    return String(error);
  }
}

/** What the error says of an option. Some options may come from the environment. */
function adviceFor(option: string, id: string): string {
  const ends: Readonly<Record<string, string>> = { clientId: "ID", clientSecret: "SECRET", issuer: "ISSUER" };
  const variable = `AUTH_${id.toUpperCase().replaceAll("-", "_")}_${ends[option]}`;
  return `set \`${option}\`` + (ends[option] ? `, or ${variable} in the environment` : "");
}
