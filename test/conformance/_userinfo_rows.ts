/**
 * Rows about the userinfo endpoint: whose answer it is, in which form, and what is ignored in it.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { ReceivedRequest, Respond, Tamper } from "../../src/testing/mod.ts";
import { errorOf, type Group, refused, type Row, type Stage } from "./_row.ts";
import { createKey, keyFor, SECRET_OF_CLIENT, signToken } from "./_tokens.ts";

const SECTION = "OpenID Connect Core §5.3";
const USER = { sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true };

/** Reads the profile from the userinfo endpoint. */
const provider = { idToken: false };

/** A signed answer, which is right unless a field says otherwise. */
interface Signed {
  readonly alg?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | string;
  readonly announced?: readonly string[];
  readonly type?: string;
}

/** A provider that signs its userinfo with a key of its own. */
async function signed(
  { idp }: Stage,
  { alg = "ES256", header, claims, key, announced = [alg], type = "application/jwt" }: Signed = {},
): Promise<Tamper> {
  const isShared = alg.startsWith("HS") || alg === "none";
  const pair = await keyFor(isShared ? "ES256" : alg);
  const jwk = { ...pair.jwk, kid: "userinfo" };
  return {
    metadata: { userinfo_signing_alg_values_supported: announced },
    jwks: ({ keys }) => ({ keys: [...keys as object[], jwk] }),
    respond: {
      userinfo: async () => {
        const payload = { ...USER, iss: idp.issuer, aud: idp.clientId, ...claims };
        const unsigned = { header: { alg, ...(!isShared && { kid: "userinfo" }), ...header }, payload };
        const token = await signToken(
          unsigned,
          alg === "none" ? "HS256" : alg,
          key ?? (isShared ? SECRET_OF_CLIENT : pair.privateKey),
        );
        return new Response(token, { headers: { "content-type": type } });
      },
    },
  };
}

const secret = {
  idp: { clientSecret: SECRET_OF_CLIENT },
  provider: { ...provider, clientSecret: SECRET_OF_CLIENT },
};

const requests: readonly Row[] = [
  {
    id: "userinfo-bearer-header",
    plan: "oidcc-client-test-userinfo-bearer-header",
    cites: `${SECTION}.1`,
    title: "sends the access token to the userinfo endpoint in the header alone",
    provider,
    expected: "accepted",
    also: (stage) => {
      const { headers, method, url } = userinfoRequest(stage);
      assert.match(headers.get("authorization")!, /^Bearer fake-access-/);
      assert.equal(method, "GET");
      assert.equal(new URL(url).search, "");
    },
  },
  {
    id: "userinfo-bearer-body",
    plan: "oidcc-client-test-userinfo-bearer-body",
    cites: "RFC 6750 §2.2",
    title: "sends the access token to the userinfo endpoint in a form, if the application writes so",
    provider: {
      ...provider,
      userinfo: { form: { access_token: "{tokens.access_token}" }, headers: { authorization: undefined } },
    },
    fault: { respond: { userinfo: () => Response.json(USER) } },
    expected: "accepted",
    also: (stage) => {
      const { headers, method, params } = userinfoRequest(stage);
      assert.equal(method, "POST");
      assert.equal(headers.has("authorization"), false);
      assert.match(params.get("access_token")!, /^fake-access-/);
    },
  },
  {
    id: "userinfo-scope-claims",
    plan: "oidcc-client-test-scope-userinfo-claims",
    cites: "OpenID Connect Core §5.4",
    title: "asks for the claims of the scopes openid, profile and email",
    provider,
    expected: "accepted",
    also: ({ idp }) => {
      const asked = idp.requests.find(({ endpoint }) => endpoint === "authorization")!;
      assert.equal(asked.params.get("scope"), "openid profile email");
    },
  },
  {
    id: "userinfo-charset",
    cites: `${SECTION}.2`,
    title: "accepts userinfo with a charset in the media type",
    provider,
    fault: { respond: { userinfo: answers(JSON.stringify(USER), "application/json; charset=UTF-8") } },
    expected: "accepted",
  },
  {
    id: "userinfo-null-claims",
    cites: `${SECTION}.2`,
    title: "takes null in userinfo for a claim that is not there",
    provider,
    fault: { userinfo: { picture: null, locale: null, groups: null } },
    expected: "accepted",
  },
  {
    id: "userinfo-unknown-claims",
    cites: `${SECTION}.2`,
    title: "ignores userinfo claims that it does not know",
    provider,
    fault: { userinfo: { groups: [], address: { country: "GB" } } },
    expected: "accepted",
  },
  {
    id: "userinfo-endpoint-not-needed",
    cites: "OpenID Connect Discovery §3",
    title: "needs no userinfo endpoint if the ID token has the profile",
    fault: { metadata: { userinfo_endpoint: undefined } },
    expected: "accepted",
  },
  {
    id: "userinfo-aggregated",
    plan: "oidcc-client-test-aggregated-claims",
    cites: "OpenID Connect Core §5.6.2",
    title: "accepts userinfo with aggregated claims, and takes nothing from them",
    provider,
    fault: {
      userinfo: {
        email_verified: undefined,
        _claim_names: { name: "src1", email: "src1" },
        _claim_sources: { src1: { JWT: "eyJhbGciOiJub25lIn0.eyJuYW1lIjoiR3JhY2UifQ." } },
      },
    },
    expected: "accepted",
  },
  {
    id: "userinfo-distributed",
    plan: "oidcc-client-test-distributed-claims",
    cites: "OpenID Connect Core §5.6.2",
    title: "accepts userinfo with distributed claims, and does not ask their endpoint",
    provider,
    fault: {
      userinfo: {
        _claim_names: { credit_score: "src1" },
        _claim_sources: { src1: { endpoint: "https://evil.test/claims", access_token: "t" } },
      },
    },
    expected: "accepted",
  },
];

