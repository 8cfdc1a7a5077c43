import assert from "node:assert/strict";
import { test } from "node:test";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { verifyJwt } from "../../src/oauth/jws.ts";
import { JwtError } from "../../src/oauth/jwt_error.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
const CLAIMS = { sub: "ada" };

function encode(value: unknown): string {
  return toBase64Url(toUtf8(typeof value === "string" ? value : JSON.stringify(value)));
}

async function sign(header: unknown, claims: unknown = CLAIMS): Promise<string> {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, privateKey, toUtf8(input));
  return `${input}.${toBase64Url(new Uint8Array(signature))}`;
}

async function verify(token: string, algorithms = ["ES256"]) {
  const asked: unknown[] = [];
  const verified = verifyJwt(token, algorithms, (parameters) => (asked.push(parameters), publicKey));
  return { asked, claims: await verified.then(({ claims }) => claims) };
}

test("verifyJwt() answers the claims, and asks for the key that the header names", async () => {
  const token = await sign({ alg: "ES256", kid: "a", typ: "JWT", jwk: {}, x5u: "https://evil.test" });
  assert.deepEqual(await verify(token), { asked: [{ alg: "ES256", kid: "a" }], claims: CLAIMS });
});

for (
  const [what, header] of Object.entries({
    "an algorithm that is not allowed": { alg: "ES384" },
    "the algorithm none": { alg: "none" },
    "an algorithm that is no text": { alg: ["ES256"] },
    "no algorithm": {},
  })
) {
  test(`verifyJwt() refuses a header with ${what} before it asks for a key (OI-08)`, async () => {
    const token = await sign(header);
    const refused = verifyJwt(token, ["ES256"], () => assert.fail("a key was asked for"));
    await assert.rejects(refused, { code: "ERR_JOSE_ALG_NOT_ALLOWED" });
  });
}

for (const alg of ["none", "ES256K", "constructor", "A128KW"]) {
  test(`verifyJwt() does not know the algorithm ${alg}, even if it is allowed (OI-08)`, async () => {
    await assert.rejects(verify(await sign({ alg }), [alg]), { code: "ERR_JOSE_NOT_SUPPORTED" });
  });
}

for (const crit of [["exp"], ["b64"], [], "exp", null, 1, ["alg"]]) {
  test(`verifyJwt() refuses the critical extensions ${JSON.stringify(crit)} (OI-13)`, async () => {
    const token = await sign({ alg: "ES256", crit, b64: true, exp: 1 });
    await assert.rejects(verify(token), { code: "ERR_JOSE_NOT_SUPPORTED" });
  });
}

for (const header of ["", "{", "[]", "null", '"ES256"', "1", '{"alg":"ES256"} x']) {
  test(`verifyJwt() refuses the header ${JSON.stringify(header)} (OI-12)`, async () => {
    await assert.rejects(verify(await sign(header)), { code: "ERR_JWS_INVALID" });
  });
}

for (const claims of ["", "{", "[]", "null", "1"]) {
  test(`verifyJwt() refuses the signed claims ${JSON.stringify(claims)} (OI-12)`, async () => {
    await assert.rejects(verify(await sign({ alg: "ES256" }, claims)), { code: "ERR_JWT_INVALID" });
  });
}

test("verifyJwt() refuses a token of another number of parts (OI-12)", async () => {
  const token = await sign({ alg: "ES256" });
  const [header, payload] = token.split(".");
  for (const other of ["", "..", header!, `${header}.${payload}`, `${token}.`, `${token}.x.y`, `.${token}`]) {
    await assert.rejects(verify(other), { code: "ERR_JWS_INVALID" });
  }
});

test("verifyJwt() refuses a signature in another encoding than base64url (OI-12)", async () => {
  const token = await sign({ alg: "ES256" });
  for (const other of [`${token}==`, `${token}=`, `${token} `, `${token}\n`, token.replace(/.$/, "+")]) {
    await assert.rejects(verify(other), { code: "ERR_JWS_INVALID" });
  }
});

test("verifyJwt() refuses a token whichever character is changed (OI-10)", async () => {
  const token = await sign({ alg: "ES256" });
  for (let i = 0; i < token.length; i++) {
    const other = `${token.slice(0, i)}${token[i] === "A" ? "B" : "A"}${token.slice(i + 1)}`;
    await assert.rejects(verify(other), JwtError);
  }
});
