import assert from "node:assert/strict";
import { test } from "node:test";
import { OAuthProfileParseError } from "../../src/errors/errors.ts";
import type { Identity } from "../../src/model/identity.ts";
import type { Exchange } from "../../src/oauth/exchange.ts";
import { fetchIdentity } from "../../src/oauth/identity.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { OAuthDefinition } from "../../src/oauth/types.ts";
import type { OAuthConfig, OIDCConfig } from "../../src/model/provider.ts";
import { verdictOn } from "../../src/oauth/verified_email.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { Profile } from "../../src/values/types.ts";

type Verdict = ReturnType<typeof verdictOn>;

const ISSUER = "https://idp.test";
const ADA = { sub: "ada", email: "ada@example.com" };
const VERIFIED = { ...ADA, email_verified: true };

interface Said {
  /** Claims of the ID token; `null` from a provider of type `oauth`. */
  readonly claims?: Profile | null;
  /** Answer of the userinfo endpoint. */
  readonly userinfo?: Profile;
  /** Parameters of the authorization response. */
  readonly params?: Record<string, string>;
  /** Issuer of the metadata. */
  readonly knownIssuer?: string;
}

/** Signs in, and returns whether the address counts as verified. */
async function isVerified(definition: OAuthDefinition, said: Said): Promise<boolean | undefined> {
  return (await identityOf(definition, said)).emailIsVerified;
}

/** Signs in. */
async function identityOf(definition: OAuthDefinition, said: Said): Promise<Identity> {
  const platform = testPlatform();
  platform.sites[ISSUER] = () => Response.json(said.userinfo);
  const provider = resolveProvider(
    {
      ...definition,
      options: { clientId: "c", clientSecret: "s", ...definition.options },
    } as OAuthDefinition,
    { platform },
  );
  const claims = said.claims ? { iss: provider.issuer, ...said.claims, sub: "ada" } : null;
  const knownIssuer = said.knownIssuer ?? provider.issuer;
  const server = { knownIssuer, userinfo_endpoint: `${ISSUER}/userinfo` };
  const exchange = {
    provider,
    platform,
    server,
    params: new URLSearchParams(said.params),
  } as unknown as Exchange;
  const logger = { error() {}, warn() {}, debug() {} };
  return await fetchIdentity({ tokens: { access_token: "a" }, claims }, exchange, logger);
}

function oidc(more: Partial<OIDCConfig> = {}): OIDCConfig {
  return { id: "idp", name: "Fake", type: "oidc", issuer: ISSUER, ...more };
}

function oauth(more: Partial<OAuthConfig> = {}): OAuthConfig {
  return {
    id: "idp",
    name: "Fake",
    type: "oauth",
    authorization: `${ISSUER}/authorize`,
    token: `${ISSUER}/token`,
    userinfo: `${ISSUER}/userinfo`,
    ...more,
  };
}

/** A `profile()` that maps this address. */
const mapping = (email: unknown) => ({ profile: () => ({ id: "ada", email: email as string }) });

