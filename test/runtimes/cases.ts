/**
 * What a server has to do on every runtime.
 *
 * @module
 */

import assert from "node:assert/strict";
import { connect } from "node:net";
import { ORIGIN } from "./server/app.js";
import {
  finishSignIn,
  openBrowser,
  sendRaw,
  type Shown,
  signIn,
  type Site,
  startSignIn,
  updateSession,
} from "./site.ts";

/** A case of the suite. */
export interface Case {
  /** What must hold. */
  readonly name: string;
  /** Whether it depends on a server that the integration sits in, and not on one in front of the program. */
  readonly needsOwnServer?: true;
  /** Throws if it does not. */
  run(site: Site): Promise<void>;
}

/** The suite. */
export const cases: readonly Case[] = [
  {
    name: "a visitor has no session, and gets no cookie",
    async run(site) {
      const browser = openBrowser(site);
      assert.equal((await browser.open(`${ORIGIN}/`)).json(), null);
      assert.equal(await (await browser.fetch(`${ORIGIN}/auth/session`)).json(), null);
      assert.deepEqual(browser.cookies(ORIGIN), []);
    },
  },
  {
    name: "a user signs in, has a session, and signs out",
    async run(site) {
      const browser = openBrowser(site);
      const page = await signIn(browser, "Ada Lovelace");
      assert.equal(page.url, `${ORIGIN}/`);
      assert.deepEqual(page.json<Shown>().user.name, "Ada Lovelace");
      const answered = await (await browser.fetch(`${ORIGIN}/auth/session`)).json();
      assert.equal(answered.user.email, "ada.lovelace@example.com");
      assert.deepEqual(browser.refused, []);
      assert.ok(browser.cookies(ORIGIN).every(({ name }) => /^__(?:Host|Secure)-latchkey\./.test(name)));
      const left = await (await browser.open(`${ORIGIN}/auth/signout`)).submit("/auth/signout");
      assert.equal(left.url, `${ORIGIN}/`);
      assert.equal(left.json(), null);
    },
  },
  {
    name: "a provider on another site posts its answer",
    async run(site) {
      const browser = openBrowser(site);
      const page = await signIn(browser, "Grace Hopper", "example-form");
      assert.equal(page.url, `${ORIGIN}/`);
      assert.equal((await browser.open(`${ORIGIN}/`)).json<Shown>().user.name, "Grace Hopper");
      assert.deepEqual(browser.refused, []);
    },
  },
  {
    name: "a denied sign-in ends on the sign-in page",
    async run(site) {
      const browser = openBrowser(site);
      const asked = await (await startSignIn(browser)).submit("Continue", { name: "Nobody Willing" });
      const page = await asked.submit("Cancel");
      assert.match(page.url, /^https:\/\/app\.example\/auth\/signin\?.*error=OAuthCallbackError/);
      assert.equal((await browser.open(`${ORIGIN}/`)).json(), null);
    },
  },
  {
    name: "two tabs sign in at once",
    async run(site) {
      const browser = openBrowser(site);
      const [first, second] = [await startSignIn(browser), await startSignIn(browser, "example-form")];
      await finishSignIn(second, "Second Tab");
      assert.equal((await browser.open(`${ORIGIN}/`)).json<Shown>().user.name, "Second Tab");
      const page = await finishSignIn(first, "First Tab");
      assert.equal(page.json<Shown>().user.name, "First Tab");
    },
  },
  {
    name: "the same callback signs in only once",
    async run(site) {
      const browser = openBrowser(site);
      await signIn(browser, "Once Only");
      const callback = browser.visited.find((url) => url.startsWith(`${ORIGIN}/auth/callback/`))!;
      assert.match((await browser.open(callback)).url, /error=InvalidCheck/);
    },
  },
  {
    name: "a session is updated",
    async run(site) {
      const browser = openBrowser(site);
      await signIn(browser, "Up Date");
      const { status, session } = await updateSession(browser, { text: "new" });
      assert.deepEqual([status, session?.text], [200, "new"]);
      assert.equal((await browser.open(`${ORIGIN}/`)).json<Shown>().text, "new");
    },
  },
  {
    name: "a session of more than a cookie's size is kept in several, and shrinks again",
    async run(site) {
      const browser = openBrowser(site);
      await signIn(browser, "Big Session");
      const text = "é".repeat(3000);
      await updateSession(browser, { text });
      const chunks = () => browser.cookies(ORIGIN).filter(({ name }) => /session-token/.test(name)).length;
      assert.ok(chunks() >= 2);
      assert.equal((await browser.open(`${ORIGIN}/`)).json<Shown>().text, text);
      await updateSession(browser, { text: "small" });
      assert.equal(chunks(), 1);
      assert.equal((await browser.open(`${ORIGIN}/`)).json<Shown>().text, "small");
      assert.deepEqual(browser.refused, []);
    },
  },
  {
    name: "a prolonged session reaches the browser with the application's own answer",
    async run(site) {
      const browser = openBrowser(site);
      await signIn(browser, "Pro Longed");
      for (const path of ["/", "/twice", "/redirect"]) {
        const response = await browser.fetch(`${ORIGIN}${path}`, { redirect: "manual" });
        const cookies = response.headers.getSetCookie();
        assert.equal(cookies.length, 1, path);
        assert.match(cookies[0]!, /^__Host-latchkey\.session-token=.+HttpOnly/, path);
        assert.match(response.headers.get("cache-control") ?? "", /no-store/, path);
      }
      assert.deepEqual((await browser.open(`${ORIGIN}/twice`)).json(), ["Pro Longed", "Pro Longed"]);
    },
  },
  {
    name: "a bad session cookie gives no session",
    async run(site) {
      for (const value of ["x", "a.b.c.d.e", "%", "\u00ff", "x".repeat(5000), "eyJhbGciOiJub25lIn0.e30."]) {
        for (const path of ["/", "/auth/session"]) {
          const cookie = `__Host-latchkey.session-token=${value}`;
          const response = await site.fetch(new Request(ORIGIN + path, { headers: { cookie } }));
          assert.deepEqual(
            [response.status, await response.json()],
            [200, null],
            `${path} ${value.slice(0, 20)}`,
          );
        }
      }
    },
  },
  {
    name: "the application keeps its paths and the bodies of its requests",
    async run(site) {
      const browser = openBrowser(site);
      await signIn(browser, "Own Body");
      const body = "é".repeat(100_000);
      const echoed = await browser.fetch(`${ORIGIN}/echo`, { method: "POST", body });
      assert.deepEqual(await echoed.json(), { name: "Own Body", body });
      for (const path of ["/authentic", "/authx/signin", "/a/auth/signin"]) {
        const response = await site.fetch(new Request(ORIGIN + path));
        assert.deepEqual([response.status, await response.json()], [404, path]);
      }
    },
  },
  {
    name: "an application that throws answers 500, and the server goes on",
    async run(site) {
      const response = await site.fetch(new Request(`${ORIGIN}/fail`));
      assert.equal(response.status, 500);
      assert.doesNotMatch(await response.text(), /meant to fail|app\.js/);
      await assertAlive(site);
    },
  },
  {
    name: "malformed requests get a 4xx",
    async run(site) {
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const json = { "content-type": "application/json" };
      const requests: readonly [path: string, init: RequestInit][] = [
        ["/auth", {}],
        ["/auth/", {}],
        ["/auth/nothing", {}],
        ["/auth/signin/example/more", {}],
        ["/auth/session/example", {}],
        ["/auth//signin", {}],
        ["/auth/%2e%2e/signin", {}],
        ["/auth/signin", { method: "PUT", body: "x" }],
        ["/auth/signin", { method: "DELETE" }],
        ["/auth/signin", { method: "HEAD" }],
        ["/auth/signin", { method: "OPTIONS" }],
        ["/auth/session", { method: "POST", headers: json, body: "{" }],
        ["/auth/session", { method: "POST", headers: json, body: "[]" }],
        ["/auth/session", { method: "POST", headers: form, body: "csrfToken=no" }],
        ["/auth/session", { method: "POST", body: new Uint8Array([0, 255, 254]) }],
      ];
      for (const [path, init] of requests) {
        const response = await site.fetch(new Request(ORIGIN + path, init));
        const what = `${init.method ?? "GET"} ${path}: ${response.status}`;
        assert.ok(response.status >= 400 && response.status < 500, what);
        assert.deepEqual(response.headers.getSetCookie(), [], what);
        await response.body?.cancel();
      }
    },
  },
  {
    name: "a large body is refused, whether it tells its size or not",
    async run(site) {
      const head = "POST /auth/signin/example HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n" +
        "Content-Type: application/x-www-form-urlencoded\r\n";
      assert.match(await sendRaw(site, `${head}Content-Length: 200000\r\n\r\nstart`), /^HTTP\/1\.1 413 /);
      const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
      const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}1\r\nx\r\n`;
      assert.match(await sendRaw(site, chunked), /^HTTP\/1\.1 413 /);
      await assertAlive(site);
    },
  },
  {
    name: "a broken request line or header gets a 400",
    needsOwnServer: true,
    async run(site) {
      const requests = [
        "GET * HTTP/1.1\r\nHost: a.example",
        "GET /auth/signin HTTP/1.1\r\nHost: a b",
        "GET /auth/signin HTTP/1.1\r\nHost: a.example:99999",
        "GET /auth/signin HTTP/1.1\r\nHost: [::1",
        "GET / HTTP/1.1\r\nHost: a b",
        "GET auth/signin HTTP/1.1\r\nHost: a.example",
        "GET /auth/signin HTTP/1.1\r\nHost: a.example\r\nno colon",
        "\u0000\u0001\u0002",
      ];
      for (const request of requests) {
        const answer = await sendRaw(site, `${request}\r\nConnection: close\r\n\r\n`);
        assert.match(answer, /^HTTP\/1\.1 400 /, JSON.stringify(request));
      }
      await assertAlive(site);
    },
  },
  {
    name: "a client that hangs up in the middle of a request disturbs nobody",
    async run(site) {
      const head = "POST /auth/signin/example HTTP/1.1\r\nHost: a.example\r\nContent-Length: 1000\r\n" +
        "Content-Type: application/x-www-form-urlencoded\r\n\r\ncsrf";
      for (let i = 0; i < 5; i++) await hangUp(site.port, head);
      for (let i = 0; i < 5; i++) {
        await hangUp(site.port, "GET /auth/signin HTTP/1.1\r\nHost: a.example\r\n\r\n");
      }
      await assertAlive(site);
    },
  },
];

async function assertAlive(site: Site): Promise<void> {
  const response = await site.fetch(new Request(`${ORIGIN}/auth/providers`));
  assert.deepEqual(Object.keys(await response.json()), ["example", "example-form"]);
}

function hangUp(port: number, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(
      port,
      "127.0.0.1",
      () => socket.write(text, () => setTimeout(() => socket.destroy(), 5)),
    );
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}
