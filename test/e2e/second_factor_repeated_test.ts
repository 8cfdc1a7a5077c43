import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { Auth, type AuthConfig } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import { Email } from "../../src/providers/email.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { testInBrowser } from "./chromium.ts";
import { inspect } from "./_looks.ts";
import { addAuthenticator, visit } from "./visitor.ts";

/** A site with second factors, whose mails are kept. */
function serve(required: boolean) {
  const mails: VerificationRequest[] = [];
  const config: AuthConfig = {
    secret: "a-secret-of-forty-characters-for-tests-0",
    trustHost: true,
    adapter: Memory(),
    logger: { warn: () => {}, error: () => {} },
    providers: [
      Email({ mails: "both", sendVerificationRequest: (sent) => void mails.push(sent) }),
      Passkey(),
    ],
    features: [AccountPage(), SecondFactor({ required })],
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    return new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, config)
      : new Response("<!doctype html><link rel=icon href=data:,><h1>Home</h1>", {
        headers: { "content-type": "text/html" },
      });
  });
  return { mails, server, url: `http://localhost:${server.addr.port}` };
}

async function signIn(page: Page, mails: readonly VerificationRequest[]): Promise<void> {
  await page.getByLabel("Email address").fill("ida@example.com");
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.waitForURL("**/verify-request*");
  await page.locator("input[name=code]").fill(mails.at(-1)!.code!);
}

/** Types the first code of the app, which sends the form. */
async function setUpApp(page: Page): Promise<void> {
  const secret = (await page.locator(".key").textContent())!.replaceAll(" ", "");
  await page.locator("input[name=code]").fill(codeAt(secret, Math.floor(Date.now() / 30_000)));
}

/** Asserts that the page shows codes, and says after a reload that it has shown them. */
async function assertShownOnce(page: Page, name: string): Promise<void> {
  await page.locator(".codes").waitFor();
  assert.equal(await page.locator(".codes li").count(), 10);
  for (let time = 0; time < 2; time++) {
    await page.reload();
    await page.getByText("Your recovery codes have already been shown").waitFor();
    assert.equal(await page.locator(".codes").count(), 0);
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Recovery codes");
  }
  await inspect(page, `second-factor-shown-${name}`);
}

/** Asserts that Back and Forward lead to the page that says it, and not to an error of the browser. */
async function assertInHistory(page: Page, url: string): Promise<void> {
  await page.locator(".codes").waitFor();
  await page.getByLabel("I've saved them").check();
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL(`${url}/?done=recovery-codes-replaced`);
  await page.goBack();
  await page.getByText("Your recovery codes have already been shown").waitFor();
  await page.goForward();
  await page.getByRole("heading", { name: "Home" }).waitFor();
  await page.goBack();
  await page.goBack();
  await page.goForward();
  await page.getByText("Your recovery codes have already been shown").waitFor();
}

await testInBrowser("a reload of the page with recovery codes", (browser, test) => {
  for (const required of [false, true]) {
    test(`it makes no other codes, ${required ? "in a sign-in" : "in a session"}`, async () => {
      const { mails, server, url } = serve(required);
      const visitor = await visit(browser);
      const page = await visitor.open(`${url}/auth/signin?callbackUrl=/`);
      await signIn(page, mails);
      if (!required) {
        await page.getByRole("heading", { name: "Home" }).waitFor();
        await page.goto(`${url}/auth/second-factor-setup?callbackUrl=/`);
      }
      await setUpApp(page);
      await assertShownOnce(page, required ? "sign-in" : "session");
      await page.getByRole("button", { name: "Make new codes" }).click();
      await assertShownOnce(page, "renewed");
      await page.getByRole("button", { name: "Make new codes" }).click();
      await assertInHistory(page, url);
      await page.goto(`${url}/auth/account`);
      await page.getByRole("button", { name: "Make new codes" }).first().click();
      await page.getByRole("dialog").getByRole("button", { name: "Make new codes" }).click();
      await assertShownOnce(page, "account");
      await page.getByRole("button", { name: "Make new codes" }).click();
      await page.getByLabel("I've saved them").check();
      await page.getByRole("link", { name: "Continue" }).click();
      await page.getByText("You have new recovery codes").waitFor();
      await visitor.leave();
      await server.shutdown();
    });
  }

  test("it makes no other codes for a user with passkeys", async () => {
    const { mails, server, url } = serve(false);
    const visitor = await visit(browser);
    const page = await visitor.open(`${url}/auth/signin?callbackUrl=/auth/account`);
    await addAuthenticator(page);
    await signIn(page, mails);
    await page.waitForURL(`${url}/auth/account`);
    await page.getByRole("button", { name: "Add a passkey" }).first().click();
    await page.getByRole("button", { name: /^Rename / }).waitFor();
    await page.getByRole("link", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "Use my passkeys" }).click();
    await assertShownOnce(page, "passkeys");
    await visitor.leave();
    await server.shutdown();
  });

  test("it makes no other codes without JavaScript", async () => {
    const { mails, server, url } = serve(false);
    const visitor = await visit(browser, { javaScriptEnabled: false });
    const page = await visitor.open(`${url}/auth/signin?callbackUrl=/`);
    await page.getByLabel("Email address").fill("ida@example.com");
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await page.locator("input[name=code]").fill(mails.at(-1)!.code!);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.goto(`${url}/auth/second-factor-setup?callbackUrl=/`);
    await setUpApp(page);
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.locator(".codes").waitFor();
    await page.reload();
    await page.getByText("Your recovery codes have already been shown").waitFor();
    await visitor.leave();
    await server.shutdown();
  });
  return Promise.resolve();
});
