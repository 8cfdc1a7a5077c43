/**
 * Rows about the signature and the header of ID tokens.
 *
 * @module
 */

import { encode } from "jose/base64url";
import type { Tamper } from "../../src/testing/mod.ts";
import { type Group, refused, type Row } from "./_row.ts";
import {
  ASYMMETRIC,
  claimsOf,
  createKey,
  keyFor,
  SECRET_OF_CLIENT,
  signedWith,
  signToken,
  SYMMETRIC,
} from "./_tokens.ts";

const STEPS = "OpenID Connect Core §3.1.3.7";

type Rewrite = (parts: readonly string[]) => readonly unknown[];

/** Changes to the parts of a signed token. */
const CHANGES: readonly (readonly [id: string, what: string, change: Rewrite])[] = [
  [
    "claims-changed",
    "whose claims were changed",
    ([header, payload, signature]) => [header, admin(payload), signature],
  ],
  ["missing", "without a signature", ([header, payload]) => [header, payload, ""]],
  ["zeros", "whose signature is zeros", ([header, payload]) => [header, payload, encode(new Uint8Array(64))]],
  ["DER", "whose signature is in DER", ([header, payload, signature]) => [header, payload, toDer(signature)]],
  [
    "line-break",
    "whose signature has a line break",
    ([header, payload, signature]) => [header, payload, `${signature}\n`],
  ],
  [
    "padding",
    "whose signature has padding",
    ([header, payload, signature]) => [header, payload, `${signature}==`],
  ],
];

/** Texts in the place of a token. */
const SHAPES: readonly (readonly [id: string, what: string, change: (token: string) => string])[] = [
  ["two-parts", "of two parts", (token) => token.split(".").slice(0, 2).join(".")],
  ["four-parts", "of four parts", (token) => `${token}.e30`],
  ["encrypted", "that is encrypted", () => "e30.e30.e30.e30.e30"],
  ["empty", "that is empty", () => ""],
  ["json", "in JSON serialization", (token) => JSON.stringify(token.split("."))],
  ["header-not-json", "whose header is not JSON", (token) => token.replace(/^[^.]+/, "YWxn")],
  ["header-list", "whose header is a list", (token) => token.replace(/^[^.]+/, encode("[]"))],
  ["header-binary", "whose header is not UTF-8", (token) => token.replace(/^[^.]+/, "gICA")],
];

const accepted: readonly Row[] = [
  ...ASYMMETRIC.map((alg): Row => ({
    id: `signature-${alg}`,
    ...(alg === "RS256" && { plan: "oidcc-client-test-idtoken-sig-rs256" }),
    cites: alg.startsWith("Ed") ? "RFC 8037 §3.1" : "RFC 7518 §3.1",
    title: `accepts an ID token that is signed with ${alg}, which the metadata announce`,
    fault: () => signedWith({ alg }),
    expected: "accepted",
  })),
  ...SYMMETRIC.map((alg): Row => ({
    id: `signature-${alg}`,
    cites: `${STEPS} (8)`,
    title: `accepts an ID token that is signed with ${alg} and the client secret, where that is registered`,
    ...registered(alg),
    fault: () => signedWith({ alg }),
    expected: "accepted",
  })),
  {
    id: "signature-default-RS256",
    cites: "OpenID Connect Discovery §3",
    title: "accepts RS256 if the metadata announce no algorithm",
    fault: () => signedWith({ alg: "RS256", announced: null }),
    expected: "accepted",
  },
  {
    id: "signature-registered-ES256",
    cites: `${STEPS} (7)`,
    title: "accepts the registered algorithm",
    provider: { client: { id_token_signed_response_alg: "ES256" } },
    fault: () => signedWith({ alg: "ES256", announced: ["RS256", "ES256"] }),
    expected: "accepted",
  },
  {
    id: "header-without-typ",
    cites: "RFC 7519 §5.1",
    title: "accepts an ID token without typ",
    fault: { header: { typ: undefined } },
    expected: "accepted",
  },
  {
    id: "header-unknown-parameter",
    cites: "RFC 7515 §4",
    title: "ignores a header parameter that it does not know",
    fault: { header: { "https://idp.test/trace": "1" } },
    expected: "accepted",
  },
];

