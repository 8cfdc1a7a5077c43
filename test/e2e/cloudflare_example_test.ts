/**
 * `examples/cloudflare`, on the packed tarball, in a browser: by `wrangler dev`. Only the nightly run has it: the packages
 * alone take ten seconds of the processor.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test as plainTest } from "node:test";
import { freePort } from "../_free_port.ts";
import { isNightly } from "../_nightly.ts";
import { run } from "../_run.ts";
import { obstacle } from "../runtimes/install.ts";
import { inspectHere } from "./_windows.ts";
import {
  askForLink,
  cookiesOf,
  EXPECTED,
  installExample,
  nodeEnvironment,
  notesOn,
  openForeignSite,
  signInByMail,
  signOut,
  startExample,
  writeNote,
} from "./_notes_example.ts";
import { type DefineTest, type TestBrowser, testInBrowser } from "./chromium.ts";
import { visit } from "./visitor.ts";

if (!isNightly) console.log("skipped: examples/cloudflare, which the nightly run opens");
else if (obstacle !== null) console.log(`skipped: examples/cloudflare, as ${obstacle}`);
else await testExample();

async function testExample(): Promise<void> {
  const folder = await installExample("cloudflare");

  plainTest("examples/cloudflare has no mistakes of types", async () => {
    await run(folder, "npm", ["run", "check"], nodeEnvironment());
  });

  plainTest(
    "examples/cloudflare has no config without mail settings, but on a developer's machine",
    async () => {
      const create = (env: object) => {
        const program = `const { config } = await import("./auth.ts");
        config({ DB: { prepare() {}, batch() {} }, ...${JSON.stringify(env)} });`;
        return run(folder, "node", ["--input-type=module", "--eval", program], nodeEnvironment());
      };
      const mails = { AUTH_RESEND_KEY: "a-key", MAIL_FROM: "hello@notes.example" };
      await create({ AUTH_URL: "http://localhost:8000" });
      await create({ AUTH_URL: "https://notes.example", ...mails });
      for (
        const env of [{}, { AUTH_URL: "https://notes.example" }, { AUTH_URL: "https://localhost.example" }]
      ) {
        await assert.rejects(create(env), /set the secrets AUTH_URL, AUTH_RESEND_KEY and MAIL_FROM/);
      }
    },
  );

  await testInBrowser("examples/cloudflare", (browser, test) => testPages(browser, test, folder));
}

async function testPages(browser: TestBrowser, test: DefineTest, folder: string): Promise<void> {
  const port = freePort();
  const program = await startExample(folder, { 8000: port });
  const example = { home: `http://localhost:${port}/`, printed: program.text };
  const { origin } = new URL(example.home);

  test("a user of examples/cloudflare signs in by mail, writes notes, deletes one, and signs out", async () => {
    const ada = await visit(browser);
    const page = await ada.open(example.home);
    await inspectHere(page, "example-cloudflare-welcome");
    await signInByMail(page, example, "ada@example.com");
    await writeNote(page, "Buy milk");
    await writeNote(page, `<img src="/" onerror="document.title = 'run'"> & <b>bold</b>`);
    await inspectHere(page, "example-cloudflare-notes");
    await page.getByRole("button", { name: "Delete the note <img" }).click();
    await page.getByText("bold").waitFor({ state: "detached" });
    assert.deepEqual(await notesOn(page), ["Buy milk"]);
    assert.equal(await page.title(), "Notes");
    await signOut(page, example);
    await ada.leave(EXPECTED);
  });

  test("a user of examples/cloudflare neither sees nor deletes the notes of another one", async () => {
    const [ada, eve] = [await visit(browser), await visit(browser)];
    const [adas, eves] = [await ada.open(example.home), await eve.open(example.home)];
    const link = await signInByMail(adas, example, "lovelace@example.com");
    await writeNote(adas, "For Ada alone");
    // The link is used up.
    await eves.goto(link);
    assert.doesNotMatch(await cookiesOf(eves, example.home), /session-token/);
    await eves.goto(example.home);
    await signInByMail(eves, example, "eve@example.com");
    assert.deepEqual(await notesOn(eves), []);
    const own = { cookie: await cookiesOf(adas, example.home) };
    const [{ id }] = await (await ask("GET", "api/notes", own)).json();
    const headers = { cookie: await cookiesOf(eves, example.home), origin };
    assert.equal((await ask("POST", "notes/delete", headers, { id })).status, 404);
    await adas.reload();
    assert.deepEqual(await notesOn(adas), ["For Ada alone"]);
    await Promise.all([ada.leave(EXPECTED), eve.leave(EXPECTED)]);
  });

  test("examples/cloudflare refuses a form of another origin, and a body that is not a form", async () => {
    const ada = await visit(browser);
    const page = await ada.open(example.home);
    await signInByMail(page, example, "ada@example.org");
    const headers = { cookie: await cookiesOf(page, example.home) };
    await page.goto(openForeignSite());
    const { origin: foreign } = new URL(page.url());
    const read = `fetch(${JSON.stringify(`${origin}/api/notes`)}, { credentials: "include" })`;
    assert.equal(await page.evaluate(`${read}.then(() => "read", () => "refused")`), "refused");
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    await page.setContent(`<form method="post" action="${origin}/notes">
      <input name="text" value="Forged"><button>Win a prize</button></form>`);
    await page.getByRole("button").click();
    assert.equal((await answer).status(), 403);
    assert.equal((await ask("POST", "notes", { ...headers, origin: foreign }, { text: "a" })).status, 403);
    const odd = { ...headers, origin, "content-type": "application/json" };
    assert.equal((await ask("POST", "notes", odd, { text: "a" })).status, 400);
    assert.deepEqual(await (await ask("GET", "api/notes", headers)).json(), []);
    await ada.leave([...EXPECTED, /blocked by CORS policy/, /ERR_FAILED/, /status of 403/]);
  });

  test("a sign-in of examples/cloudflare ends at its own pages, whatever the link to it says", async () => {
    const ada = await visit(browser);
    const page = await ada.open(`${origin}/auth/signin?callbackUrl=https://evil.example/`);
    await page.goto(await askForLink(page, example, "ada@example.com"));
    await page.getByLabel("A new note").waitFor();
    assert.equal(page.url(), example.home);
    await ada.leave(EXPECTED);
  });

  test("the API of examples/cloudflare answers 401 without a session, and its forms lead to the sign-in", async () => {
    const response = await ask("GET", "api/notes", {});
    assert.deepEqual([response.status, await response.json()], [401, { message: "Sign in first." }]);
    for (const path of ["notes", "notes/delete"]) {
      const { status, headers } = await ask("POST", path, { origin }, { text: "a" });
      assert.deepEqual([status, headers.get("location")], [303, "/auth/signin?callbackUrl=%2F"]);
    }
  });

  /** Sends a request as a program, which may have any header. */
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    fields?: Record<string, string>,
  ): Promise<Response> {
    const body = fields ? new URLSearchParams(fields) : null;
    return await fetch(`${origin}/${path}`, { method, headers, body, redirect: "manual" });
  }
}