const cases: Readonly<Record<string, readonly [OAuthDefinition, Said, boolean]>> = {
  "claims of an ID token": [oidc(), { claims: VERIFIED }, true],
  "claims with the boolean as text": [oidc(), { claims: { ...ADA, email_verified: "true" as never } }, true],
  "claims with other capitals": [oidc(), { claims: { ...VERIFIED, email: "Ada@EXAMPLE.com" } }, true],
  "claims without the claim": [oidc(), { claims: ADA }, false],
  "claims that deny it": [oidc(), { claims: { ...ADA, email_verified: false } }, false],
  "claims without an address": [oidc(), { claims: { sub: "ada", email_verified: true } }, false],
  "an empty address": [oidc(), { claims: { ...VERIFIED, email: "" } }, false],
  "an address that is not text": [oidc(mapping(["ada@example.com"])), { claims: VERIFIED }, false],
  "another address that profile() maps": [oidc(mapping("eve@example.com")), { claims: VERIFIED }, false],
  "an address that differs in a letter outside ASCII": [
    oidc(mapping("K@example.com")),
    { claims: { ...VERIFIED, email: "\u212a@example.com" } },
    false,
  ],
  "a tenant that `issuers` accepts": [
    oidc({ issuers: () => [`${ISSUER}/tenant`] }),
    { claims: { ...VERIFIED, iss: `${ISSUER}/tenant` } },
    false,
  ],
  "the issuer of metadata found by wellKnown": [
    oidc({ issuer: undefined, wellKnown: `${ISSUER}/.well-known/openid-configuration` }),
    { claims: { ...VERIFIED, iss: ISSUER }, knownIssuer: ISSUER },
    true,
  ],
  "a posted user": [
    oidc({
      postsUser: true,
      authorization: { params: { response_mode: "form_post" } },
      profile: (p) => ({ id: p.sub, ...p.user }),
    }),
    { claims: VERIFIED, params: { user: '{"email":"eve@example.com","email_verified":true}' } },
    false,
  ],
  "a userinfo endpoint of OpenID Connect": [
    oidc({ idToken: false }),
    { claims: { sub: "ada" }, userinfo: VERIFIED },
    true,
  ],
  "an ID token beside a userinfo that is silent": [
    oidc({ idToken: false }),
    { claims: VERIFIED, userinfo: ADA },
    true,
  ],
  "a userinfo that is verified in the ID token for another address": [
    oidc({ idToken: false }),
    { claims: { ...VERIFIED, email: "old@example.com" }, userinfo: ADA },
    false,
  ],
  "what userinfo.request of an OpenID provider made": [
    oidc({ idToken: false, userinfo: { request: () => VERIFIED } }),
    { claims: { sub: "ada" } },
    false,
  ],
  "a userinfo endpoint of OAuth 2": [oauth(), { userinfo: VERIFIED }, false],
  "what userinfo.request of an OAuth 2 provider made": [
    oauth({ userinfo: { request: () => VERIFIED } }),
    {},
    false,
  ],
  "verifiedEmail: true": [oauth({ verifiedEmail: true }), { userinfo: ADA }, true],
  "verifiedEmail: true, and profile() maps another address": [
    oauth({ verifiedEmail: true, ...mapping("eve@example.com") }),
    { userinfo: ADA },
    false,
  ],
  "verifiedEmail: true, and no address": [oauth({ verifiedEmail: true }), { userinfo: { id: "ada" } }, false],
  "verifiedEmail: false against the claim": [oidc({ verifiedEmail: false }), { claims: VERIFIED }, false],
  "verifiedEmail() with the mapped address": [
    oauth({ verifiedEmail: ({ mail }) => mail.address, ...mapping("Ada@example.com") }),
    { userinfo: { id: "ada", mail: { address: "ada@example.com" } } },
    true,
  ],
  "verifiedEmail() that returns true": [
    oauth({ verifiedEmail: () => true as never }),
    { userinfo: ADA },
    false,
  ],
  "verifiedEmail() that returns null": [oidc({ verifiedEmail: () => null }), { claims: VERIFIED }, false],
  "verifiedEmail of the application over the module's": [
    oidc({ verifiedEmail: true, options: { verifiedEmail: false } }),
    { claims: VERIFIED },
    false,
  ],
};

for (const [what, [definition, said, expected]] of Object.entries(cases)) {
  test(`an address of a provider counts as ${expected ? "verified" : "not verified"}: ${what}`, async () => {
    assert.equal(await isVerified(definition, said), expected);
  });
}

test("verifiedEmail() is given the signed claims, not the posted user", async () => {
  let given: unknown;
  const definition = oidc({
    postsUser: true,
    authorization: { params: { response_mode: "form_post" } },
    verifiedEmail: (profile) => (given = profile, null),
  });
  await isVerified(definition, { claims: VERIFIED, params: { user: '{"name":"Eve"}' } });
  assert.deepEqual(given, { iss: ISSUER, ...VERIFIED });
});

test("a profile that verifiedEmail() fails at is refused", async () => {
  const verifiedEmail = () => {
    throw new Error("unreadable");
  };
  await assert.rejects(isVerified(oidc({ verifiedEmail }), { claims: VERIFIED }), (error) => {
    assert.ok(error instanceof OAuthProfileParseError);
    assert.equal((error.cause as { err: Error }).err.message, "unreadable");
    return true;
  });
});

/** What a provider says about Ada's address. */
function verdictOf(
  definition: OAuthDefinition,
  { claims = null, userinfo, email = ADA.email }: Pick<Said, "claims" | "userinfo"> & {
    readonly email?: string | null;
  },
): Verdict {
  const options = { clientId: "c", clientSecret: "s" };
  const provider = resolveProvider({ ...definition, options } as OAuthDefinition, {
    platform: testPlatform(),
  });
  const statements = { claims, statement: userinfo ?? claims!, fromUserinfo: userinfo !== undefined };
  return verdictOn(email, statements, { provider, server: { knownIssuer: ISSUER } as Exchange["server"] });
}

const SIGNED = { ...VERIFIED, iss: ISSUER };
const DENIED = { ...ADA, email_verified: false };

const VERDICTS: Readonly<
  Record<string, readonly [Verdict, OAuthDefinition, Parameters<typeof verdictOf>[1]]>
