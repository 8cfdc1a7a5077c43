/**
 * No honest user meets 431: a server of Node refuses a request with more than 16 KB of headers. The browser here sends
 * 2.5 KB of its own, and the application has cookies, too.
 *
 * @module
 */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { afterTests } from "../_after.ts";
import { esbuild } from "../../tools/_esbuild.ts";

const folder = await mkdtemp(join(tmpdir(), "latchkey-budget-"));
const program = join(folder, "server.mjs");
await esbuild({
  entryPoints: [fileURLToPath(new URL("./_cookie_budget_server.ts", import.meta.url))],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  external: ["npm:*"],
  plugins: [{
    name: "packages of Deno",
    setup({ onResolve }) {
      onResolve({ filter: /^(?:jose|oauth4webapi)\b/ }, ({ path }) => ({
        path: fileURLToPath(import.meta.resolve(path)),
      }));
    },
  }],
  logLevel: "error",
});
const server = spawn("node", [program], { stdio: ["pipe", "pipe", "inherit"] });
const port = await new Promise((resolve) =>
  server.stdout.once("data", (data: Uint8Array) => resolve(String(data).trim()))
);
const ORIGIN = `http://127.0.0.1:${port}`;
afterTests(async () => {
  server.stdin.end();
  await rm(folder, { recursive: true });
});

/** A browser: it keeps cookies in the order in which they were created, by name and path. */
function openBrowser(cookies: Readonly<Record<string, string>>) {
  const jar = new Map(Object.entries(cookies).map(([name, value]) => [`${name} /`, value]));
  const header = () => [...jar].map(([key, value]) => `${key.split(" ")[0]}=${value}`).join("; ");
  return {
    jar,
    size: () => header().length,
    has: (part: string) => [...jar.keys()].some((key) => key.includes(part)),
    async ask(path: string, body?: Record<string, string>, headers: Record<string, string> = {}) {
      const response = await fetch(ORIGIN + path, {
        method: body ? "POST" : "GET",
        redirect: "manual",
        headers: { cookie: header(), "x-browser": "b".repeat(2500), ...headers },
        ...(body && { body: new URLSearchParams(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value, attributes] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie)!;
        const key = `${name} ${/path=([^;]+)/i.exec(attributes!)?.[1]}`;
        if (/max-age=0/i.test(attributes!)) jar.delete(key);
        else jar.set(key, value!);
      }
      assert.notEqual(response.status, 431, `${path.slice(0, 60)}: ${header().length} bytes of cookies`);
      const text = await response.text();
      return { status: response.status, text, location: response.headers.get("location") ?? "" };
    },
    async post(path: string, fields: Record<string, string>) {
      const { csrfToken } = JSON.parse((await this.ask("/auth/csrf")).text);
      return await this.ask(path, { csrfToken, ...fields });
    },
    async name() {
      return JSON.parse((await this.ask("/auth/session")).text)?.user.name ?? null;
    },
  };
}

const LONG = `/to?${"x".repeat(1900)}`;
const FOREIGN = { "sec-fetch-site": "cross-site" };

/** Cookies that the browser has before: those of the application, and those of earlier versions and other paths. */
const BEFORE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "no cookies": {},
  "cookies of the application": { theme: "dark", _ga: "g".repeat(500) },
  "sign-ins that an earlier version began": {
    consent: "c".repeat(300),
    ...Object.fromEntries([..."abcd"].map((id) => [`latchkey.flow.${id.repeat(16)}`, "f".repeat(900)])),
    [`latchkey.challenge.${"e".repeat(16)}`]: "c".repeat(1200),
    "latchkey.form": "f".repeat(600),
  },
};

for (const [what, before] of Object.entries(BEFORE)) {
  for (const size of [10, 5500, 7400]) {
    test(`many sign-ins beside a session of ${size} bytes and ${what} never lead to 431 (SE-24)`, async () => {
      const browser = openBrowser(before);
      await browser.post("/auth/callback/credentials", { size: String(size) });
      assert.equal(await browser.name(), "Ada");
      for (let i = 0; i < 4; i++) {
        await browser.post("/auth/signin/idp", { callbackUrl: `${LONG}${i}` });
        await browser.post("/auth/signin/email", { email: `a${i}@b.test`, callbackUrl: LONG });
        await browser.ask(`/login?to=${encodeURIComponent(LONG)}`, undefined, FOREIGN);
        assert.equal(await browser.name(), "Ada", "the session stays");
      }
      const newest = await browser.post("/auth/signin/idp", { callbackUrl: LONG });
      const state = new URL(newest.location).searchParams.get("state")!;
      const query = new URLSearchParams({ code: "c".repeat(300), state });
      const end = await browser.ask(`/auth/callback/idp?${query}`);
      assert.doesNotMatch(end.location, /error/, "the newest sign-in works");
      assert.equal(await browser.name(), "Grace");
      await browser.post("/auth/signout", {});
      assert.equal(await browser.name(), null);
    });
  }
}

for (const site of ["cross-site", "same-site", "same-origin"]) {
  test(`a sign-in that ends in a session of 7400 bytes beside three others never leads to 431, ${site} (SE-24)`, async () => {
    const browser = openBrowser({});
    for (let i = 0; i < 3; i++) await browser.post("/auth/signin/idp", { callbackUrl: `${LONG}${i}` });
    const { location } = await browser.post("/auth/signin/idp", { callbackUrl: LONG });
    const state = new URL(location).searchParams.get("state")!;
    const query = new URLSearchParams({ code: "size-7400", state });
    // The redirect of the provider leads here.
    await browser.ask(`/auth/callback/idp?${query}`, undefined, { "sec-fetch-site": site });
    assert.equal(await browser.name(), "Grace");
    assert.ok(browser.size() <= 11_500, `${browser.size()}`);
  });
}

test("a header that is too large on another path becomes smaller where the library can do so (SE-24)", async () => {
  const browser = openBrowser({});
  await browser.post("/auth/callback/credentials", { size: "7400" });
  // Set below another path by an earlier version of the application.
  for (const id of "abc") browser.jar.set(`latchkey.flow.${id.repeat(16)} /auth`, "f".repeat(800));
  await browser.post("/auth/signin/idp", { callbackUrl: LONG });
  assert.equal(browser.has("aaaaaaaaaaaaaaaa"), false);
  assert.ok(browser.size() <= 12_000, `${browser.size()}`);
  assert.equal(await browser.name(), "Ada");
});