const subjects: readonly Row[] = Object.entries<unknown>({
  other: "grace",
  missing: undefined,
  empty: "",
  number: 42,
  null: null,
  list: ["ada"],
  capitals: "Ada",
  space: "ada ",
}).map(([id, sub]): Row => ({
  id: `userinfo-sub-${id}`,
  plan: "oidcc-client-test-userinfo-invalid-sub",
  cites: `${SECTION}.2`,
  title: `refuses userinfo whose sub is not that of the ID token (${id}, OI-14)`,
  provider,
  fault: { userinfo: { sub } },
  expected: refused(/\bsub\b/),
}));

const answered: readonly Row[] = [
  ...Object.entries<readonly [respond: Respond, log: RegExp]>({
    "401": [answers("{}", "application/json", 401), /userinfo.*401/s],
    "403 with a user": [answers(JSON.stringify(USER), "application/json", 403), /userinfo.*403/s],
    "500 with a user": [answers(JSON.stringify(USER), "application/json", 500), /userinfo.*500/s],
    "204": [() => new Response(null, { status: 204 }), /userinfo.*204/s],
    "HTML": [answers("<h1>Ada</h1>", "text/html"), /userinfo|profile/i],
    "broken JSON": [answers('{"sub":"ada"', "application/json"), /userinfo|profile/i],
    "a list": [answers(JSON.stringify([USER]), "application/json"), /userinfo|profile|sub/i],
    "null": [answers("null", "application/json"), /userinfo|profile/i],
    "an error": [answers('{"error":"invalid_token"}', "application/json"), /\bsub\b|userinfo/],
    "a form": [answers("sub=ada&name=Ada", "application/x-www-form-urlencoded"), /userinfo|profile/i],
  }).map(([what, [userinfo, log]]): Row => ({
    id: `userinfo-answer-${what.replaceAll(" ", "-")}`,
    cites: `${SECTION}.3`,
    title: `refuses this answer of the userinfo endpoint: ${what} (OI-14)`,
    provider,
    fault: { respond: { userinfo } },
    expected: refused(log, errorOf(what)),
  })),
  {
    id: "userinfo-endpoint-missing",
    cites: `${SECTION}`,
    title: "refuses to go on without a userinfo endpoint where the profile comes from there",
    provider,
    fault: { metadata: { userinfo_endpoint: undefined } },
    expected: refused(/userinfo_endpoint/),
  },
];

