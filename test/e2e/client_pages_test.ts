import assert from "node:assert/strict";
import { startClientApp } from "./_client_app.ts";
import { openClient } from "./_client_tab.ts";
import { testInBrowser } from "./chromium.ts";
import { addAuthenticator } from "./visitor.ts";

const app = await startClientApp();

await testInBrowser("The pages of the documentation", async (browser, test) => {
  test("the page in docs/frameworks/client.md signs in with a password, and out", async () => {
    const { page, user } = await openClient(browser, app, "/client");
    const greeting = page.locator("#greeting");
    await greeting.getByText("unauthenticated").waitFor();
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "wrong");
    await page.click("#password button");
    await page.getByText("That did not work: credentials").waitFor();
    await page.fill("[name=password]", "right");
    await page.click("#password button");
    await greeting.getByText("Hello ada").waitFor();
    const left = page.waitForURL(`${app.origin}/`);
    await page.click("#sign-out");
    await left;
    assert.equal(await user(), null);
  });

  test("the page in docs/frameworks/client.md signs up with a passkey, and adds another", async () => {
    const { page, user } = await openClient(browser, app, "/client");
    const { setTouched } = await addAuthenticator(page);
    await page.getByText("unauthenticated").waitFor();
    const email = `${crypto.randomUUID()}@example.com`;
    await page.fill("[name=email]", email);
    await page.click("#passkey button");
    await page.waitForFunction("document.querySelector('#greeting').textContent.startsWith('Hello')");
    assert.equal((await user())?.email, email);
    await setTouched(false);
    await addAuthenticator(page, "usb");
    const added = page.waitForResponse((response) => response.url().endsWith("/callback/passkey"));
    await page.click("#add");
    const { url } = await (await added).json();
    assert.equal(new URL(url).searchParams.get("error"), null);
  });

  test("the page in docs/frameworks/react.md signs in with a password, and out", async () => {
    const { page, user } = await openClient(browser, app, "/react");
    await page.fill("[name=username]", "locked");
    await page.getByRole("button").click();
    await page.getByText("That did not work: locked").waitFor();
    await page.route("**/auth/**", (route) => route.fulfill({ status: 502 }));
    await page.getByRole("button").click();
    await page.getByText("That did not work: the server does not answer").waitFor();
    await page.unroute("**/auth/**");
    await page.fill("[name=username]", "ada");
    await page.fill("[name=password]", "right");
    await page.getByRole("button").click();
    await page.getByText("Hello ada").waitFor();
    assert.equal((await user())?.name, "ada");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    assert.equal(await user(), null);
  });
  await Promise.resolve();
});
