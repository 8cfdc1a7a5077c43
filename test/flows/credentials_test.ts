import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthError, CredentialsSignin, type SignInParams } from "../../mod.ts";
import { InvalidProvider } from "../../src/entries/errors.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { getToken } from "../../src/model/jwt.ts";
import {
  ADAPTERS,
  assertFailed,
  type DatabaseOptions,
  openDatabase,
  PASSWORD,
  sessionCookie,
  storeUser,
} from "./_database.ts";
import { APP, cookiesOf, SECRET } from "./_world.ts";

const COOKIE = "__Host-latchkey.session-token";

const ADA = { id: "1", name: "Ada", email: "ada@example.com", image: "https://ada.test/a.png" };

/** Sessions in a token, and an application that knows Ada. */
function openJwt(options: DatabaseOptions = {}) {
  return openDatabase({
    session: { strategy: "jwt" },
    password: { authorize: ({ password }) => password === PASSWORD ? ADA : null },
    ...options,
  });
}

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  test(`Auth() signs in with a password, with a stored session, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter() });
    // As some applications store users.
    await storeUser(world, { emailVerified: undefined } as unknown as Partial<AdapterUser>);
    const page = await world.typePassword();
    assert.deepEqual([page.url, page.text], [`${APP}/home`, "Hello Ada Lovelace"], world.log());
    assert.deepEqual((await world.db.sessions()).map(({ userId }) => userId), ["1"]);
    assert.deepEqual(await world.db.accounts(), []);
    assert.equal((await world.db.users()).length, 1);
  });

  test(`Auth() stores no session for a user who is not in the database, with ${kind}`, async () => {
    for (const id of ["2", undefined, null]) {
      const authorize = () => ({ ...ADA, id }) as typeof ADA;
      const world = openDatabase({ adapter: adapter(), password: { authorize } });
      await storeUser(world);
      await assertFailed(world, await world.typePassword(), ["error", "ServerError"]);
      assert.deepEqual(await world.db.sessions(), []);
      assert.match(world.log(), /`authorize` returned the id of a user who is not in the database/);
    }
  });
}

test("Auth() signs in with a password, with the session in a token", async () => {
  const world = openJwt();
  assert.equal((await world.typePassword()).text, "Hello Ada", world.log());
  assert.deepEqual([await world.db.users(), await world.db.sessions()], [[], []]);
  assert.equal((await world.session())?.user.email, "ada@example.com");
});

test("the sign-in page shows a button for credentials without fields, which signs guests in", async () => {
  const world = openJwt({ password: { name: "a guest name", credentials: {}, authorize: () => ADA } });
  const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  assert.equal((await page.submit("Continue with a guest name")).text, "Hello Ada", world.log());
});

test("Auth() refuses a sign-in with a falsy result (CR-01)", async () => {
  for (const result of [null, undefined, false, 0, ""]) {
    const world = openJwt({ password: { authorize: () => result as null } });
    const page = await world.typePassword();
    await assertFailed(world, page, ["signin", "CredentialsSignin"]);
    const { searchParams } = new URL(page.url);
    assert.deepEqual(Object.fromEntries(searchParams), {
      callbackUrl: `${APP}/home`,
      error: "CredentialsSignin",
      code: "credentials",
    });
  }
});

test("Auth() refuses a result that is not a user, and logs what to return (CR-17)", async () => {
  const odd = { id: {} };
  for (
    const result of [true, 1, 1n, "ada@secret.test", [], [ADA], () => ADA, Symbol("ada"), odd, { id: [] }]
  ) {
    const world = openJwt({ password: { authorize: () => result as never } });
    await assertFailed(world, await world.typePassword(), ["error", "ServerError"]);
    assert.match(
      world.log(),
      /`authorize` returned .*: return the user, such as `\{ id, name, email \}`, or `null`/,
    );
    assert.doesNotMatch(world.log(), /secret\.test/);
  }
});

test("Auth() logs why `authorize` failed, and shows it to no one (CR-02, CR-05)", async () => {
  const failures = [new Error("SELECT hash FROM users"), "SELECT hash FROM users", undefined];
  for (const failure of failures) {
    const world = openJwt({ password: { authorize: () => Promise.reject(failure) } });
    const page = await world.typePassword();
    await assertFailed(world, page, ["error", "ServerError"]);
    assert.doesNotMatch(page.url + page.html, /SELECT/);
    assert.match(world.log(), /ServerError: Cannot sign in: `authorize` failed/);
    if (failure) assert.match(world.log(), /SELECT hash FROM users/);
  }
});

test("Auth() shows the code of a CredentialsSignin, and of nothing else its text (CR-02)", async () => {
  class Locked extends CredentialsSignin {
    override code = "locked";
  }
  const world = openJwt({
    password: {
      authorize: () => {
        throw new Locked("Ada mistyped it 7 times");
      },
    },
  });
  const page = await world.typePassword();
  await assertFailed(world, page, ["signin", "CredentialsSignin"]);
  assert.equal(new URL(page.url).searchParams.get("code"), "locked");
  assert.doesNotMatch(page.url + page.html, /mistyped/);
  assert.match(world.log(), /Ada mistyped it 7 times/);
});

test("Auth() keeps another AuthError that `authorize` throws", async () => {
  for (
    const [error, place] of [[new InvalidProvider("not this one"), "signin"], [
      new AuthError("?"),
      "error",
    ]] as const
  ) {
    const world = openJwt({ password: { authorize: () => Promise.reject(error) } });
    await assertFailed(world, await world.typePassword(), [place, error.publicType]);
  }
});

test("Auth() answers the same to an unknown user and a wrong password (CR-03)", async () => {
  const world = openJwt({
    password: {
      credentials: { user: {}, password: {} },
      authorize: ({ user, password }) => user === "ada" && password === PASSWORD ? ADA : null,
    },
  });
  const answers = [];
  for (const user of ["ada", "nobody"]) {
    const response = await world.post("callback/password", { user, password: "wrong", callbackUrl: "/home" });
    const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
    // The name that was typed, sealed.
    assert.deepEqual(Object.keys(cookiesOf(response)), ["__Host-latchkey.form"]);
    answers.push([response.status, headers, await response.text()]);
  }
  assert.deepEqual(answers[0], answers[1]);
});

test("Auth() adds nothing to the URL but one parameter, whatever the code is (CR-04)", async () => {
  for (const code of ["a&error=x&callbackUrl=https://evil.test", "a\r\nset-cookie: a=b", "#", "é"]) {
    class Odd extends CredentialsSignin {
      override code = code;
    }
    const world = openJwt({ password: { authorize: () => Promise.reject(new Odd()) } });
    const response = await world.post("callback/password", { password: "x" });
    const { searchParams, hash } = new URL(response.headers.get("location")!);
    assert.deepEqual([searchParams.getAll("error"), searchParams.getAll("code")], [["CredentialsSignin"], [
      code,
    ]]);
    assert.deepEqual([searchParams.get("callbackUrl"), hash], [APP, ""]);
    assert.deepEqual(cookiesOf(response), {});
  }
});

test("Auth() keeps what `authorize` returns beside id, name, address and picture to itself (CR-06)", async () => {
  const rich = { ...ADA, password: "hash", roles: ["admin"], __proto__: { admin: true } };
  const world = openJwt({ password: { authorize: () => rich } });
  await world.typePassword();
  const { name, value } = sessionCookie(world.browser)!;
  const headers = { cookie: `${name}=${value}` };
  const token = await getToken({ req: { headers }, secret: SECRET, secureCookie: true });
  assert.ok(token);
  const { iat: _iat, exp: _exp, jti: _jti, ...claims } = token;
  const auth_time = Date.UTC(2030, 0, 1) / 1000;
  assert.deepEqual(claims, { name: "Ada", email: ADA.email, picture: ADA.image, sub: "1", auth_time });
  const { user } = (await world.session())!;
  assert.deepEqual(user, { id: "1", name: "Ada", email: ADA.email, image: ADA.image });
});

test("Auth() passes fields to `authorize` as typed, without __proto__ and without its own fields (CR-07)", async () => {
  const seen: unknown[] = [];
  const world = openJwt({ password: { authorize: (credentials) => seen.push(credentials) ? null : ADA } });
  const body =
    '{"__proto__":{"admin":true},"constructor":"x","password":["a"],"csrfToken":"TOKEN","callbackUrl":"/","ui_locales":"de"}';
  const { csrfToken } = await (await world.browser.fetch(`${APP}/auth/csrf`)).json();
  await world.browser.fetch(`${APP}/auth/callback/password`, {
    method: "POST",
    body: body.replace("TOKEN", csrfToken),
    headers: { "content-type": "application/json" },
    redirect: "manual",
  });
  const [credentials] = seen as [Record<string, unknown>];
  assert.deepEqual(Object.keys(credentials).toSorted(), ["constructor", "password"]);
  assert.equal(credentials.admin, undefined);
  assert.equal((Object.assign({}, credentials) as { admin?: unknown }).admin, undefined);
  assert.deepEqual(credentials.password, ["a"]);
  assert.equal(({} as { admin?: unknown }).admin, undefined);
});

test("Auth() begins another session each time, and none with a token that the browser brings (CR-08, SE-11)", async () => {
  for (const open of [openJwt, openDatabase]) {
    const world = open();
    await storeUser(world);
    world.browser.setCookie(APP, `${COOKIE}=planted; Secure; Path=/`);
    await world.typePassword();
    const first = sessionCookie(world.browser)!.value;
    await world.typePassword();
    const second = sessionCookie(world.browser)!.value;
    assert.equal(new Set(["planted", first, second]).size, 3);
    world.browser.setCookie(APP, `${COOKIE}=planted; Secure; Path=/`);
    assert.equal(await world.session(), null);
  }
});

test("Auth() asks the provider that is named, and no other (CR-09)", async () => {
  const world = openJwt({
    more: () => [{
      id: "other",
      name: "Other",
      type: "credentials",
      credentials: {},
      authorize: () => null,
    }],
  });
  const wrong: Record<string, RegExp> = {
    other: /error=CredentialsSignin/,
    idp: /error=InvalidCheck/,
    email: /error=Verification/,
    nobody: /error=InvalidProvider/,
  };
  for (const [id, error] of Object.entries(wrong)) {
    const response = await world.post(`callback/${id}`, { password: PASSWORD });
    assert.match(response.headers.get("location")!, error);
    assert.equal(await world.session(), null);
  }
});

test("Auth() refuses a sign-in that callbacks.signIn refuses (CR-10)", async () => {
  const refusals = [() => false, () => Promise.reject(new Error("banned"))];
  for (const signIn of refusals) {
    const world = openJwt({ callbacks: { signIn } });
    await assertFailed(world, await world.typePassword(), ["error", "AccessDenied"]);
  }
  const world = openJwt({ callbacks: { signIn: () => "/two-factor" } });
  assert.equal((await world.typePassword()).url, `${APP}/two-factor`);
  assert.equal(await world.session(), null);
});

test("Auth() logs each failure in one entry, without the submitted fields (CR-13, LG-02)", async () => {
  const world = openJwt();
  await world.browser.open(`${APP}/auth/signin`);
  // What is said at start about the configuration is another matter.
  world.platform.lines.length = 0;
  for (let time = 0; time < 3; time++) await world.typePassword("a-wrong-password");
  assert.equal(world.platform.lines.length, 3);
  for (const { level, text } of world.platform.lines) {
    assert.equal(level, "error");
    assert.match(text, /CredentialsSignin: .*\n.*"action":"POST callback","provider":"password"/);
    assert.doesNotMatch(text, /a-wrong-password/);
  }
});

test("Auth() asks `authorize` nothing without the CSRF token (CS-02)", async () => {
  let asked = 0;
  const world = openJwt({ password: { authorize: () => ++asked ? ADA : null } });
  const body = new URLSearchParams({ password: PASSWORD });
  const init = { method: "POST", body, redirect: "manual" } as const;
  const response = await world.browser.fetch(`${APP}/auth/callback/password`, init);
  assert.match(response.headers.get("location")!, /error=MissingCSRF/);
  assert.equal(asked, 0);
});

test("Auth() ignores a password in a URL (CS-09)", async () => {
  const world = openJwt();
  const page = await world.browser.open(`${APP}/auth/callback/password?password=${PASSWORD}`);
  await assertFailed(world, page, ["signin", "InvalidProvider"]);
});

test("`authorize` is given the request with the fields as JSON, whether the browser sent a form or JSON", async () => {
  const seen: Request[] = [];
  const world = openJwt({ password: { authorize: (_, request) => seen.push(request) ? null : ADA } });
  await world.post("callback/password?x=1", { password: "typed" });
  const [request] = seen;
  assert.deepEqual([request!.method, request!.url], ["POST", `${APP}/auth/callback/password?x=1`]);
  assert.equal((await request!.json()).password, "typed");
  assert.equal(request!.headers.get("content-type"), "application/json");
  assert.match(request!.headers.get("cookie")!, /csrf-token/);
});

test("callbacks.signIn receives the submitted fields, and an account with the user's id", async () => {
  const seen: SignInParams[] = [];
  const world = openJwt({ callbacks: { signIn: (params) => seen.push(params) > 0 } });
  await world.typePassword();
  assert.deepEqual(seen, [{
    user: ADA,
    account: { provider: "password", type: "credentials", providerAccountId: "1" },
    credentials: { password: PASSWORD },
  }]);
});

test("Auth() converts a numeric id, and creates a missing one", async () => {
  const subs = [];
  for (const id of [7, undefined, null]) {
    const world = openJwt({ password: { authorize: () => ({ ...ADA, id }) as never } });
    await world.typePassword();
    const { name, value } = sessionCookie(world.browser)!;
    const req = { headers: { cookie: `${name}=${value}` } };
    subs.push((await getToken({ req, secret: SECRET, secureCookie: true }))!.sub);
  }
  assert.equal(subs[0], "7");
  assert.match(subs[1]!, /^[\da-f-]{36}$/);
  assert.match(subs[2]!, /^[\da-f-]{36}$/);
});

test("Auth() links no later account to a user that exists in a token only", async () => {
  const world = openJwt();
  await world.typePassword();
  await world.signIn();
  assert.equal((await world.db.users()).length, 1);
  assert.notEqual((await world.db.users())[0]!.id, "1");
});