const algorithms: readonly Row[] = [
  ...ASYMMETRIC.map((alg): Row => ({
    id: `signature-${alg}-not-announced`,
    cites: "OpenID Connect Discovery §3",
    title: `refuses an ID token that is signed with ${alg}, which the metadata do not announce`,
    fault: () => signedWith({ alg, announced: [alg === "RS256" ? "ES256" : "RS256"] }),
    expected: refused(/algorithm|\balg\b/i),
  })),
  ...SYMMETRIC.map((alg): Row => ({
    id: `signature-${alg}-not-registered`,
    cites: "RFC 8725 §3.1",
    title:
      `refuses an ID token that is signed with ${alg} and the client secret, if that is only announced (OI-09)`,
    ...secretOf(),
    fault: () => signedWith({ alg, announced: ["RS256", alg] }),
    expected: refused(/algorithm|\balg\b/i),
  })),
  ...["none", "None", "NONE", "nOnE"].map((alg): Row => ({
    id: `signature-${alg}`,
    plan: "oidcc-client-test-idtoken-sig-none",
    cites: "RFC 8725 §3.2",
    title: `refuses an unsigned ID token of the algorithm "${alg}", even if it is announced (OI-08)`,
    fault: { header: { alg }, metadata: { id_token_signing_alg_values_supported: ["ES256", alg] } },
    expected: refused(/algorithm|\balg\b/i),
  })),
  ...["ES256K", "A128KW", "constructor"].map((alg): Row => ({
    id: `signature-${alg}`,
    cites: "RFC 8725 §3.1",
    title: `refuses an ID token of the algorithm "${alg}", which it does not have, even if it is announced`,
    fault: { header: { alg }, metadata: { id_token_signing_alg_values_supported: ["ES256", alg] } },
    expected: refused(/algorithm|\balg\b/i),
  })),
  {
    id: "signature-none-registered",
    plan: "oidcc-client-test-idtoken-sig-none",
    cites: "RFC 8725 §3.2",
    title: "refuses an unsigned ID token, even if none is registered (OI-08)",
    provider: { client: { id_token_signed_response_alg: "none" } },
    fault: { header: { alg: "none" } },
    expected: refused(/algorithm|\balg\b/i),
  },
  {
    id: "signature-not-the-registered",
    cites: `${STEPS} (7)`,
    title: "refuses another algorithm than the registered one",
    provider: { client: { id_token_signed_response_alg: "ES256" } },
    fault: () => signedWith({ alg: "RS256", announced: ["RS256", "ES256"] }),
    expected: refused(/algorithm|\balg\b/i),
  },
  {
    id: "signature-registered-HS256-signed-RS256",
    cites: `${STEPS} (7)`,
    title: "refuses the published key where the client secret is registered",
    ...registered("HS256"),
    fault: () => signedWith({ alg: "RS256", announced: ["RS256", "HS256"] }),
    expected: refused(/algorithm|\balg\b/i),
  },
  ...["JWKS", "PEM", "modulus"].map((form): Row => ({
    id: `signature-public-key-as-secret-${form}`,
    cites: "RFC 8725 §2.1",
    title: `refuses an ID token of HS256 whose secret is the public key, as ${form} (OI-09)`,
    fault: async () => {
      const { jwk } = await keyFor("RS256");
      const announced = ["RS256", "HS256"];
      return await signedWith({ alg: "HS256", key: await textOf(jwk, form), announced, published: [jwk] });
    },
    expected: refused(/algorithm|\balg\b/i),
  })),
  {
    id: "header-without-alg",
    cites: "RFC 7515 §4.1.1",
    title: "refuses an ID token whose header has no alg",
    fault: () => signedWith({ alg: "ES256", header: { alg: undefined } }),
    expected: refused(/algorithm|\balg\b/i),
  },
  {
    id: "header-alg-list",
    cites: "RFC 7515 §4.1.1",
    title: "refuses an ID token whose alg is a list",
    fault: () => signedWith({ alg: "ES256", header: { alg: ["ES256"] } }),
    expected: refused(/algorithm|\balg\b/i),
  },
];

const signatures: readonly Row[] = [
  ...(["RS256", "ES256", "PS256", "EdDSA"] as const).map((alg): Row => ({
    id: `signature-${alg}-changed`,
    ...(alg === "RS256" && { plan: "oidcc-client-test-invalid-sig-rs256" }),
    ...(alg === "ES256" && { plan: "oidcc-client-test-invalid-sig-es256" }),
    cites: `${STEPS} (6)`,
    title: `refuses an ID token whose signature of ${alg} was changed (OI-10)`,
    fault: async () =>
      rewritten(await signedWith({ alg }), (parts) => [...parts.slice(0, 2), flipped(parts[2]!)]),
    expected: refused(/signature/i),
  })),
  {
    id: "signature-HS256-wrong-secret",
    plan: "oidcc-client-test-invalid-sig-hs256",
    cites: `${STEPS} (8)`,
    title: "refuses an ID token of HS256 with another secret than the client's",
    ...registered("HS256"),
    fault: () =>
      signedWith({
        alg: "HS256",
        key: "another secret of sixty-four bytes or more, so that it is long enough",
      }),
    expected: refused(/signature/i),
  },
  ...CHANGES.map(([id, what, change]): Row => ({
    id: `signature-${id}`,
    cites: "RFC 7515 §5.2",
    title: `refuses an ID token ${what} (OI-10)`,
    fault: rewritten({}, change),
    expected: refused(/signature|base64url|JWS|JWT/i),
  })),
  {
    id: "signature-unpublished-key",
    cites: `${STEPS} (6)`,
    title: "refuses an ID token of another key with the id of the published one (OI-10)",
    fault: { signingKey: "unpublished" },
    expected: refused(/signature/i),
  },
  {
    id: "signature-other-padding",
    cites: "RFC 7518 §3.5",
    title: "refuses a signature of RS256 whose header says PS256",
    fault: async () => {
      const { jwk, privateKey } = await keyFor("RS256");
      return {
        metadata: { id_token_signing_alg_values_supported: ["RS256", "PS256"] },
        jwks: { keys: [{ ...jwk, alg: undefined }] },
        tokens: async (answer) => ({
          ...answer,
          id_token: await signToken(
            { header: { alg: "PS256", kid: jwk.kid }, payload: claimsOf(answer.id_token) },
            "RS256",
            privateKey,
          ),
        }),
      };
    },
    expected: refused(/signature/i),
  },
];

