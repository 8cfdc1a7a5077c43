/**
 * Rows about the claims of ID tokens.
 *
 * @module
 */

import { type Tamper, testPlatform } from "../../src/testing/mod.ts";
import { type Group, refused, type Row } from "./_row.ts";
import { halfHash, resign, signedWith } from "./_tokens.ts";

const STEPS = "OpenID Connect Core §3.1.3.7";

/** The time in all worlds, in seconds. */
const NOW = testPlatform().now() / 1000;

/** Accepted difference between clocks, in seconds. */
const TOLERANCE = 30;

type Claims = Readonly<Record<string, unknown>>;

/** Claims that are refused for one reason. */
interface Wrong {
  readonly claim: string;
  readonly cites: string;
  readonly plan?: Row["plan"];
  readonly cases: Readonly<Record<string, Claims>>;
}

const WRONG: readonly Wrong[] = [
  {
    claim: "iss",
    cites: `${STEPS} (2)`,
    plan: "oidcc-client-test-invalid-iss",
    cases: {
      "other": { iss: "https://evil.test" },
      "slash": { iss: "https://idp.test/" },
      "capitals": { iss: "https://IDP.test" },
      "http": { iss: "http://idp.test" },
      "path": { iss: "https://idp.test/tenant" },
      "missing": { iss: undefined },
      "list": { iss: ["https://idp.test"] },
    },
  },
  {
    claim: "aud",
    cites: `${STEPS} (3)`,
    plan: "oidcc-client-test-invalid-aud",
    cases: {
      "other": { aud: "other-client" },
      "list-of-others": { aud: ["other-client"] },
      "longer": { aud: "fake-client-2" },
      "shorter": { aud: "fake" },
      "several-in-text": { aud: "fake-client other-client" },
      "capitals": { aud: "FAKE-CLIENT" },
      "empty-list": { aud: [] },
      "object": { aud: { "fake-client": true } },
      "nested": { aud: [["fake-client"]] },
    },
  },
  {
    claim: "aud",
    cites: "OpenID Connect Core §2",
    plan: "oidcc-client-test-missing-aud",
    cases: { missing: { aud: undefined }, null: { aud: null } },
  },
  {
    claim: "azp",
    cites: `${STEPS} (4, 5)`,
    cases: {
      "missing-with-several-aud": { aud: ["fake-client", "other-client"] },
      "other": { azp: "other-client" },
      "other-with-several-aud": { aud: ["fake-client", "other-client"], azp: "other-client" },
      "list": { aud: ["fake-client", "other-client"], azp: ["fake-client"] },
    },
  },
  {
    claim: "sub",
    cites: "OpenID Connect Core §2",
    plan: "oidcc-client-test-missing-sub",
    cases: { missing: { sub: undefined } },
  },
  {
    claim: "sub",
    cites: "OpenID Connect Core §2",
    cases: {
      empty: { sub: "" },
      null: { sub: null },
      number: { sub: 42 },
      object: { sub: { $ne: null } },
      list: { sub: ["ada"] },
    },
  },
  {
    claim: "iat",
    cites: "OpenID Connect Core §2",
    plan: "oidcc-client-test-missing-iat",
    cases: { missing: { iat: undefined } },
  },
  {
    claim: "iat",
    cites: `${STEPS} (10)`,
    cases: {
      future: { iat: NOW + TOLERANCE + 1 },
      text: { iat: String(NOW) },
      null: { iat: null },
      date: { iat: "2030-01-01T00:00:00Z" },
    },
  },
  {
    claim: "exp",
    cites: `${STEPS} (9)`,
    cases: {
      "missing": { exp: undefined },
      "past": { exp: NOW - 3600 },
      "at-the-tolerance": { exp: NOW - TOLERANCE },
      "text": { exp: String(NOW + 3600) },
      "null": { exp: null },
      "negative": { exp: -1 },
      "list": { exp: [NOW + 3600] },
    },
  },
  {
    claim: "nbf",
    cites: "RFC 7519 §4.1.5",
    cases: { future: { nbf: NOW + TOLERANCE + 1 }, text: { nbf: String(NOW) } },
  },
  {
    claim: "nonce",
    cites: `${STEPS} (11)`,
    plan: "oidcc-client-test-nonce-invalid",
    cases: {
      missing: { nonce: undefined },
      other: { nonce: "another" },
      empty: { nonce: "" },
      number: { nonce: 1 },
      null: { nonce: null },
    },
  },
];

/** The row of docs/threats.md about a claim. */
const THREATS: Readonly<Record<string, string>> = {
  iss: "OI-02",
  aud: "OI-03",
  azp: "OI-04",
  exp: "OI-05",
  iat: "OI-05",
  nbf: "OI-05",
  sub: "OI-06",
  nonce: "OI-07",
};