const jwts: readonly Row[] = [
  ...["ES256", "RS256", "PS384", "EdDSA"].map((alg): Row => ({
    id: `userinfo-signed-${alg}`,
    plan: "oidcc-client-test-userinfo-signed",
    cites: `${SECTION}.2`,
    title: `accepts userinfo that is signed with ${alg}, which the metadata announce`,
    provider,
    fault: (stage) => signed(stage, { alg }),
    expected: "accepted",
  })),
  {
    id: "userinfo-signed-HS256",
    plan: "oidcc-client-test-userinfo-signed",
    cites: `${SECTION}.2`,
    title: "accepts userinfo that is signed with the client secret, if that is announced",
    ...secret,
    fault: (stage) => signed(stage, { alg: "HS256" }),
    expected: "accepted",
  },
  {
    id: "userinfo-signed-without-iss-and-aud",
    cites: `${SECTION}.2`,
    title: "accepts signed userinfo without iss and aud, which the standard recommends only",
    provider,
    fault: (stage) => signed(stage, { claims: { iss: undefined, aud: undefined } }),
    expected: "accepted",
  },
  {
    id: "userinfo-signed-null-members",
    cites: `${SECTION}.2`,
    title: "takes null in signed userinfo for what the standard leaves out",
    provider,
    fault: (stage) => signed(stage, { claims: { aud: null, exp: null, iat: null, iss: null, nbf: null } }),
    expected: "accepted",
  },
  ...Object.entries<readonly [signed: Signed, log: RegExp]>({
    "iss-other": [{ claims: { iss: "https://evil.test" } }, /\biss\b/],
    "aud-other": [{ claims: { aud: "other-client" } }, /\baud\b/],
    "aud-list-of-others": [{ claims: { aud: ["other-client"] } }, /\baud\b/],
    "sub-other": [{ claims: { sub: "grace" } }, /\bsub\b/],
    "sub-missing": [{ claims: { sub: undefined } }, /\bsub\b/],
    "alg-not-announced": [{ announced: ["RS256"] }, /algorithm|\balg\b/i],
    "alg-none": [{ alg: "none", announced: ["ES256", "none"] }, /algorithm|\balg\b/i],
    "HS256-not-announced": [{ alg: "HS256", announced: ["ES256"] }, /algorithm|\balg\b/i],
    "HS256-wrong-secret": [
      { alg: "HS256", key: "another secret of sixty-four bytes or more, so that it is long enough" },
      /signature/i,
    ],
    "kid-unknown": [{ header: { kid: "unknown" } }, /key/i],
    "crit": [{ header: { crit: ["x"], x: 1 } }, /crit|extension/i],
  }).map(([id, [options, log]]): Row => ({
    id: `userinfo-signed-${id}`,
    cites: `${SECTION}.2`,
    title: `refuses signed userinfo that is wrong (${id}, OI-14)`,
    ...secret,
    fault: (stage) => signed(stage, options),
    expected: refused(log),
  })),
  {
    id: "userinfo-signed-unpublished",
    cites: `${SECTION}.2`,
    title: "refuses userinfo of another key with the id of the published one (OI-14)",
    provider,
    fault: async (stage) => signed(stage, { key: (await createKey("ES256")).privateKey }),
    expected: refused(/signature/i),
  },
  {
    id: "userinfo-signed-failure",
    cites: `${SECTION}.3`,
    title: "refuses signed userinfo with the status of a failure",
    provider,
    fault: async (stage) => {
      const { respond, ...rest } = await signed(stage);
      const userinfo: Respond = async (...args) => {
        const { body, headers } = await respond!.userinfo!(...args);
        return new Response(body, { status: 403, headers });
      };
      return { ...rest, respond: { userinfo } };
    },
    expected: refused(/userinfo.*403/s),
  },
  {
    id: "userinfo-signed-as-JSON",
    cites: `${SECTION}.2`,
    title: "refuses a JWT in the place of JSON",
    provider,
    fault: (stage) => signed(stage, { type: "application/json" }),
    expected: refused(/userinfo|profile/i),
  },
  {
    id: "userinfo-JSON-as-signed",
    cites: `${SECTION}.2`,
    title: "refuses JSON in the place of a JWT",
    provider,
    fault: { respond: { userinfo: answers(JSON.stringify(USER), "application/jwt") } },
    expected: refused(/userinfo/i),
  },
  {
    id: "userinfo-encrypted",
    cites: `${SECTION}.2`,
    title: "refuses encrypted userinfo, and says so",
    provider,
    fault: { respond: { userinfo: answers("e30.e30.e30.e30.e30", "application/jwt") } },
    expected: refused(/it is encrypted\. Register the client without `userinfo_encrypted_response_alg`/),
  },
];

/** The userinfo endpoint. */
export const USERINFO_GROUP: Group = {
  name: "Userinfo",
  rows: [...requests, ...subjects, ...answered, ...jwts],
};

function answers(body: string, type: string, status = 200): Respond {
  return () => new Response(body, { status, headers: { "content-type": type } });
}

function userinfoRequest({ idp }: Stage): ReceivedRequest {
  return idp.requests.find(({ endpoint }) => endpoint === "userinfo")!;
}
