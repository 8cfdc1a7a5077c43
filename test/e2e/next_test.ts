/**
 * A person in Next 16, with JavaScript. Without it, only an application without Cache Components shows its session: the
 * nightly run has one, and `nextChecks()` sends the forms of server actions as such a browser does.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { encode } from "../../src/model/jwt.ts";
import type { FakeProvider } from "../../src/testing/mod.ts";
import { SECRET } from "../compat/_servers.ts";
import { isNightly } from "../_nightly.ts";
import { builtApp, startApp, type Wanted } from "../frameworks/_app.ts";
import { NEXT, NEXT_UNCACHED } from "../frameworks/_next_app.ts";
import { testInBrowser } from "./chromium.ts";
import { visit } from "./visitor.ts";

await testInBrowser("signing in by the server actions of Next", async (browser, test) => {
  const newest = await startForBrowser(NEXT);
  const seen = [{ next: "Next 16", app: newest, javaScriptEnabled: true }];
  if (isNightly) {
    const app = await startForBrowser(NEXT_UNCACHED);
    const next = "Next 16 without Cache Components";
    seen.push({ next, app, javaScriptEnabled: true }, { next, app, javaScriptEnabled: false });
  }

  for (const { next, app: { idp, home }, javaScriptEnabled } of seen) {
    const scripts = `${javaScriptEnabled ? "with" : "without"} JavaScript in ${next}`;

    test(`a person signs in by a server action ${scripts}, opens a page for users, and signs out`, async () => {
      idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      const visitor = await visit(browser, { javaScriptEnabled });
      const page = await visitor.open(home);
      await shows(page, "Nobody is signed in");
      await press(page, "With the provider");
      await page.waitForURL(`${home}protected`);
      await page.getByText("For Ada Lovelace").waitFor();
      await page.goto(home);
      await shows(page, "Hello Ada Lovelace");
      await page.getByRole("link", { name: "Protected page" }).click();
      await page.getByText("For Ada Lovelace").waitFor();
      await page.goBack();
      await press(page, "Leave");
      await shows(page, "Nobody is signed in");
      await page.getByRole("link", { name: "Protected page" }).click();
      await page.waitForURL("**/api/auth/signin?callbackUrl=%2Fprotected");
      await visitor.leave();
    });

    test(`a person who mistypes a password ${scripts} reads it on the page, and tries again`, async () => {
      const visitor = await visit(browser, { javaScriptEnabled });
      const page = await visitor.open(home);
      await enter(page, "wrong");
      await page.getByRole("alert").getByText("Failed: CredentialsSignin, credentials").waitFor();
      await shows(page, "Nobody is signed in");
      await enter(page, "correct horse");
      await shows(page, "Hello grace");
      assert.equal(page.url(), home);
      await visitor.leave();
    });

    test(`a person signs in ${scripts} on the page that the server action leads to`, async () => {
      const visitor = await visit(browser, { javaScriptEnabled });
      const page = await visitor.open(home);
      await press(page, "On the page of the library");
      await page.waitForURL("**/api/auth/signin?callbackUrl=*");
      await page.locator("input[name=username]").fill("grace");
      await page.locator("input[name=password]").fill("correct horse");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await shows(page, "Hello grace");
      assert.equal(page.url(), home);
      await visitor.leave();
    });

    test(`a person sees the new session at once ${scripts}, if the server action stays on its page`, async () => {
      const visitor = await visit(browser, { javaScriptEnabled });
      const page = await visitor.open("about:blank");
      // A link that Next fetches in advance, and that is answered after the session has ended, would prolong it.
      await page.route(/_rsc=/, (route) => route.abort());
      await page.goto(`${home}stay`);
      await page.locator("input[name=username]").fill("grace");
      await page.locator("input[name=password]").fill("correct horse");
      await press(page, "Change");
      await shows(page, "Hello grace");
      await press(page, "Change");
      await shows(page, "Nobody is signed in");
      await page.reload();
      await shows(page, "Nobody is signed in");
      await visitor.leave([/ERR_FAILED/]);
    });
  }

  const { idp, home } = newest;

  test("a page with a provider of its own shows what server actions of another page have changed", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${home}stay`);
    for (
      const [username, shown] of [["grace", "Hello grace"], ["", "Nobody is signed in"], ["ada", "Hello ada"]]
    ) {
      await page.locator("input[name=username]:visible").fill(username!);
      await page.locator("input[name=password]:visible").fill("correct horse");
      await press(page, "Change");
      await page.locator("p:visible").getByText(shown!).waitFor();
      await page.getByRole("link", { name: "Client" }).click();
      await page.waitForURL(`${home}client`);
      await page.locator("h1:visible").getByText(shown!).waitFor();
      await page.goBack();
      await page.waitForURL(`${home}stay`);
    }
    await visitor.leave();
  });

  test("a person whose sign-in is too old for a form finds it filled in after signing in again", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${home}transfer`);
    const old = { sub: "id-grace", name: "grace", auth_time: Math.floor(Date.now() / 1000) - 400 };
    const value = await encode({ token: old, secret: SECRET, salt: TOKEN });
    await page.context().addCookies([{ name: TOKEN, value, url: home, httpOnly: true, sameSite: "Lax" }]);
    await page.locator("input[name=to]").fill("Zoë & Bob");
    await press(page, "Transfer");
    await page.waitForURL("**/api/auth/signin?*");
    await page.locator("input[name=username]").fill("grace");
    await page.locator("input[name=password]").fill("correct horse");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`${home}transfer`);
    const field = page.locator("input[name=to]:visible");
    await field.waitFor();
    assert.equal(await field.inputValue(), "Zoë & Bob");
    await press(page, "Transfer");
    await page.waitForURL("**/transfer?sent=*");
    assert.equal(new URL(page.url()).searchParams.get("sent"), "grace: Zoë & Bob");
    await page.goto(`${home}transfer`);
    assert.equal(await page.locator("input[name=to]:visible").inputValue(), "");
    await visitor.leave();
  });

  test("a person signs in and out by the client, in components of React in Next", async () => {
    idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
    const visitor = await visit(browser);
    const page = await visitor.open(`${home}client`);
    await enter(page, "wrong");
    await page.getByRole("alert").getByText("Failed: credentials").waitFor();
    await enter(page, "correct horse");
    await shows(page, "Hello grace");
    assert.equal(page.url(), `${home}client`);
    await press(page, "Update");
    await page.reload();
    await shows(page, "Hello grace");
    await press(page, "Leave");
    await shows(page, "Nobody is signed in");
    await press(page, "With the provider");
    await page.waitForURL(`${home}protected`);
    await page.getByText("For Ada Lovelace").waitFor();
    await visitor.leave();
  });
});

/** Name of the session cookie without https. */
const TOKEN = "latchkey.session-token";

/** An application that has no proxy before it. */
interface Direct {
  readonly idp: FakeProvider;
  /** URL of its home page. */
  readonly home: string;
}

async function startForBrowser(wanted: Wanted): Promise<Direct> {
  const direct = { ...wanted, url: null, env: { ...wanted.env, AUTH_TRUST_HOST: "true" } };
  const { idp, inner } = await startApp(direct, await builtApp(direct));
  return { idp, home: `${inner.replace("127.0.0.1", "localhost")}/` };
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
}

async function enter(page: Page, password: string): Promise<void> {
  await page.locator("input[name=username]").fill("grace");
  await page.locator("input[name=password]").fill(password);
  await press(page, "With a password");
}

/** Waits until the page shows a text. Next repeats the heading of a page for screen readers. */
async function shows(page: Page, text: string): Promise<void> {
  await page.locator("h1, p").getByText(text).waitFor();
}
