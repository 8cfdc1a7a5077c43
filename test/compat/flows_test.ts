import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="./_auth_js.d.ts"
import { encode } from "npm:@auth/core@0.41.3/jwt";
import { testBrowser } from "../../src/testing/mod.ts";
import { LIBRARIES, type Library, type Move, type MoveOptions, OLD_SECRET, openMove } from "./_older.ts";

/** The checks that an OAuth provider of the other library may have. */
const CHECKS = [["pkce"], ["state"], ["pkce", "state"], ["pkce", "state", "nonce"]] as const;

interface Begun extends Move {
  /** The callback that the provider sends the browser to. */
  readonly callback: URL;
}

/** Begins a sign-in at the other library, lets the provider agree, and replaces the deployment by ours. */
async function begun(
  library: Library,
  { checks = ["pkce", "state"], ...options }: MoveOptions & { readonly checks?: readonly string[] } = {},
): Promise<Begun> {
  const app = await openMove(library, { ...options, oldIdp: { checks, ...options.oldIdp } });
  const callbackUrl = `${app.origin}/home`;
  const start = await app.post("signin/idp", { callbackUrl });
  const agreed = await app.idp.fetch(start.headers.get("location")!, { redirect: "manual" });
  app.move();
  return { ...app, callback: new URL(agreed.headers.get("location")!) };
}

/** The cookies of sign-ins under way. */
function checksOf({ browser, origin }: Move): readonly string[] {
  return browser.cookies(origin).map(({ name }) => name)
    .filter((name) => /\.(state|nonce|pkce\.code_verifier|callback-url)$/.test(name));
}

async function assertRefused(app: Begun, callback: URL = app.callback, browser = app.browser): Promise<void> {
  const page = await browser.open(callback.href);
  assert.match(page.url, /\/auth\/signin\?.*error=/, app.log());
  assert.equal(await app.session(browser), null);
}

