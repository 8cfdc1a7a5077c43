/**
 * The floor: the same requests and answers, with the least cryptography that does the same job and no library at all.
 * No option, no callback, no check of anything but signatures: nothing complete can be as cheap.
 *
 * @module
 */

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { arrive, get, open, ORIGIN, post } from "./browser.mjs";
import { ADA, startProvider } from "./idp.mjs";
import { openCrypto } from "./bare_crypto.mjs";
import { openSessions } from "./sessions.mjs";

/**
 * Opens an operation of the same name and form as those of `operations.mjs`.
 *
 * @param kind `node` or `web`.
 */
export async function openFloor(kind, name) {
  return await OPERATIONS[name](await openCrypto(kind));
}

const SESSION = "__Secure-floor.session-token";
const CSRF = "__Host-floor.csrf-token";
const FLOW = "__Secure-floor.flow";
const FRESH = { "cache-control": "private, no-store", "content-type": "application/json" };
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

const OPERATIONS = {
  "session": session,
  "stored session": storedSession,
  "no session": noSession,
  "getToken": getToken,
  "encode": (crypto) => ({
    run: () => issue(crypto),
    check: async (token) => assertClaims(await read(crypto, token)),
  }),
  "decode": decode,
  "csrf": csrf,
  "signin page": signInPage,
  "signin": signIn,
  "oauth callback": (crypto) => callback(crypto, "oauth"),
  "oidc callback": (crypto) => callback(crypto, "oidc"),
};

async function session(crypto) {
  const cookie = `${CSRF}=${"c".repeat(64)}; ${SESSION}=${await issue(crypto)}`;
  return {
    run: async () => {
      const { name, email, picture, exp } = await read(crypto, cookieOf(get("/session", cookie), SESSION));
      const body = { user: { name, email, image: picture }, expires: new Date(exp * 1000).toISOString() };
      return new Response(JSON.stringify(body), { headers: FRESH });
    },
    check: async (response) => assert.equal((await response.json()).user.name, ADA.name),
  };
}

async function storedSession(crypto) {
  const { database, token } = await openSessions();
  const find = database.prepare(
    "SELECT name, email, image, expires FROM auth_sessions JOIN auth_users ON id = user_id WHERE session_token = ?",
  );
  const cookie = `${CSRF}=${"c".repeat(64)}; ${SESSION}=${token}`;
  return {
    run: async () => {
      const hash = await crypto.hash(cookieOf(get("/session", cookie), SESSION));
      const { name, email, image, expires } = find.get(
        `sha256:${Buffer.from(hash, "base64url").toString("hex")}`,
      );
      const body = { user: { name, email, image }, expires: new Date(expires).toISOString() };
      return new Response(JSON.stringify(body), { headers: FRESH });
    },
    check: async (response) => assert.equal((await response.json()).user.name, ADA.name),
  };
}

function noSession() {
  return {
    run: () => new Response(cookieOf(get("/session"), SESSION) ?? "null", { headers: FRESH }),
    check: async (response) => assert.equal(await response.json(), null),
  };
}

async function getToken(crypto) {
  const cookie = `${SESSION}=${await issue(crypto)}`;
  return {
    run: () => read(crypto, cookieOf(get("/session", cookie), SESSION)),
    check: assertClaims,
  };
}

async function decode(crypto) {
  const token = await issue(crypto);
  return { run: () => read(crypto, token), check: assertClaims };
}

function csrf(crypto) {
  return {
    run: async () => {
      const request = get("/csrf");
      const csrfToken = cookieOf(request, CSRF) ?? random();
      const headers = new Headers(FRESH);
      headers.append("set-cookie", `${CSRF}=${csrfToken}.${await crypto.mac(csrfToken)}; ${ATTRIBUTES}`);
      return new Response(JSON.stringify({ csrfToken }), { headers });
    },
    check: async (response) => assert.equal((await response.json()).csrfToken.length, 43),
  };
}

function signInPage(crypto) {
  // About as long as the page of three providers, with a token in each form.
  const pieces = Array(4).fill("<p>".padEnd(1900, "x"));
  return {
    run: async () => {
      const request = open("/signin");
      const csrfToken = cookieOf(request, CSRF) ?? random();
      const headers = new Headers({ ...FRESH, "content-type": "text/html" });
      headers.append("set-cookie", `${CSRF}=${csrfToken}.${await crypto.mac(csrfToken)}; ${ATTRIBUTES}`);
      return new Response(pieces.join(csrfToken), { headers });
    },
    check: async (response) => assert.equal((await response.text()).length, 4 * 1900 + 3 * 43),
  };
}