const wrong: readonly Row[] = WRONG.flatMap(({ claim, cites, plan, cases }) =>
  Object.entries(cases).map(([what, claims]): Row => ({
    id: `claim-${claim}-${what}`,
    ...(plan && { plan }),
    cites,
    title: `refuses an ID token whose ${claim} is wrong (${what}, ${THREATS[claim]})`,
    fault: { claims },
    expected: refused(new RegExp(`\\b${claim}\\b`)),
  }))
);

const RIGHT: Readonly<Record<string, readonly [cites: string, what: string, claims: Claims]>> = {
  "all": ["OpenID Connect Core §2", "with the claims that the standard requires", {}],
  "aud-list": [`${STEPS} (3)`, "for this client alone, in a list", { aud: ["fake-client"] }],
  "aud-several": [`${STEPS} (4)`, "for several clients that was authorized by this one", {
    aud: ["other-client", "fake-client"],
    azp: "fake-client",
  }],
  "azp": [`${STEPS} (5)`, "whose azp is this client", { azp: "fake-client" }],
  "exp-in-the-tolerance": [`${STEPS} (9)`, "that expired within the tolerance of clocks", {
    exp: NOW - TOLERANCE + 1,
  }],
  "exp-fraction": ["RFC 7519 §2", "whose times have fractions", { exp: NOW + 60.5, iat: NOW - 0.5 }],
  "exp-far": [`${STEPS} (9)`, "that is valid for ten years", { exp: NOW + 315_360_000 }],
  "iat-in-the-tolerance": [`${STEPS} (10)`, "from a clock that is ahead within the tolerance", {
    iat: NOW + TOLERANCE,
    nbf: NOW + TOLERANCE,
  }],
  "iat-old": [`${STEPS} (10)`, "that was issued a day ago, and is valid", { iat: NOW - 86_400 }],
  "nbf-past": ["RFC 7519 §4.1.5", "whose nbf is past", { nbf: NOW - 60 }],
  "unknown": ["OpenID Connect Core §2", "with claims that the client does not know", {
    s_hash: "x",
    roles: [{}],
    "https://idp.test/x": 1,
  }],
  "amr-acr": ["OpenID Connect Core §2", "with acr and amr that were not asked for", {
    acr: "0",
    amr: ["pwd"],
  }],
};

const right: readonly Row[] = [
  ...Object.entries(RIGHT).map(([id, [cites, what, claims]]): Row => ({
    id: `claim-${id}`,
    ...(id === "all" && { plan: "oidcc-client-test" }),
    cites,
    title: `accepts an ID token ${what}`,
    fault: { claims },
    expected: "accepted",
  })),
  {
    id: "claim-sub-longest",
    cites: "OpenID Connect Core §2",
    title: "accepts a subject of 255 characters",
    fault: { claims: { sub: "a".repeat(255) } },
    expected: "accepted",
  },
];

/** Duplicates count as their last value, or the token is refused (RFC 7519 §4). */
const duplicated: readonly Row[] = [
  ...(["iss", "aud", "nonce", "sub"] as const).map((claim): Row => ({
    id: `claim-${claim}-twice`,
    cites: "RFC 7519 §4",
    title: `does not use the first value if ${claim} comes twice`,
    fault: { claims: (claims) => `${JSON.stringify(claims).slice(0, -1)},"${claim}":""}` },
    expected: refused(new RegExp(`\\b${claim}\\b`)),
  })),
];

const nonces: readonly Row[] = [
  {
    id: "nonce-not-sent",
    cites: "OpenID Connect Core §3.1.2.1",
    title: "refuses an ID token with a nonce if the request had none (OI-07)",
    provider: { nonce: false },
    fault: { claims: { nonce: "of another sign-in" } },
    expected: refused(/\bnonce\b/),
  },
  {
    id: "nonce-of-an-earlier-sign-in",
    plan: "oidcc-client-test-nonce-invalid",
    cites: `${STEPS} (11)`,
    title: "refuses the ID token of an earlier sign-in (OI-07)",
    before: ({ signIn, idp }) => {
      idp.tamper = { tokens: (answer) => (stolen.set(idp, answer.id_token), answer) };
      return signIn();
    },
    fault: ({ idp }) => ({ tokens: (answer) => ({ ...answer, id_token: stolen.get(idp) }) }),
    expected: refused(/\bnonce\b/),
  },
];

