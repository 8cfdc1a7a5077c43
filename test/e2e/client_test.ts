import assert from "node:assert/strict";
import { startClientApp } from "./_client_app.ts";
import { openClient } from "./_client_tab.ts";
import { testInBrowser } from "./chromium.ts";
import { addAuthenticator } from "./visitor.ts";

const RIGHT = { username: "ada", password: "right" };
const STAYING = { ...RIGHT, redirect: false };

const app = await startClientApp();

await testInBrowser("The browser client", async (browser, test) => {
  test("getSession(), getProviders() and getCsrfToken() read what the server answers", async () => {
    const { call } = await openClient(browser, app);
    assert.equal(await call("getSession"), null);
    assert.match(String(await call("getCsrfToken")), /^[\da-f]{128}$/);
    const providers = await call("getProviders") as Record<string, { type: string }>;
    assert.deepEqual(Object.values(providers).map(({ type }) => type), [
      "oidc",
      "credentials",
      "email",
      "webauthn",
    ]);
    await call("signIn", "credentials", STAYING);
    assert.equal((await call("getSession") as { user: { name: string } }).user.name, "ada");
  });

  test("the functions of the module speak with the handler at /auth", async () => {
    const { page, user } = await openClient(browser, app);
    const run = `(async () => {
      const { signIn, getSession, getSnapshot, getProviders, getCsrfToken, subscribe, update, signOut } = module;
      const seen = [];
      const end = subscribe(() => seen.push(getSnapshot().session?.user.name ?? null));
      await getSession();
      await signIn("credentials", ${JSON.stringify(STAYING)});
      await update({ name: "Countess" });
      await signOut({ redirect: false });
      end();
      return [seen, typeof (await getProviders()).idp, typeof await getCsrfToken()];
    })()`;
    assert.deepEqual(await page.evaluate(run), [[null, "ada", "Countess", null], "object", "string"]);
    assert.equal(await user(), null);
  });

  test("signIn() with a password gives the result without a redirect, and leaves the page with it", async () => {
    const { call, leave, user } = await openClient(browser, app);
    assert.deepEqual(await call("signIn", "credentials", { ...STAYING, redirectTo: "/home" }), {
      ok: true,
      error: null,
      code: null,
      status: 200,
      url: `${app.origin}/home`,
    });
    assert.equal((await user())?.name, "ada");
    assert.equal((await leave("signIn", "credentials", { ...RIGHT, redirectTo: "/home" })).pathname, "/home");
  });

  test("signIn() with a wrong password gives error and code, or leads to the sign-in page", async () => {
    const { call, leave, user } = await openClient(browser, app);
    const wrong = { ...RIGHT, password: "wrong" };
    const result = await call("signIn", "credentials", { ...wrong, redirect: false });
    assert.deepEqual(result, {
      ok: false,
      error: "CredentialsSignin",
      code: "credentials",
      status: 200,
      url: null,
    });
    const locked = await call("signIn", "credentials", { username: "locked", redirect: false });
    assert.equal((locked as { code: string }).code, "locked");
    const url = await leave("signIn", "credentials", wrong);
    assert.deepEqual([url.pathname, url.searchParams.get("error")], ["/auth/signin", "CredentialsSignin"]);
    assert.equal(await user(), null);
  });

  test("signIn() without a provider, and with an unknown one, leads to the sign-in page and back", async () => {
    for (const id of [null, "unknown"]) {
      const { leave } = await openClient(browser, app, "/page?a=b");
      const { pathname, searchParams } = await leave("signIn", id ?? undefined);
      assert.deepEqual([pathname, searchParams.get("callbackUrl")], [
        "/auth/signin",
        `${app.origin}/page?a=b`,
      ]);
    }
  });

  test("signIn() with a form of the page sends its fields", async () => {
    const { page, user } = await openClient(browser, app);
    const result = await page.evaluate(`(() => {
      document.body.innerHTML = '<form id="f"><input name="username" value="ada"><input name="password" value="right">' +
        '<input name="redirect" value="false"></form>';
      return client.signIn("credentials", new FormData(document.getElementById("f")));
    })()`);
    assert.ok((result as { ok: boolean }).ok);
    assert.equal((await user())?.name, "ada");
  });

  test("signIn() with OpenID leads to the provider with the parameters, and back", async () => {
    const { page, call, user } = await openClient(browser, app);
    const { url } = await call("signIn", "idp", { redirect: false }) as { url: string };
    assert.ok(url.startsWith(`${app.idp.issuer}/`), url);
    const home = page.waitForURL(`${app.origin}/home`);
    page.evaluate(`client.signIn("idp", { redirectTo: "/home" }, { prompt: "login" })`).catch(() => {});
    await home;
    assert.ok((await user())?.email);
    const asked = app.idp.requests.findLast(({ endpoint }) => endpoint === "authorization")!;
    assert.equal(asked.params.get("prompt"), "login");
  });

  test("signIn() by mail says so, and the link signs in", async () => {
    const { page, call, user } = await openClient(browser, app);
    const email = `${crypto.randomUUID()}@example.com`;
    const result = await call("signIn", "mail", { email, redirect: false, redirectTo: "/home" });
    const { ok, url } = result as { ok: boolean; url: string };
    assert.deepEqual([ok, new URL(url).pathname], [true, "/auth/verify-request"]);
    await page.goto(app.mails.at(-1)!);
    assert.equal(new URL(page.url()).pathname, "/home");
    assert.equal((await user())?.email, email);
  });

  test("signOut() leads to redirectTo, or to the page itself although its address has a fragment", async () => {
    const { page, call, leave, user } = await openClient(browser, app, "/page#part");
    await call("signIn", "credentials", STAYING);
    await page.evaluate("globalThis.isOld = true");
    const url = await leave("signOut");
    assert.deepEqual([url.pathname, url.hash, await user()], ["/page", "#part", null]);
    assert.equal(await page.evaluate("globalThis.isOld"), undefined);
    assert.equal((await leave("signOut", { redirectTo: "/bye" })).pathname, "/bye");
  });

  test("update() changes the session here and in another tab", async () => {
    const one = await openClient(browser, app);
    await one.call("signIn", "credentials", STAYING);
    const two = await one.another();
    await two.page.evaluate("watch()");
    await two.until("statuses.at(-1) === 'authenticated'");
    const session = await one.call("update", { name: "Countess" });
    assert.equal((session as { user: { name: string } }).user.name, "Countess");
    await two.until("client.getSnapshot().session.user.name === 'Countess'");
  });

  for (const redirect of [true, false]) {
    test(`a sign-in and a sign-out reach another tab of the browser (redirect: ${redirect})`, async () => {
      const one = await openClient(browser, app);
      const two = await one.another();
      await two.page.evaluate("watch()");
      await two.until("statuses.at(-1) === 'unauthenticated'");
      const act = redirect ? one.leave : one.call;
      await act("signIn", "credentials", { ...RIGHT, redirect });
      await two.until("statuses.at(-1) === 'authenticated'");
      await act("signOut", { redirect });
      await two.until("statuses.at(-1) === 'unauthenticated'");
      assert.deepEqual(await two.page.evaluate("statuses"), [
        "unauthenticated",
        "authenticated",
        "unauthenticated",
      ]);
    });
  }

  test("a tab looks the session up when it gets the focus and when it becomes visible", async () => {
    const { page, call, until } = await openClient(browser, app);
    await call("signIn", "credentials", STAYING);
    await page.evaluate("watch()");
    await until("statuses.length === 1");
    await page.context().clearCookies();
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await until("statuses.at(-1) === 'unauthenticated'");
    const asked = page.waitForResponse((response) => response.url().endsWith("/auth/session"));
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    assert.equal((await asked).status(), 200);
  });

  test("a page that comes back from the cache of the browser looks the session up", async () => {
    const one = await openClient(browser, app);
    await one.call("signIn", "credentials", STAYING);
    await one.page.evaluate("watch(); globalThis.isOld = true");
    await one.until("statuses.at(-1) === 'authenticated'");
    await one.page.goto(`${app.origin}/other`);
    await one.call("signOut", { redirect: false });
    await one.page.goBack();
    // The browser may also have loaded the page anew.
    await one.page.evaluate("globalThis.isOld || (watch(), true)");
    await one.until("client.getSnapshot().status === 'unauthenticated'");
  });

  test("a server that fails for a while signs no one out", async () => {
    const { page, call, until } = await openClient(browser, app);
    await call("signIn", "credentials", STAYING);
    await page.evaluate("watch()");
    await until("statuses.length === 1");
    app.interrupt = ({ url }) =>
      url.endsWith("/auth/session") ? Response.json({ message: "later" }, { status: 503 }) : null;
    try {
      const asked = page.waitForResponse((response) => response.status() === 503);
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await asked;
      const { code } = await page.evaluate("client.getSession().catch(({ code }) => ({ code }))") as {
        code: string;
      };
      assert.equal(code, "Answer");
    } finally {
      app.interrupt = null;
    }
    assert.deepEqual(await page.evaluate("statuses"), ["authenticated"]);
    assert.equal((await call("getSession") as { user: { name: string } }).user.name, "ada");
  });

  test("passkey.signUp() creates a user, signIn() signs in, and add() adds another passkey", async () => {
    const { page, call, leave, user } = await openClient(browser, app);
    await addAuthenticator(page);
    const email = `${crypto.randomUUID()}@example.com`;
    assert.equal(await call("passkey.isSupported"), true);
    const result = await call("passkey.signUp", { email, redirect: false, redirectTo: "/home" });
    assert.deepEqual(result, { ok: true, error: null, code: null, status: 200, url: `${app.origin}/home` });
    assert.equal((await user())?.email, email);
    assert.equal(await page.evaluate("client.getSnapshot().session.user.email"), email);

    // With sessions in tokens, an address that no one has verified is in the session of the sign-up alone.
    const id = (await user())?.id;
    await call("signOut", { redirect: false });
    assert.equal((await leave("passkey.signIn", { redirectTo: "/home" })).pathname, "/home");
    assert.equal((await user())?.id, id);

    await call("signOut", { redirect: false });
    assert.ok((await call("signIn", "passkey", { redirect: false }) as { ok: boolean }).ok);
    await addAuthenticator(page, "usb");
    const added = await call("passkey.add", { redirect: false, redirectTo: "/settings" });
    assert.equal((added as { url: string }).url, `${app.origin}/settings`);
    assert.equal((await user())?.id, id);
  });

  test("passkeys work in a browser that cannot translate their options", async () => {
    const { page, call, user } = await openClient(browser, app);
    await addAuthenticator(page);
    await page.evaluate(`(() => {
      delete PublicKeyCredential.parseCreationOptionsFromJSON;
      delete PublicKeyCredential.parseRequestOptionsFromJSON;
      delete PublicKeyCredential.prototype.toJSON;
    })()`);
    const email = `${crypto.randomUUID()}@example.com`;
    await call("passkey.signUp", { email, redirect: false });
    const id = (await user())?.id;
    await call("signOut", { redirect: false });
    assert.ok((await call("passkey.signIn", { redirect: false }) as { ok: boolean }).ok);
    assert.equal((await user())?.id, id);
  });

  test("passkey functions reject with the error of the browser or of the server", async () => {
    const { page, failure } = await openClient(browser, app);
    const { setTouched } = await addAuthenticator(page);
    assert.equal(
      (await failure("passkey.signUp", { email: "nobody", redirect: false })).code,
      "InvalidEmail",
    );
    assert.equal((await failure("passkey.signUp", { redirect: false })).code, "Invalid request");
    assert.equal((await failure("passkey.signIn", { provider: "unknown" })).code, "InvalidProvider");
    const { name, code } = await failure("passkey.signIn", { redirect: false });
    assert.deepEqual([name, code], ["ClientError", "NotAllowedError"]);
    await setTouched(false);
    const aborted = await page.evaluate(`(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 200);
      return await client.passkey.signUp({ email: "a@example.com", signal: controller.signal })
        .catch(({ code }) => code);
    })()`);
    assert.equal(aborted, "AbortError");
  });

  test("passkey.autofill() signs in when the user takes a passkey in a field", async () => {
    const { page, call, user } = await openClient(browser, app);
    // The virtual authenticator takes the place of a user who chooses from the list.
    await addAuthenticator(page);
    const email = `${crypto.randomUUID()}@example.com`;
    await call("passkey.signUp", { email, redirect: false });
    const id = (await user())?.id;
    await call("signOut", { redirect: false });
    assert.ok((await call("passkey.autofill", { redirect: false }) as { ok: boolean }).ok);
    assert.equal((await user())?.id, id);
  });

  test("passkey.autofill() gives way to a button, goes on if that fails, and ends with its signal", async () => {
    const { page, call, failure, user } = await openClient(browser, app);
    const { setTouched } = await addAuthenticator(page);
    const email = `${crypto.randomUUID()}@example.com`;
    await call("passkey.signUp", { email, redirect: false });
    const id = (await user())?.id;
    await call("signOut", { redirect: false });
    await setTouched(false);
    const offer = () => page.waitForResponse((response) => response.url().endsWith("action=authenticate"));
    let offered = offer();
    await page.evaluate(`(() => {
      globalThis.leaving = new AbortController();
      globalThis.results = [];
      client.passkey.autofill({ signal: leaving.signal, redirect: false }).then((result) => results.push(result));
    })()`);
    await offered;
    offered = offer();
    const { code } = await failure("passkey.signUp", { email: "nobody", redirect: false });
    assert.equal(code, "InvalidEmail");
    await offered;
    await page.evaluate("leaving.abort()");
    await page.waitForFunction("results.length === 1 && results[0] === null");

    offered = offer();
    await page.evaluate(
      "client.passkey.autofill({ redirect: false }).then((result) => results.push(result)) && null",
    );
    await offered;
    await setTouched(true);
    assert.ok((await call("passkey.signIn", { redirect: false }) as { ok: boolean }).ok);
    await page.waitForFunction("results.length === 2");
    assert.equal((await user())?.id, id);
  });

  test("useSession() is loading, then unauthenticated, and follows a sign-in and a sign-out", async () => {
    const { page, call, until } = await openClient(browser, app);
    app.requested.length = 0;
    await page.evaluate("mount()");
    await until("seen.at(-1)?.[0] === 'unauthenticated'");
    assert.deepEqual(await page.evaluate("seen[0]"), ["loading", null]);
    assert.deepEqual(app.requested, ["GET /auth/session"]);
    await call("signIn", "credentials", STAYING);
    await until("greeting.textContent === 'Hello ada'");
    await page.evaluate("update({ name: 'Countess' }).then(() => null)");
    await until("greeting.textContent === 'Hello Countess'");
    await page.evaluate("module.signOut({ redirect: false }).then(() => null)");
    await until("greeting.textContent === 'unauthenticated'");
  });

  test("signIn() and signOut() of the React module and of useClient() change what useSession() shows", async () => {
    const { page, until } = await openClient(browser, app);
    await page.evaluate("mount()");
    await until("seen.at(-1)?.[0] === 'unauthenticated'");
    const args = `"credentials", ${JSON.stringify(STAYING)}`;
    await page.evaluate(`module.signIn(${args}).then(() => null)`);
    assert.equal(await page.evaluate("greeting.textContent"), "Hello ada");
    await page.evaluate("hooks.signOut({ redirect: false }).then(() => null)");
    assert.equal(await page.evaluate("greeting.textContent"), "unauthenticated");
  });

  test("SessionProvider begins with the session of the server, without a request and without a flash", async () => {
    const { page, call, until } = await openClient(browser, app);
    await call("signIn", "credentials", STAYING);
    await page.goto(`${app.origin}/server`);
    app.requested.length = 0;
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.evaluate("mount({ session })");
    await until("seen.length > 0");
    assert.deepEqual(await page.evaluate("seen"), [["authenticated", "ada"]]);
    assert.deepEqual([app.requested, complaints], [[], []]);
    assert.equal(await page.evaluate("greeting.textContent"), "Hello ada");
  });

  test("SessionProvider requests the session when the server renders another one, and shows the newest", async () => {
    const { page, call, until } = await openClient(browser, app);
    await page.evaluate("mount({ session: null })");
    await until("seen.at(-1)?.[0] === 'unauthenticated'");
    await call("signIn", "credentials", STAYING);
    await until("greeting.textContent === 'Hello ada'");
    await page.context().clearCookies();
    app.requested.length = 0;
    await page.evaluate("render({ session: { user: { name: 'old' }, expires: '' } })");
    await until("greeting.textContent === 'unauthenticated'");
    await page.evaluate("render({ session: { user: { name: 'old' }, expires: '' } })");
    assert.deepEqual(app.requested, ["GET /auth/session"]);
  });

  for (const [before, after] of [["ada", null], ["ada", "bob"], [null, "bob"]]) {
    test(`SessionProvider that a page mounts after a server action shows ${after}, never ${before}`, async () => {
      const { page, call, until } = await openClient(browser, app);
      if (before) await call("signIn", "credentials", { ...STAYING, username: before });
      await page.goto(`${app.origin}/server`);
      await page.evaluate("mount({ session })");
      await until("seen.length > 0");
      await page.context().clearCookies();
      // Not by the client: it gets no message, as another path has another channel.
      const other = JSON.stringify({ ...STAYING, username: after });
      if (after) {
        await page.evaluate(`module.createClient({ basePath: "/auth/" }).signIn("credentials", ${other})`);
      }
      const session = await page.evaluate("fetch('/auth/session').then((answer) => answer.json())");
      app.requested.length = 0;
      await page.evaluate(
        `seen.length = 0; render({ key: "next page", session: ${JSON.stringify(session)} })`,
      );
      await until("seen.length > 0");
      await page.waitForTimeout(200);
      const state = JSON.stringify(after ? ["authenticated", after] : ["unauthenticated", null]);
      assert.deepEqual(
        [...new Set((await page.evaluate("seen") as unknown[]).map((each) => JSON.stringify(each)))],
        [state],
      );
      assert.deepEqual(app.requested, ["GET /auth/session"]);
    });
  }

  test("SessionProvider of a page that was rendered before a sign-out of the client shows no user", async () => {
    const { page, call, until } = await openClient(browser, app);
    await call("signIn", "credentials", STAYING);
    await page.goto(`${app.origin}/server`);
    await page.evaluate("mount({ session })");
    await until("seen.length > 0");
    await page.evaluate("hooks.signOut({ redirect: false }).then(() => null)");
    app.requested.length = 0;
    await page.evaluate("seen.length = 0; render({ key: 'copy', session: structuredClone(session) })");
    await until("seen.at(-1)?.[0] === 'unauthenticated'");
    assert.equal((await page.evaluate("seen") as unknown[][]).some(([, name]) => name), false);
    assert.deepEqual(app.requested, ["GET /auth/session"]);
    await page.evaluate("seen.length = 0; render({ key: 'same object', session })");
    await until("seen.at(-1)?.[0] === 'unauthenticated'");
    assert.deepEqual(app.requested, ["GET /auth/session"]);
  });

  test("SessionProvider with null as session is unauthenticated at once", async () => {
    const { page } = await openClient(browser, app);
    await page.evaluate("mount({ session: null })");
    await page.waitForFunction("seen.length > 0");
    assert.deepEqual(await page.evaluate("seen[0]"), ["unauthenticated", null]);
  });

  test("useSession() that is required leads to the sign-in page, and never shows unauthenticated", async () => {
    const { page } = await openClient(browser, app);
    const asked = page.waitForURL((url) => url.pathname === "/auth/signin");
    await page.evaluate("mount({}, { required: true })");
    await page.waitForFunction("seen.length > 0").catch(() => {});
    await asked;
    assert.equal(new URL(page.url()).searchParams.get("callbackUrl"), `${app.origin}/page`);
  });

  test("useSession() that is required calls onUnauthenticated once for each sign-out", async () => {
    const { page, call, until } = await openClient(browser, app);
    await page.evaluate(
      "globalThis.count = 0; mount({}, { required: true, onUnauthenticated: () => { count++ } })",
    );
    await until("count === 1");
    await call("signIn", "credentials", STAYING);
    await until("greeting.textContent === 'Hello ada'");
    await call("signOut", { redirect: false });
    await until("count === 2");
    const statuses = (await page.evaluate("seen") as [string][]).map(([status]) => status);
    assert.deepEqual([...new Set(statuses)].sort(), ["authenticated", "loading"]);
  });

  test("signOut() that leaves a page that requires a session goes where it should", async () => {
    const { page, call, until } = await openClient(browser, app);
    await call("signIn", "credentials", STAYING);
    await page.evaluate("mount({}, { required: true })");
    await until("greeting.textContent === 'Hello ada'");
    const left = page.waitForURL(`${app.origin}/bye`);
    await page.evaluate("hooks.signOut({ redirectTo: '/bye' }).then(() => null)").catch(() => {});
    await left;
  });

  test("refetchInterval of SessionProvider requests the session again", async () => {
    const { page, call, until } = await openClient(browser, app);
    await call("signIn", "credentials", STAYING);
    await page.evaluate("mount({ refetchInterval: 0.2, refetchOnWindowFocus: false })");
    await until("seen.at(-1)?.[0] === 'authenticated'");
    await page.context().clearCookies();
    await until("seen.at(-1)?.[0] === 'unauthenticated'");
  });
  await Promise.resolve();
});
