/**
 * The operations that are measured. An operation has `run(input)`, the measured part; `check(answer)`, which throws if an
 * answer is wrong; and where each run needs an input of its own `prepare(count)`, which is not measured.
 *
 * A callback consumes a sign-in. `prepare` makes as many sign-ins as a batch has runs, each with cookies and `state` of
 * its own, so that a batch holds callbacks alone and no subtraction is needed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { arrive, cookiesAfter, get, open, ORIGIN, post } from "./browser.mjs";
import { ADA, providerSettings, startProvider } from "./idp.mjs";
import { openDrizzleSessions, openSessions } from "./sessions.mjs";

/**
 * Opens an operation.
 *
 * @param library The result of `loadLibrary`.
 * @param options `providers`: how many, default 1. `secrets`: how many, default 1; tokens are made with the last.
 * `updateAge`: in seconds. `always`: whether the generation of the user is read at each check.
 */
export function openOperation(library, name, options = {}) {
  return OPERATIONS[name](library, options);
}

const SECRETS = [1, 2, 3].map((n) => `${n}9d1f6f0a4b7c4e2f8a3d5b6c7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f901`);
const CLAIMS = { name: ADA.name, email: ADA.email, picture: ADA.image, sub: ADA.id };
const CALLBACK_URL = `${ORIGIN}/dashboard`;

const OPERATIONS = {
  "session": sessionWithToken,
  "stored session": async (library, options) => storedSession(library, options, await openSessions()),
  "stored session, drizzle": async (library, options) =>
    storedSession(library, options, await openDrizzleSessions()),
  "revocable session": revocableSession,
  "no session": sessionWithoutToken,
  "getToken": readToken,
  "encode": encodeToken,
  "decode": decodeToken,
  "csrf": csrfToken,
  "signin page": signInPage,
  "signin": startSignIn,
  "oauth callback": (library, options) => finishSignIn(library, "oauth", options),
  "oidc callback": (library, options) => finishSignIn(library, "oidc", options),
};

async function sessionWithToken(library, options) {
  const { handle } = openApplication(library, "oauth", options);
  const visited = cookiesAfter("", await handle(get("/csrf")));
  const cookie = `${visited}; ${await sessionCookie(library, options)}`;
  return {
    run: () => handle(get("/session", cookie)),
    check: assertSession,
  };
}

async function storedSession(library, options, { adapter, token }) {
  const { handle } = openApplication(library, "oauth", options, adapter);
  const cookie = `${cookiesAfter("", await handle(get("/csrf")))}; ${library.sessionCookie}=${token}`;
  return {
    run: () => handle(get("/session", cookie)),
    check: assertSession,
  };
}

/** A session in a token whose user has a generation in the database. */
async function revocableSession(library, options) {
  const { adapter } = await openSessions();
  const { handle } = openApplication(library, "oauth", options, adapter, "jwt");
  const visited = cookiesAfter("", await handle(get("/csrf")));
  const cookie = `${visited}; ${await sessionCookie(library, options)}`;
  return {
    run: () => handle(get("/session", cookie)),
    check: assertSession,
  };
}

function sessionWithoutToken(library, options) {
  const { handle } = openApplication(library, "oauth", options);
  return {
    run: () => handle(get("/session")),
    check: async (response) => assert.equal(await response.json(), null),
  };
}

async function readToken(library, options) {
  const cookie = await sessionCookie(library, options);
  const secret = secretOf(options);
  return {
    run: () => library.getToken({ req: get("/session", cookie), secret, secureCookie: true }),
    check: assertClaims,
  };
}

function encodeToken(library) {
  const { decode, encode, sessionCookie: salt } = library;
  const secret = SECRETS[0];
  return {
    run: () => encode({ token: CLAIMS, secret, salt }),
    check: async (token) => assertClaims(await decode({ token, secret, salt })),
  };
}

async function decodeToken(library) {
  const { decode, encode, sessionCookie: salt } = library;
  const secret = SECRETS[0];
  const token = await encode({ token: CLAIMS, secret, salt });
  return {
    run: () => decode({ token, secret, salt }),
    check: assertClaims,
  };
}

function csrfToken(library, options) {
  const { handle } = openApplication(library, "oauth", options);
  return {
    run: () => handle(get("/csrf")),
    check: async (response) => {
      const { csrfToken } = await response.json();
      const cookies = response.headers.getSetCookie().join();
      // Ours is masked, and differs from the one in the cookie.
      assert.ok(
        csrfToken.length >= 43 && /csrf-token=\S{43}/.test(cookies),
        "a token, and one in the cookie",
      );
    },
  };
}

