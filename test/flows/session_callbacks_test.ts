import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, type JWT } from "../../mod.ts";
import { CLAIMS, cookieOf } from "./_sessions.ts";
import { APP, cookiesOf, errorPage, openPlain } from "./_world.ts";

test("callbacks and events receive exactly the specified arguments, and callbacks.session the time of the sign-in", async () => {
  const seen: [name: string, params: Record<string, Record<string, unknown>>][] = [];
  const told = () => seen.splice(0);
  const note = (name: string) => (params: object) => {
    seen.push([name, structuredClone(params) as Record<string, Record<string, unknown>>]);
  };
  const world = openPlain({
    callbacks: {
      signIn: (params) => (note("signIn")(params), true),
      jwt: (params) => (note("jwt")(params), params.token),
      session: (params) => (note("session")(params), params.session),
    },
    events: { signIn: note("event signIn"), session: note("event session"), signOut: note("event signOut") },
  });
  // The page that the sign-in leads to reads no session.
  world.platform.sites[APP] = (request) => Auth(request, world.config);

  await world.signIn();
  const atSignIn = told();
  const { user, account, profile } = atSignIn[0]![1];
  assert.deepEqual(user, {
    id: user!.id,
    name: "Ada Lovelace",
    email: "ada@example.com",
    image: null,
  });
  assert.deepEqual(account, {
    access_token: account!.access_token,
    expires_at: Date.UTC(2030, 0, 1, 1) / 1000,
    expires_in: 3600,
    provider: "idp",
    providerAccountId: "ada",
    scope: "",
    token_type: "bearer",
    type: "oauth",
  });
  assert.deepEqual(profile, {
    sub: "ada",
    name: "Ada Lovelace",
    email: "ada@example.com",
    email_verified: true,
  });
  const claims = { ...CLAIMS, sub: user!.id };
  const session = { user, expires: "2030-01-31T00:00:00.000Z" };
  const proof = { signedInAt: new Date(Date.UTC(2030, 0, 1)), amr: [], aal: 1 };
  const signedIn = { ...claims, auth_time: Date.UTC(2030, 0, 1) / 1000 };
  assert.deepEqual(atSignIn, [
    ["signIn", { user, account, profile }],
    ["jwt", { token: claims, user, account, profile, isNewUser: false, trigger: "signIn" }],
    ["session", { session, token: signedIn, ...proof }],
    ["event signIn", { user, account, profile, isNewUser: false }],
  ]);

  await world.session();
  const atRead = told();
  const token = { ...signedIn, ...timesOf(atRead[0]![1].token) };
  assert.deepEqual(atRead, [
    ["jwt", { token }],
    ["session", { session, token, ...proof }],
    ["event session", { session, token }],
  ]);

  const data = { theme: "dark" };
  await world.post("session", { data }, { json: true });
  assert.deepEqual(told(), [
    ["jwt", { token, session: data, trigger: "update" }],
    ["session", { session, token, ...proof, newSession: data, trigger: "update" }],
    ["event session", { session, token }],
  ]);

  await world.post("signout");
  const atSignOut = told();
  const renewed = { ...signedIn, ...timesOf(atSignOut[0]![1].token) };
  assert.deepEqual(atSignOut, [["event signOut", { token: renewed }]]);
});

test("No callback runs and no event is emitted where no one is signed in", async () => {
  const told: unknown[] = [];
  const never = () => void told.push("something") as never;
  const { session, post } = openPlain({
    callbacks: { jwt: never, session: never, signIn: never },
    events: { session: never, signOut: never, signIn: never },
  });
  assert.equal(await session(), null);
  assert.equal(await (await post("session", { data: "x" })).json(), null);
  assert.equal((await post("signout")).headers.get("location"), APP);
  assert.deepEqual(told, []);
});

test("callbacks.jwt determines the content of a token, callbacks.session the visible part", async () => {
  const { signIn, session } = openPlain({
    callbacks: {
      jwt: ({ token, profile }) =>
        profile ? { ...token, verified: profile.email_verified, hidden: 1 } : token,
      session: ({ session, token }) => ({ ...session, verified: token.verified }),
    },
  });
  await signIn();
  const { user: { id: _, ...user }, ...shown } = (await session())!;
  assert.deepEqual(user, { name: "Ada Lovelace", email: "ada@example.com", image: null });
  assert.deepEqual(shown, { expires: "2030-01-31T00:00:00.000Z", verified: true });
});

test("callbacks.jwt may refuse a session with null: the user goes on, signed out", async () => {
  const signedIn: unknown[] = [];
  const { signIn, session, browser } = openPlain({
    callbacks: { jwt: () => null },
    events: { signIn: (message) => void signedIn.push(message) },
  });
  const page = await signIn({ callbackUrl: "/home" });
  assert.equal(page.url, `${APP}/home`);
  assert.equal(page.text, "Nobody is signed in");
  assert.equal(await session(), null);
  assert.equal(cookieOf(browser), "");
  assert.deepEqual(signedIn, []);
});

for (
  const [what, jwt] of Object.entries<() => unknown>({
    "throws": () => {
      throw new Error("a bug");
    },
    "rejects": () => Promise.reject(new Error("a bug")),
    "returns undefined": () => undefined,
    "returns a string": () => "token",
  })
) {
  test(`Auth() issues no session if callbacks.jwt ${what} at a sign-in (CR-11)`, async () => {
    const { signIn, session, browser, log } = openPlain({ callbacks: { jwt } as AuthConfig["callbacks"] });
    const page = await signIn();
    assert.equal(page.url, errorPage("ServerError"));
    assert.equal(await session(), null);
    assert.equal(cookieOf(browser), "");
    assert.match(log(), /error \[latchkey\] JWTSessionError: Cannot begin the session: a callback failed/);
  });

  test(`GET session answers null, and keeps the cookie, if callbacks.jwt ${what} (SE-11)`, async () => {
    let broken = false;
    const { signIn, session, log } = openPlain({
      callbacks: { jwt: (params) => broken ? jwt() as JWT : params.token },
    });
    await signIn();
    broken = true;
    assert.equal(await session(), null);
    assert.match(log(), /JWTSessionError: Cannot read the session: a callback failed/);
    broken = false;
    assert.equal((await session())?.user.name, "Ada Lovelace");
  });
}

test("GET session answers null, and keeps the cookie, if callbacks.session throws (SE-11, CR-12)", async () => {
  let broken = false;
  const { signIn, session, browser } = openPlain({
    callbacks: {
      session({ session }) {
        if (broken) throw new Error("a bug");
        return session;
      },
    },
  });
  await signIn();
  broken = true;
  const response = await browser.fetch(`${APP}/auth/session`);
  assert.equal(response.status, 200);
  assert.equal(await response.json(), null);
  assert.deepEqual(cookiesOf(response), {});
  broken = false;
  assert.equal((await session())?.user.name, "Ada Lovelace");
});

/** What the library itself writes into a token. */
function timesOf({ iat, exp, jti }: JWT = {}): JWT {
  assert.equal(typeof jti, "string");
  return { iat, exp, jti };
}
