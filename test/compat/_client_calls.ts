/**
 * The calls of the browser clients of Auth.js, and what each must do, whatever the server runs on.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import type { App } from "./_servers.ts";

/** A client in a tab, and its server. */
export interface Tab {
  /** Its page. */
  readonly page: Page;
  /** Its server. */
  readonly app: App;
  /** Base path of the server. */
  readonly base: string;
  /** Calls a function of the client. @returns What it resolves to, with the addresses of the servers by their names. */
  call(name: string, ...args: unknown[]): Promise<unknown>;
  /** Calls a function of the client and waits for the page that it leads to. @returns Its path and query. */
  leave(name: string, ...args: unknown[]): Promise<URL>;
  /** The user of the session, as the server has it. */
  user(): Promise<{ readonly name?: string; readonly email?: string } | null>;
}

/** A call. */
export interface Call {
  /** In plain words. */
  readonly name: string;
  /** What a client must have for it: a function, or `react`. */
  readonly needs?: string;
  /** Does it. */
  run(tab: Tab): Promise<void>;
}

const RIGHT = { username: "ada", password: "right" };
const WRONG = { username: "ada", password: "wrong" };

/** The calls that every client has, but for what it lacks itself. */
export const CALLS: readonly Call[] = [
  {
    name: "getCsrfToken gives a token",
    needs: "getCsrfToken",
    run: async ({ call }) => assert.match(String(await call("getCsrfToken")), /^[^|]{20,}$/),
  },
  {
    name: "getProviders lists the providers with their addresses",
    needs: "getProviders",
    async run({ call, base }) {
      const { idp, ...others } = await call("getProviders") as Record<string, unknown>;
      assert.deepEqual(idp, {
        id: "idp",
        name: "Fake",
        type: "oidc",
        signinUrl: `APP${base}/signin/idp`,
        callbackUrl: `APP${base}/callback/idp`,
      });
      assert.deepEqual(Object.keys(others), ["credentials", "email", "passkey"]);
    },
  },
  {
    name: "getSession gives null, and then the session",
    needs: "getSession",
    async run({ call }) {
      assert.equal(await call("getSession"), null);
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      const session = await call("getSession") as { user: unknown; expires: string };
      assert.deepEqual(
        Object.entries(session.user as object).filter(([key]) => key !== "id" && key !== "image"),
        [
          ["name", "ada"],
          ["email", "ada@example.com"],
        ],
      );
      assert.ok(Date.parse(session.expires) > Date.now());
    },
  },
  {
    name: "signIn without a provider leads to the sign-in page",
    needs: "getProviders",
    async run({ leave, base, page }) {
      const from = page.url();
      const url = await leave("signIn");
      assert.equal(url.pathname, `${base}/signin`);
      assert.equal(url.searchParams.get("callbackUrl"), from);
    },
  },
  {
    name: "signIn with a provider that does not exist leads to the sign-in page",
    needs: "getProviders",
    run: async ({ leave, base }) => assert.equal((await leave("signIn", "none")).pathname, `${base}/signin`),
  },
  {
    name: "signIn with a password gives ok and the address, without a redirect",
    async run({ call, user }) {
      const result = await call("signIn", "credentials", { ...RIGHT, redirect: false, callbackUrl: "/home" });
      assertResult(result, { ok: true, status: 200, url: "APP/home" });
      assert.equal((await user())?.name, "ada");
    },
  },
  {
    name: "signIn with a password leads to callbackUrl",
    async run({ leave, user }) {
      assert.equal(
        (await leave("signIn", "credentials", { ...RIGHT, callbackUrl: "/home?a=b" })).search,
        "?a=b",
      );
      assert.equal((await user())?.name, "ada");
    },
  },
  {
    name: "signIn with a password returns to the page that it was called on",
    async run({ leave, page }) {
      const { pathname } = new URL(page.url());
      assert.equal((await leave("signIn", "credentials", { ...RIGHT })).pathname, pathname);
    },
  },
  {
    name: "signIn with a wrong password gives the error",
    async run({ call, user }) {
      const result = await call("signIn", "credentials", { ...WRONG, redirect: false });
      assertResult(result, { error: "CredentialsSignin", url: null });
      assert.equal(await user(), null);
    },
  },
  {
    name: "signIn with a wrong password leads to the sign-in page with the error",
    async run({ leave, base }) {
      const url = await leave("signIn", "credentials", WRONG);
      assert.equal(url.pathname, `${base}/signin`);
      assert.equal(url.searchParams.get("error"), "CredentialsSignin");
      assert.equal(url.searchParams.get("code"), "credentials");
    },
  },
  {
    name: "signIn gives the code of the application's own error",
    needs: "code",
    async run({ call }) {
      const result = await call("signIn", "credentials", {
        username: "locked",
        password: "",
        redirect: false,
      });
      assertResult(result, { error: "CredentialsSignin", code: "locked" });
    },
  },
  {
    name: "signIn reports a failure of authorize as an error",
    async run({ call, user }) {
      const result = await call("signIn", "credentials", {
        username: "broken",
        password: "",
        redirect: false,
      });
      const { error } = result as { error: string };
      // Ours says ServerError, where Auth.js says that the configuration is wrong: docs/migration/auth_js.md.
      assert.ok(["ServerError", "Configuration"].includes(error), error);
      assert.equal(await user(), null);
    },
  },
  {
    name: "signIn never leads to another site",
    async run({ leave, app }) {
      const url = await leave("signIn", "credentials", { ...RIGHT, callbackUrl: "https://evil.example/" });
      assert.equal(url.origin, app.origin);
    },
  },
  {
    name: "signIn with OpenID leads to the provider and back",
    async run({ leave, user }) {
      assert.equal((await leave("signIn", "idp", { callbackUrl: "/home" })).pathname, "/home");
      assert.equal((await user())?.name, "Ada Lovelace");
    },
  },
  {
    name: "signIn with OpenID gives the address of the provider, without a redirect",
    needs: "urlOfProvider",
    async run({ call }) {
      const { url } = await call("signIn", "idp", { redirect: false }) as { url: string };
      assert.match(url, /^IDP\/authorize\?/);
    },
  },
  {
    name: "signIn hands parameters on to the provider",
    async run({ leave, app }) {
      await leave("signIn", "idp", { callbackUrl: "/home" }, {
        prompt: "login",
        login_hint: "ada@example.com",
      });
      const asked = app.idp.requests.findLast(({ endpoint }) => endpoint === "authorization")!;
      assert.equal(asked.params.get("prompt"), "login");
      assert.equal(asked.params.get("login_hint"), "ada@example.com");
    },
  },
  {
    name: "signIn by mail gives ok and the page that says so, and the link signs in",
    async run({ call, page, app, base, user }) {
      const mail = `${crypto.randomUUID()}@example.com`;
      const result = await call("signIn", "email", { email: mail, redirect: false, callbackUrl: "/home" });
      assertResult(result, { ok: true, status: 200 });
      const { pathname } = new URL((result as { url: string }).url.replace("APP", app.origin));
      assert.equal(pathname, `${base}/verify-request`);
      const links: string[] = await (await fetch(`${app.origin}/mails`)).json();
      await page.goto(links.find((link) => link.includes(encodeURIComponent(mail)))!);
      assert.equal((await user())?.email, mail);
      assert.equal(new URL(page.url()).pathname, "/home");
    },
  },
  {
    name: "signIn by mail leads to the page that says so",
    async run({ leave, base }) {
      const mail = `${crypto.randomUUID()}@example.com`;
      assert.equal((await leave("signIn", "email", { email: mail })).pathname, `${base}/verify-request`);
    },
  },
  {
    name: "signOut leads to callbackUrl",
    async run({ call, leave, user }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      assert.equal((await leave("signOut", { callbackUrl: "/bye" })).pathname, "/bye");
      assert.equal(await user(), null);
    },
  },
  {
    name: "signOut returns to the page that it was called on",
    async run({ call, leave, page, user }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      const { pathname } = new URL(page.url());
      assert.equal((await leave("signOut")).pathname, pathname);
      assert.equal(await user(), null);
    },
  },
  {
    name: "signOut gives the address, without a redirect",
    needs: "signOutResult",
    async run({ call, user }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      assert.deepEqual(await call("signOut", { redirect: false, callbackUrl: "/bye" }), { url: "APP/bye" });
      assert.equal(await user(), null);
    },
  },
  {
    name: "useSession is loading, and then unauthenticated",
    needs: "react",
    async run({ page }) {
      await page.evaluate("mount()");
      await seen(page, "unauthenticated");
      assert.deepEqual(await page.evaluate("seen[0]"), ["loading", null]);
    },
  },
  {
    name: "useSession is authenticated with the user after a sign-in, and no longer after signOut",
    needs: "react",
    async run({ page, call }) {
      await page.evaluate("mount()");
      await seen(page, "unauthenticated");
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      await seen(page, "authenticated");
      assert.deepEqual(await page.evaluate("seen.at(-1)"), ["authenticated", "ada"]);
      await call("signOut", { redirect: false });
      await seen(page, "unauthenticated");
    },
  },
  {
    name: "useSession that is required leads to the sign-in page",
    needs: "react",
    async run({ page, base }) {
      await page.evaluate("mount({}, { required: true })");
      await page.waitForURL((url) => url.pathname === `${base}/signin`);
      assert.equal(new URL(page.url()).searchParams.get("error"), "SessionRequired");
    },
  },
  {
    name: "useSession that is required calls onUnauthenticated",
    needs: "react",
    async run({ page }) {
      await page.evaluate(
        "mount({}, { required: true, onUnauthenticated: () => { globalThis.asked = true } })",
      );
      await page.waitForFunction("globalThis.asked");
    },
  },
  {
    name: "SessionProvider begins with the session of the server",
    needs: "react",
    async run({ page, call }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      await page.evaluate("client.getSession().then((session) => mount({ session }))");
      await seen(page, "authenticated");
      assert.deepEqual(await page.evaluate("seen[0]"), ["authenticated", "ada"]);
    },
  },
  {
    name: "update changes the session that useSession shows",
    needs: "react",
    async run({ page, call, user }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      await page.evaluate("mount()");
      await seen(page, "authenticated");
      await page.evaluate("update({ name: 'Countess' }).then(() => null)");
      await page.waitForFunction("seen.at(-1)[1] === 'Countess'");
      assert.equal((await user())?.name, "Countess");
    },
  },
  {
    name: "a tab learns of the sign-out of another",
    needs: "broadcast",
    async run({ page, call }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      await page.evaluate("mount()");
      await seen(page, "authenticated");
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.evaluate("client.signOut({ redirect: false }).then(() => null)");
      await seen(page, "unauthenticated");
    },
  },
  {
    name: "refetchInterval asks again",
    needs: "react",
    async run({ page, call }) {
      await call("signIn", "credentials", { ...RIGHT, redirect: false });
      await page.evaluate("mount({ refetchInterval: 1 })");
      await seen(page, "authenticated");
      const asked = page.waitForResponse((response) => response.url().endsWith("/session"));
      assert.equal((await asked).status(), 200);
    },
  },
];

/** Compares the fields that matter. A field may be missing where it is null. */
export function assertResult(result: unknown, expected: Readonly<Record<string, unknown>>): void {
  assert.ok(result, "it gives nothing");
  const found = result as Record<string, unknown>;
  const fields = Object.keys(expected).map((key) => [key, found[key] ?? null]);
  assert.deepEqual(Object.fromEntries(fields), expected, JSON.stringify(result));
}

async function seen(page: Page, status: string): Promise<void> {
  await page.waitForFunction(`seen.at(-1)?.[0] === "${status}"`);
}