for (const library of LIBRARIES) {
  for (const checks of CHECKS) {
    for (const origin of ["https://app.test", "http://app.test"]) {
      test(`${library.name}: a sign-in with ${checks} on ${origin} ends on our side`, async () => {
        const app = await begun(library, { checks, origin });
        assert.equal((await app.browser.open(app.callback.href)).url, `${origin}/home`, app.log());
        assert.equal((await app.session())?.user.email, "ada@example.com");
        assert.deepEqual(checksOf(app), []);
        assert.deepEqual(app.browser.refused, []);
      });
    }
  }

  test(`${library.name}: a sign-in with the secret of jwt alone ends on our side`, async () => {
    const jwt = { secret: "another one for tokens" };
    const app = await begun(library, { old: { jwt }, migration: { jwt } });
    assert.equal((await app.browser.open(app.callback.href)).url, `${app.origin}/home`, app.log());
  });

  test(`${library.name}: a sign-in with the names of its cookies changed ends on our side`, async () => {
    const options = { httpOnly: true, sameSite: "lax" as const, path: "/", secure: true };
    const cookies = { state: { name: "s", options }, pkceCodeVerifier: { name: "p", options } };
    const app = await begun(library, { old: { cookies }, migration: { cookies } });
    assert.equal((await app.browser.open(app.callback.href)).url, `${app.origin}/home`, app.log());
    assert.equal(app.browser.cookies(app.origin).some(({ name }) => name === "s" || name === "p"), false);
  });

  test(`${library.name}: a sign-in does not end in another browser, and not twice (MI-12)`, async () => {
    for (const checks of CHECKS) {
      const app = await begun(library, { checks });
      await assertRefused(app, app.callback, testBrowser(app.platform.sites, { now: app.platform.now }));
      await app.browser.open(app.callback.href);
      assert.ok(await app.session());
      await app.post("signout");
      await assertRefused(app);
    }
  });

  test(`${library.name}: a callback with another state, or without its state, is refused (MI-12)`, async () => {
    const app = await begun(library);
    const other = new URL(app.callback);
    other.searchParams.set("state", "another");
    await assertRefused(app, other);
    const none = new URL(app.callback);
    none.searchParams.delete("state");
    await assertRefused(app, none);
    assert.equal((await app.browser.open(app.callback.href)).url, `${app.origin}/home`, app.log());
  });

  test(`${library.name}: a state is refused where the sign-in had none`, async () => {
    const app = await begun(library, { checks: ["pkce"] });
    const callback = new URL(app.callback);
    callback.searchParams.set("state", "invented");
    await assertRefused(app, callback);
  });

  test(`${library.name}: a code of another sign-in fails at the provider by PKCE (MI-12)`, async () => {
    const app = await begun(library, { checks: ["pkce"] });
    const other = await begun(library, { checks: ["pkce"] });
    const injected = new URL(app.callback);
    injected.searchParams.set("code", other.callback.searchParams.get("code")!);
    await assertRefused(app, injected);
  });

  test(`${library.name}: a nonce alone binds no sign-in with OAuth 2`, async () => {
    const app = await begun(library, { checks: ["nonce"] });
    await assertRefused(app);
  });

  for (const checks of [["nonce"], ["pkce", "nonce"], ["pkce", "state", "nonce"]]) {
    test(`${library.name}: a sign-in with OpenID and ${checks} ends on our side`, async () => {
      const app = await begun(library, { checks, isOpenId: true });
      assert.equal((await app.browser.open(app.callback.href)).url, `${app.origin}/home`, app.log());
      assert.equal((await app.session())?.user.email, "ada@example.com");
      assert.deepEqual(checksOf(app), []);
    });
  }

  test(`${library.name}: an ID token with the nonce of another sign-in is refused`, async () => {
    const app = await begun(library, { checks: ["nonce"], isOpenId: true });
    const other = await begun(library, { checks: ["nonce"], isOpenId: true });
    const name = `__Secure-${library.cookies}.nonce`;
    const { value } = other.browser.cookies(app.origin).find((cookie) => cookie.name === name)!;
    app.browser.setCookie(app.origin, `${name}=${value}; Path=/; Secure`);
    await assertRefused(app);
  });

  test(`${library.name}: a sign-in that is 15 minutes old, or ends after until, is refused (MI-03)`, async () => {
    for (const [seconds, isAccepted] of [[890, true], [905, false]] as const) {
      const app = await openMove(library, { oldIdp: { checks: ["pkce", "state"] } });
      const start = await app.post("signin/idp", { callbackUrl: `${app.origin}/home` });
      const kept = app.browser.cookies(app.origin);
      app.move();
      app.platform.tick(seconds);
      for (const { name, value } of kept) {
        app.browser.setCookie(app.origin, `${name}=${value}; Path=/; Secure`);
      }
      await app.browser.open(start.headers.get("location")!);
      assert.equal(await app.session() !== null, isAccepted, `${seconds} seconds`);
    }
    const over = await begun(library, { migration: { until: new Date(Date.now() + 30_000) } });
    over.platform.tick(60);
    await assertRefused(over);
  });

  test(`${library.name}: the unprotected address to return to passes callbacks.redirect (MI-09)`, async () => {
    const app = await begun(library);
    const name = `__Secure-${library.cookies}.callback-url`;
    app.browser.setCookie(app.origin, `${name}=https%3A%2F%2Fevil.test; Path=/; Secure`);
    assert.equal((await app.browser.open(app.callback.href)).url, `${app.origin}/`);
    assert.ok(await app.session());
  });

  test(`${library.name}: a sign-in under way links no account to the user who is signed in (MI-10)`, async () => {
    const app = await openMove(library, { strategy: "database", oldIdp: { checks: ["state"] } });
    await app.signIn();
    const start = await app.post("signin/idp", { callbackUrl: `${app.origin}/home` });
    app.move();
    await app.browser.open(start.headers.get("location")!);
    const user = await app.adapter.getUserByEmail("ada@example.com");
    assert.deepEqual(await app.adapter.listAccountsByUserId(user!.id), []);
  });
}

test("a cookie of a check is not accepted for another check, or another provider (MI-02)", async () => {
  const name = "__Secure-authjs.state";
  const seal = (salt: string, provider: string, value: string) =>
    encode({ token: { value, provider }, secret: OLD_SECRET, salt, maxAge: 900 });
  for (
    const [cookie, accepted] of [
      [await seal(name, "idp", "S"), true],
      [await seal(name, "email", "S"), false],
      [await seal("__Secure-authjs.nonce", "idp", "S"), false],
      [await seal("__Secure-authjs.session-token", "idp", "S"), false],
      [await seal("encodedState", "idp", "S"), false],
      [await seal(name, "idp", ""), false],
    ] as const
  ) {
    const app = await begun(LIBRARIES[0]!, { checks: ["state"] });
    app.browser.setCookie(app.origin, `${name}=${cookie}; Path=/; Secure`);
    const callback = new URL(app.callback);
    callback.searchParams.set("state", "S");
    if (accepted) assert.equal((await app.browser.open(callback.href)).url, `${app.origin}/home`, app.log());
    else await assertRefused(app, callback);
  }
});