/** Of three providers by default, for a user who was never here. */
function signInPage(library, options) {
  const { providers } = { providers: 3, ...options };
  const { handle } = openApplication(library, "oauth", { ...options, providers });
  return {
    run: () => handle(open("/signin")),
    check: async (response) => {
      assert.equal(response.status, 200);
      const html = await response.text();
      // One form for each provider, or one form whose buttons lead to them.
      const targets = html.match(/<(?:form|button) [^>]*action="[^"]*\/signin\/[^"]*"/g);
      assert.equal(new Set(targets?.map((tag) => tag.match(/action="([^"]*)"/)[1])).size, providers);
      assert.ok(html.includes('name="csrfToken"'));
    },
  };
}

async function startSignIn(library, options) {
  const { signIn } = await openVisit(library, "oauth", options);
  return {
    run: signIn,
    check: (response) => {
      const url = new URL(response.headers.get("location"));
      assert.equal(url.pathname, "/authorize");
      assert.equal(url.searchParams.get("code_challenge_method"), "S256");
      assert.equal(url.searchParams.get("code_challenge").length, 43);
      assert.ok(url.searchParams.get("state").length > 16);
      assert.ok(response.headers.getSetCookie().length > 0);
    },
  };
}

async function finishSignIn(library, type, options) {
  const { handle, signIn, visited, provider } = await openVisit(library, type, options);
  const prepareOne = async () => {
    const response = await signIn();
    const { searchParams } = new URL(response.headers.get("location"));
    const callback = new URL(searchParams.get("redirect_uri"));
    const code = provider.issueCode(searchParams.get("nonce"));
    callback.search = String(new URLSearchParams({ code, state: searchParams.get("state") }));
    return { url: callback.href, cookie: cookiesAfter(visited, response) };
  };
  const run = ({ url, cookie }) => handle(arrive(url, cookie));
  return {
    prepare: async (count) => {
      const inputs = [];
      while (inputs.length < count) inputs.push(await prepareOne());
      return inputs;
    },
    run,
    check: async (response) => {
      assert.equal(response.status, 302);
      assert.equal(response.headers.get("location"), CALLBACK_URL);
      await assertSession(await handle(get("/session", cookiesAfter(visited, response))));
    },
    countRequests: async () => {
      const before = provider.fetched();
      await run(await prepareOne());
      return provider.fetched() - before;
    },
  };
}

/** An application whose user has seen the sign-in page. */
async function openVisit(library, type, options) {
  const application = openApplication(library, type, options);
  const response = await application.handle(get("/csrf"));
  const { csrfToken } = await response.json();
  const visited = cookiesAfter("", response);
  const form = String(new URLSearchParams({ csrfToken, callbackUrl: CALLBACK_URL }));
  const signIn = () => application.handle(post("/signin/codehost", form, visited));
  return { ...application, signIn, visited };
}

function openApplication(library, type, options, adapter, strategy) {
  const provider = startProvider(type);
  const ids = ["codehost", ...Array.from({ length: (options.providers ?? 1) - 1 }, (_, n) => `other-${n}`)];
  const config = {
    basePath: "/auth",
    trustHost: true,
    secret: secretOf(options),
    providers: ids.map((id) => ({ ...providerSettings(type, id), [library.customFetch]: provider.fetch })),
    session: {
      updateAge: options.updateAge ?? 86_400,
      ...(strategy && { strategy }),
      ...(options.always && { revocationDelay: "always" }),
    },
    ...(adapter && { adapter }),
  };
  return { provider, handle: (request) => library.Auth(request, config) };
}

async function sessionCookie({ encode, sessionCookie: salt }, options) {
  const secret = SECRETS[(options.secrets ?? 1) - 1];
  return `${salt}=${await encode({ token: CLAIMS, secret, salt })}`;
}

function secretOf({ secrets = 1 }) {
  return secrets === 1 ? SECRETS[0] : SECRETS.slice(0, secrets);
}

async function assertSession(response) {
  assert.equal(response.status, 200);
  const { user, expires } = await response.json();
  assert.deepEqual([user.name, user.email, user.image], [ADA.name, ADA.email, ADA.image]);
  assert.ok(Date.parse(expires) > Date.now());
}

function assertClaims(token) {
  assert.deepEqual({ ...token, iat: 0, exp: 0, jti: "" }, { ...CLAIMS, iat: 0, exp: 0, jti: "" });
  assert.ok(token.exp > Date.now() / 1000 && typeof token.jti === "string");
}