const hashes: readonly Row[] = [
  ...([["RS256", 256], ["ES384", 384], ["PS512", 512]] as const).flatMap(([alg, bits]): Row[] => [
    {
      id: `at-hash-${alg}`,
      cites: "OpenID Connect Core §3.1.3.6",
      title: `accepts an at_hash of SHA-${bits} with ${alg}`,
      fault: () => signedWith({ alg }),
      expected: "accepted",
    },
    {
      id: `at-hash-${alg}-of-another-hash`,
      cites: "OpenID Connect Core §3.1.3.6",
      title: `refuses an at_hash of another hash with ${alg}`,
      fault: () => hashed(alg, (token) => halfHash(bits === 512 ? 256 : 512, token)),
      expected: refused(/at_hash/),
    },
  ]),
  {
    id: "at-hash-other",
    plan: "oidcc-client-test-invalid-athash",
    cites: "OpenID Connect Core §3.1.3.8",
    title: "refuses the at_hash of another access token (OI-20)",
    fault: () => hashed("ES256", () => halfHash(256, "another token")),
    expected: refused(/at_hash/),
  },
  {
    id: "at-hash-whole",
    plan: "oidcc-client-test-invalid-athash",
    cites: "OpenID Connect Core §3.1.3.6",
    title: "refuses an at_hash of the whole hash",
    fault: () => hashed("ES256", async (token) => await halfHash(256, token) + await halfHash(256, token)),
    expected: refused(/at_hash/),
  },
  {
    id: "at-hash-number",
    plan: "oidcc-client-test-invalid-athash",
    cites: "OpenID Connect Core §3.1.3.8",
    title: "refuses an at_hash that is a number",
    fault: { claims: { at_hash: 1 } },
    expected: refused(/at_hash/),
  },
  {
    id: "at-hash-missing",
    plan: "oidcc-client-test-missing-athash",
    cites: "OpenID Connect Core §3.1.3.6",
    title: "accepts an ID token without at_hash, which is optional in the code flow",
    fault: { claims: { at_hash: undefined } },
    expected: "accepted",
  },
];

const maxAge = { authorization: { params: { max_age: 300 } } };
const essential = {
  authorization: { params: { claims: { id_token: { acr: { essential: true, values: ["2", "3"] } } } } },
};

const authentication: readonly Row[] = [
  ...Object.entries<readonly [Claims, boolean]>({
    "recent": [{ auth_time: NOW - 299 }, true],
    "during-the-sign-in": [{ auth_time: NOW }, true],
    "missing": [{ auth_time: undefined }, false],
    "old": [{ auth_time: NOW - 300 - TOLERANCE - 1 }, false],
    "future": [{ auth_time: NOW + TOLERANCE + 1 }, false],
    "text": [{ auth_time: String(NOW) }, false],
    "null": [{ auth_time: null }, false],
  }).map(([id, [claims, isRight]]): Row => ({
    id: `max-age-${id}`,
    cites: `${STEPS} (13)`,
    title: `${isRight ? "accepts" : "refuses"} an auth_time of this kind where max_age was sent: ${id}`,
    provider: maxAge,
    fault: { claims },
    expected: isRight ? "accepted" : refused(/auth_time/),
  })),
  {
    id: "max-age-not-sent",
    cites: "OpenID Connect Core §2",
    title: "accepts an ID token without auth_time if max_age was not sent",
    fault: { claims: { auth_time: undefined } },
    expected: "accepted",
  },
  ...Object.entries<readonly [Claims, boolean]>({
    "asked-for": [{ acr: "2" }, true],
    "other": [{ acr: "1" }, false],
    "missing": [{ acr: undefined }, false],
    "number": [{ acr: 2 }, false],
  }).map(([id, [claims, isRight]]): Row => ({
    id: `acr-${id}`,
    cites: "OpenID Connect Core §5.5.1.1",
    title: `${isRight ? "accepts" : "refuses"} an acr of this kind where it is an essential claim: ${id}`,
    provider: essential,
    fault: { claims },
    expected: isRight ? "accepted" : refused(/\bacr\b/),
  })),
];

/** Claims of the ID token. */
export const CLAIM_GROUP: Group = {
  name: "Claims of the ID token",
  rows: [...right, ...wrong, ...duplicated, ...nonces, ...hashes, ...authentication],
};

/** ID tokens of earlier sign-ins, by their provider. */
const stolen = new WeakMap<object, unknown>();

/** A provider that computes `at_hash` otherwise. */
async function hashed(alg: string, toHash: (accessToken: unknown) => Promise<string>): Promise<Tamper> {
  return {
    ...await signedWith({ alg }),
    tokens: async (answer) => ({
      ...answer,
      id_token: await resign(answer, { alg, claims: { at_hash: await toHash(answer.access_token) } }),
    }),
  };
}