async function signIn(crypto) {
  const csrfToken = random();
  const cookie = `${CSRF}=${csrfToken}.${await crypto.mac(csrfToken)}`;
  const form = String(new URLSearchParams({ csrfToken, callbackUrl: `${ORIGIN}/dashboard` }));
  return {
    run: async () => {
      const request = post("/signin/codehost", form, cookie);
      const fields = new URLSearchParams(await request.text());
      const mac = cookieOf(request, CSRF).split(".")[1];
      if (mac !== await crypto.mac(fields.get("csrfToken"))) throw new Error("wrong mac");
      const flow = { state: random(), verifier: random(), callbackUrl: fields.get("callbackUrl") };
      const query = new URLSearchParams({
        state: flow.state,
        code_challenge: await crypto.hash(flow.verifier),
      });
      const headers = new Headers({ location: `https://idp.example.net/authorize?${query}` });
      headers.append("set-cookie", `${FLOW}=${await crypto.seal(JSON.stringify(flow))}; ${ATTRIBUTES}`);
      return new Response(null, { status: 302, headers });
    },
    check: (response) => assert.match(response.headers.get("location"), /code_challenge=.{43}$/),
  };
}

async function callback(crypto, type) {
  const provider = startProvider(type);
  const verify = provider.publicKey && await crypto.importVerifier(provider.publicKey);
  const flow = { state: random(), verifier: random(), callbackUrl: `${ORIGIN}/dashboard` };
  const cookie = `${FLOW}=${await crypto.seal(JSON.stringify(flow))}`;
  const url = `${ORIGIN}/auth/callback/codehost?code=c0de_4a1f&state=${flow.state}`;
  return {
    run: async () => {
      const request = arrive(url, cookie);
      const { state, callbackUrl } = JSON.parse(await crypto.open(cookieOf(request, FLOW)));
      if (new URL(request.url).searchParams.get("state") !== state) throw new Error("wrong state");
      const tokens = await ask(provider, "token");
      const profile = verify ? await verified(tokens.id_token, verify) : await ask(provider, "userinfo");
      const headers = new Headers({ location: callbackUrl });
      headers.append("set-cookie", `${FLOW}=; Max-Age=0; ${ATTRIBUTES}`);
      headers.append("set-cookie", `${SESSION}=${await issue(crypto, profile)}; ${ATTRIBUTES}`);
      return new Response(null, { status: 302, headers });
    },
    check: (response) => {
      assert.equal(response.headers.get("location"), `${ORIGIN}/dashboard`);
      assert.equal(response.headers.getSetCookie().length, 2);
    },
  };
}

async function ask(provider, endpoint) {
  return await (await provider.fetch(`https://idp.example.net/${endpoint}`)).json();
}

async function verified(idToken, verify) {
  const [header, payload, signature] = idToken.split(".");
  const valid = await verify(Buffer.from(`${header}.${payload}`), Buffer.from(signature, "base64url"));
  if (!valid) throw new Error("wrong signature");
  return JSON.parse(Buffer.from(payload, "base64url"));
}

function issue(crypto, user = { sub: ADA.id, name: ADA.name, email: ADA.email, picture: ADA.image }) {
  const { sub, name, email, picture } = user;
  const iat = Math.floor(Date.now() / 1000);
  return crypto.seal(
    JSON.stringify({ name, email, picture, sub, iat, exp: iat + 2_592_000, jti: randomUUID() }),
  );
}

async function read(crypto, token) {
  return JSON.parse(await crypto.open(token));
}

function cookieOf(request, name) {
  const cookie = request.headers.get("cookie");
  if (cookie === null) return undefined;
  const start = cookie.indexOf(`${name}=`) + name.length + 1;
  const end = cookie.indexOf(";", start);
  return cookie.slice(start, end < 0 ? undefined : end);
}

function random() {
  return Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

function assertClaims(token) {
  assert.deepEqual([token.name, token.sub], [ADA.name, ADA.id]);
}