> = {
  "a verified claim": ["verified", oidc(), { claims: SIGNED }],
  "a claim that denies it": ["unverified", oidc(), { claims: DENIED }],
  "no claim": ["unstated", oidc(), { claims: { ...ADA, iss: ISSUER } }],
  "a verified claim of another address": ["unstated", oidc(), { claims: SIGNED, email: "eve@example.com" }],
  "no address": ["unstated", oidc(), { claims: SIGNED, email: null }],
  "an account name for an address": ["unstated", oidc(), {
    claims: { ...SIGNED, email: "ada" },
    email: "ada",
  }],
  "a userinfo that denies it beside a silent ID token": [
    "unverified",
    oidc({ idToken: false }),
    { claims: { sub: "ada", iss: ISSUER }, userinfo: DENIED },
  ],
  "an ID token that denies it beside a silent userinfo": [
    "unverified",
    oidc({ idToken: false }),
    { claims: DENIED, userinfo: ADA },
  ],
  "no ID token of an OpenID provider": ["unstated", oidc(), { userinfo: VERIFIED }],
  "claims of a provider that is not one of OpenID": ["unstated", oauth(), { claims: SIGNED }],
  "another issuer": ["unstated", oidc(), { claims: { ...SIGNED, iss: "https://other.test" } }],
  "verifiedEmail: true for another address": [
    "unstated",
    oauth({ verifiedEmail: true }),
    { userinfo: ADA, email: "eve@example.com" },
  ],
  "verifiedEmail: false": ["unstated", oidc({ verifiedEmail: false }), { claims: SIGNED }],
  "verifiedEmail() that returns another address": [
    "unverified",
    oauth({ verifiedEmail: () => "eve@example.com" }),
    { userinfo: ADA },
  ],
  "verifiedEmail() that returns undefined": [
    "unstated",
    oauth({ verifiedEmail: () => undefined }),
    { userinfo: ADA },
  ],
  "verifiedEmail() that vouches only for the issuer of the metadata": [
    "verified",
    oauth({ verifiedEmail: ({ email }, context) => context?.issuer === ISSUER ? email : null }),
    { userinfo: ADA },
  ],
  "a claim with the day of the proof, which ends with a zero": [
    "unstated",
    oidc(),
    { claims: { ...ADA, email_verified: "2026-01-20" as never } },
  ],
  "a claim with the day of the proof, which begins with a zero": [
    "unstated",
    oidc(),
    { claims: { ...ADA, email_verified: "01.02.2026" as never } },
  ],
};

for (const [what, [expected, definition, said]] of Object.entries(VERDICTS)) {
  test(`an address is ${expected} after what the provider says of it: ${what}`, () => {
    assert.equal(verdictOf(definition, said), expected);
  });
}

test("a verified address is unstated where the metadata or the endpoints are not the provider's own", () => {
  const statements = { claims: SIGNED, statement: SIGNED, fromUserinfo: false };
  const server = { knownIssuer: ISSUER } as Exchange["server"];
  for (const fromUserinfo of [false, true]) {
    for (const [byIdToken, byUserinfo] of [[true, true], [true, false], [false, false]] as const) {
      const provider = { type: "oidc", userinfo: {}, vouching: { byIdToken, byUserinfo } };
      const verdict = verdictOn(ADA.email, { ...statements, fromUserinfo }, {
        provider: provider as Exchange["provider"],
        server,
      });
      assert.equal(verdict, (fromUserinfo ? byUserinfo : byIdToken) ? "verified" : "unstated");
    }
  }
});

/** What the provider says, how `verifiedEmail` reads it, and whether the address may link the account. */
const LINKS: readonly (readonly [
  what: string,
  profile: Profile,
  verifiedEmail: OAuthConfig["verifiedEmail"],
  may: boolean,
])[] = [
  ["nothing", ADA, undefined, true],
  ["nothing, and vouches for none", ADA, false, true],
  ["that it is verified", VERIFIED, undefined, true],
  ["that it is not", { ...ADA, email_verified: false }, undefined, false],
  ["that it is not, in words", { ...ADA, email_verified: "false" } as unknown as Profile, undefined, false],
  ["that it is not, and vouches for none", { ...ADA, email_verified: false }, false, false],
  ["that it is not, and vouches for all", { ...ADA, email_verified: false }, true, false],
  ["that it is not, and vouches for it", { ...ADA, email_verified: false }, ({ email }) => email, false],
  ["that it is not, as a number", { ...ADA, email_verified: 0 } as unknown as Profile, undefined, false],
  ["that it is not, in Python", { ...ADA, email_verified: "False" } as unknown as Profile, undefined, false],
  ["so by a field of its own", { ...ADA, ok: true }, ({ ok, email }) => ok ? email : null, true],
  [
    "by a field of its own that it is not",
    { ...ADA, ok: false },
    ({ ok, email }) => ok ? email : null,
    false,
  ],
  ["nothing in the field of its own", ADA, ({ ok, email }) => ok === undefined ? undefined : email, true],
  ["that another address is verified", ADA, () => "grace@example.com", false],
];

for (const [what, profile, verifiedEmail, may] of LINKS) {
  test(`an address ${may ? "may" : "may not"} link the account if the provider says ${what} (AL-03)`, async () => {
    const more = {
      allowDangerousEmailAccountLinking: true,
      ...(verifiedEmail !== undefined && { verifiedEmail }),
    };
    const answers: [OAuthDefinition, Said][] = [
      [oauth(more), { userinfo: profile }],
      [oidc(more), { claims: profile }],
    ];
    for (const [definition, said] of answers) {
      assert.equal((await identityOf(definition, said)).linksByEmail, may, definition.type);
      const { allowDangerousEmailAccountLinking: _, ...without } = definition;
      assert.equal((await identityOf(without as OAuthDefinition, said)).linksByEmail, false, definition.type);
    }
  });
}
