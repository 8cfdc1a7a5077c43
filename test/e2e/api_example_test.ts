/**
 * `examples/api`, on the packed tarball, in a browser. Only the nightly run has it: by day `test/docs/recipes_proxies_test.ts`
 * has the page of another subdomain that posts with the session, and `test/flows` the mailed links and foreign origins.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
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
  mailedCode,
  mailedLink,
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

if (!isNightly) console.log("skipped: examples/api, which the nightly run opens");
else if (obstacle !== null) console.log(`skipped: examples/api, as ${obstacle}`);
else await testExample();

async function testExample(): Promise<void> {
  const folder = await installExample("api");

  plainTest(
    "examples/api has no mistakes of types, and its front end is built for the address of the API",
    async () => {
      const env = { ...nodeEnvironment(), VITE_API_URL: "https://api.example.com" };
      assert.match(await run(folder, "npm", ["run", "build"], env), /dist\/index\.html/);
      await assert.rejects(run(folder, "npm", ["run", "build"], nodeEnvironment()), /set VITE_API_URL/);
    },
  );

  plainTest("examples/api does not start without mail settings, but on a developer's machine", async () => {
    const production = { ...nodeEnvironment(), FRONT_END_URL: "https://app.example.com" };
    const settings: readonly Record<string, string>[] = [
      { AUTH_URL: "https://api.example.com" },
      { AUTH_URL: "http://localhost:8000", NODE_ENV: "production" },
    ];
    for (const env of settings) {
      await assert.rejects(
        run(folder, "npm", ["start"], { ...production, ...env }),
        /Cannot send sign-in mails: set the variables AUTH_RESEND_KEY and MAIL_FROM/,
      );
    }
    await assert.rejects(run(folder, "npm", ["start"], production), /set the variable AUTH_URL/);
  });

  await testInBrowser("examples/api", (browser, test) => testPages(browser, test, folder));
}

async function testPages(browser: TestBrowser, test: DefineTest, folder: string): Promise<void> {
  const ports = { 8000: freePort(), 5173: freePort() };
  const program = await startExample(folder, ports);
  const [api, frontEnd] = [`http://localhost:${ports[8000]}`, `http://localhost:${ports[5173]}`];
  const example = { home: `${frontEnd}/`, printed: program.text };

  test("a user of examples/api signs in by mail, writes notes, deletes one, and signs out", async () => {
    const ada = await visit(browser);
    const page = await ada.open(example.home);
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await inspectHere(page, "example-api-welcome");
    await signInByMail(page, example, "ada@example.com");
    await writeNote(page, "Buy milk");
    await writeNote(page, `<img src="/" onerror="document.title = 'run'"> & <b>bold</b>`);
    await inspectHere(page, "example-api-notes");
    await page.getByRole("button", { name: "Delete the note <img" }).click();
    await page.getByText("bold").waitFor({ state: "detached" });
    await page.reload();
    assert.deepEqual(await notesOn(page), ["Buy milk"]);
    assert.equal(await page.title(), "Notes");
    await page.getByRole("link", { name: "Account" }).click();
    await page.getByRole("link", { name: "Back to Notes" }).click();
    assert.deepEqual(await notesOn(page), ["Buy milk"]);
    assert.equal(page.url(), example.home);
    await signOut(page, example);
    await page.goBack();
    await page.goBack();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await ada.leave(EXPECTED);
  });

  test("a user of examples/api neither sees nor deletes the notes of another one", async () => {
    const [ada, eve] = [await visit(browser), await visit(browser)];
    const [adas, eves] = [await ada.open(example.home), await eve.open(example.home)];
    const link = await signInByMail(adas, example, "lovelace@example.com");
    await writeNote(adas, "For Ada alone");
    // The link is used up.
    await eves.goto(link);
    assert.doesNotMatch(await cookiesOf(eves, api), /session-token/);
    await eves.goto(example.home);
    await signInByMail(eves, example, "eve@example.com");
    assert.deepEqual(await notesOn(eves), []);
    const [{ id }] = await (await ask("GET", "notes", { cookie: await cookiesOf(adas, api) })).json();
    const headers = { cookie: await cookiesOf(eves, api), origin: frontEnd };
    const response = await ask("DELETE", `notes/${id}`, headers);
    assert.deepEqual([response.status, await response.json()], [404, { isRemoved: false }]);
    await adas.reload();
    assert.deepEqual(await notesOn(adas), ["For Ada alone"]);
    await Promise.all([ada.leave(EXPECTED), eve.leave(EXPECTED)]);
  });

  test("a user of examples/api signs up with a password, which signs in in another browser with a mailed code", async () => {
    const [ada, elsewhere] = [await visit(browser), await visit(browser)];
    const [email, password] = ["typed@example.com", "lovely engine weaves"];
    const page = await ada.open(example.home);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    const before = example.printed().length;
    await page.getByRole("button", { name: "Create account" }).click();
    await page.goto(await mailedLink(email, example.printed, before));
    await writeNote(page, "Buy milk");
    assert.equal(page.url(), example.home);
    const other = await elsewhere.open(example.home);
    await other.getByRole("link", { name: "Sign in" }).click();
    await other.getByLabel("Email address").fill(email);
    await other.keyboard.press("Enter");
    await other.getByLabel("Password", { exact: true }).fill(password);
    const printed = example.printed().length;
    await other.keyboard.press("Enter");
    await other.getByText("This browser is new to us").waitFor();
    // Eight digits send the form.
    await other.getByLabel("Code").fill(await mailedCode(email, example.printed, printed));
    await other.getByText("Buy milk").waitFor();
    await Promise.all([ada.leave(EXPECTED), elsewhere.leave(EXPECTED)]);
  });

  test("examples/api refuses the requests of a page of another origin, which have the cookie of the user", async () => {
    const ada = await visit(browser);
    const page = await ada.open(example.home);
    await signInByMail(page, example, "ada@example.org");
    const headers = { cookie: await cookiesOf(page, api) };
    await page.goto(openForeignSite());
    const send = (init: object) =>
      page.evaluate(`fetch(${JSON.stringify(`${api}/api/notes`)}, ${JSON.stringify(init)}).then(
        ({ type }) => type, () => "refused")`);
    const shared = { credentials: "include", body: JSON.stringify({ text: "Forged" }) };
    const json = { headers: { "content-type": "application/json" } };
    assert.equal(await send({ credentials: "include" }), "refused");
    assert.equal(await send({ ...shared, ...json, method: "POST" }), "refused");
    // No preflight comes before this one.
    const answer = page.waitForResponse((response) => response.request().method() === "POST");
    assert.equal(await send({ ...shared, method: "POST", mode: "no-cors" }), "opaque");
    assert.equal((await answer).status(), 403);
    const { status } = await ask("POST", "notes", { ...headers, origin: new URL(page.url()).origin });
    assert.equal(status, 403);
    assert.deepEqual(await (await ask("GET", "notes", headers)).json(), []);
    await ada.leave([...EXPECTED, /blocked by CORS policy/, /ERR_FAILED/, /status of 403/]);
  });

  test("examples/api shows the sign-in link again when the session has expired", async () => {
    const ada = await visit(browser);
    const page = await ada.open(example.home);
    await signInByMail(page, example, "ada@example.net");
    const sql = new DatabaseSync(join(folder, "notes.sqlite"), { timeout: 5000 });
    sql.exec("UPDATE auth_sessions SET expires = 1");
    sql.close();
    await page.getByLabel("A new note").fill("Too late");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await ada.leave(EXPECTED);
  });

  test("a sign-in of examples/api ends at its front end, whatever the link to it says", async () => {
    const ada = await visit(browser);
    const page = await ada.open(`${api}/auth/signin?callbackUrl=https://evil.example/`);
    await page.goto(await askForLink(page, example, "ada@example.com"));
    await page.getByLabel("A new note").waitFor();
    assert.equal(page.url(), example.home);
    await ada.leave(EXPECTED);
  });

  test("examples/api answers 401 without a session, and lets the front end alone read that", async () => {
    for (
      const [method, path] of [["GET", "me"], ["GET", "notes"], ["POST", "notes"], ["DELETE", "notes/1"]]
    ) {
      const response = await ask(method!, path!, { origin: frontEnd });
      assert.deepEqual([response.status, await response.json()], [401, { message: "Sign in first." }]);
      assert.equal(response.headers.get("access-control-allow-origin"), frontEnd);
      assert.equal(response.headers.get("access-control-allow-credentials"), "true");
    }
    const preflight = await ask("OPTIONS", "notes", { origin: "https://evil.example" });
    assert.equal(preflight.headers.get("access-control-allow-origin"), frontEnd);
  });

  /** Sends a request to the API as a program, which may have any header. */
  function ask(method: string, path: string, headers: Record<string, string>): Promise<Response> {
    return fetch(`${api}/api/${path}`, { method, headers });
  }
}