const headers: readonly Row[] = [
  ...[
    ["unknown", { crit: ["exp2"], exp2: 1 }],
    ["b64", { crit: ["b64"], b64: false }],
    ["of-a-registered-name", { crit: ["alg"] }],
    ["empty", { crit: [] }],
    ["not-a-list", { crit: "exp" }],
    ["null", { crit: null }],
    ["number", { crit: 1 }],
  ].map(([id, header]): Row => ({
    id: `header-crit-${id}`,
    cites: "RFC 7515 §4.1.11",
    title: `refuses a critical header parameter (${id}, OI-13)`,
    fault: () => signedWith({ alg: "ES256", header: header as Record<string, unknown> }),
    expected: refused(/crit|b64|extension/i),
  })),
  ...(["jwk", "jku", "x5u", "x5c"] as const).map((name): Row => ({
    id: `header-${name}`,
    cites: "RFC 8725 §3.10",
    title: `ignores a key that comes with the ID token in ${name} (OI-10)`,
    fault: async () => {
      const { privateKey, jwk } = await createKey("ES256", "of an attacker");
      const header = {
        kid: undefined,
        [name]: name === "jwk" ? jwk : name === "x5c" ? ["MIIB"] : "https://evil.test/keys",
      };
      return await signedWith({ alg: "ES256", key: privateKey, header });
    },
    expected: refused(/signature/i),
  })),
  ...SHAPES.map(([id, what, change]): Row => ({
    id: `token-${id}`,
    cites: "RFC 7519 §7.2",
    title: `refuses an ID token ${what} (OI-12)`,
    fault: {
      tokens: (answer) => ({ ...answer, id_token: change(String(answer.id_token)) }),
    },
    expected: refused(/ID token/i),
  })),
  ...[["list", "[]"], ["text", '"ada"'], ["not-json", "{sub"], ["null", "null"]].map((
    [id, payload],
  ): Row => ({
    id: `token-claims-${id}`,
    cites: "RFC 7519 §7.2",
    title: `refuses an ID token whose claims are not an object (${id}, OI-12)`,
    fault: { claims: () => payload },
    expected: refused(/claims|payload|JWT/i),
  })),
];

/** Signature, algorithm and header. */
export const SIGNATURE_GROUP: Group = {
  name: "Signature and header of the ID token",
  rows: [...accepted, ...algorithms, ...signatures, ...headers],
};

/** Rewrites the parts of the ID token. */
function rewritten(tamper: Tamper, change: Rewrite): Tamper {
  const { tokens } = tamper;
  return {
    ...tamper,
    tokens: async (answer) => {
      const signed = typeof tokens === "function" ? await tokens(answer) as typeof answer : answer;
      return { ...signed, id_token: change(String(signed.id_token).split(".")).join(".") };
    },
  };
}

function registered(alg: string): Pick<Row, "idp" | "provider"> {
  const { idp, provider } = secretOf();
  return { idp, provider: { ...provider, client: { id_token_signed_response_alg: alg } } };
}

function secretOf() {
  return { idp: { clientSecret: SECRET_OF_CLIENT }, provider: { clientSecret: SECRET_OF_CLIENT } };
}

/** Changes the first character of a part: those at the end may have bits that are not used. */
function flipped(part: string): string {
  return (part.startsWith("A") ? "B" : "A") + part.slice(1);
}

function admin(payload = ""): string {
  return encode(JSON.stringify({ ...claimsOf(`.${payload}`), sub: "admin" }));
}

/** An ECDSA signature as X.509 has it. JWS concatenates both numbers (RFC 7518 §3.4). */
function toDer(signature = ""): string {
  const bytes = Uint8Array.from(
    atob(signature.replaceAll("-", "+").replaceAll("_", "/")),
    (c) => c.charCodeAt(0),
  );
  const numbers = [bytes.subarray(0, 32), bytes.subarray(32)].flatMap((half) => [2, 33, 0, ...half]);
  return encode(new Uint8Array([48, numbers.length, ...numbers]));
}

async function textOf(jwk: JsonWebKey, form: string): Promise<string> {
  if (form === "JWKS") return JSON.stringify({ keys: [jwk] });
  if (form === "modulus") return jwk.n!;
  const key = await crypto.subtle.importKey(
    "jwk",
    jwk,
    { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
    true,
    ["verify"],
  );
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", key));
  return `-----BEGIN PUBLIC KEY-----\n${
    btoa(String.fromCharCode(...spki)).replaceAll(/.{64}/g, "$&\n")
  }\n-----END PUBLIC KEY-----\n`;
}
