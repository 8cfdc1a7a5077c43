import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testInBrowser } from "./chromium.ts";
import { contentHeight, inspect, WINDOWS } from "./_looks.ts";
import { outbox, serveSite } from "./_sites.ts";
import { addAuthenticator, askForMail, assertFocus, visit } from "./visitor.ts";
import { inspectHere } from "./_windows.ts";

await testInBrowser("the pages", (browser, test) => {
  const named = serveSite("named");

  test("mail, password, passkey and two providers fit on the first screen of a phone", async () => {
    for (const [name, look] of [["all", "phone"], ["named", "phone"], ["all", "scriptless"]] as const) {
      const visitor = await visit(browser, WINDOWS[look]);
      const page = await visitor.open(`${serveSite(name)}/auth/signin`);
      await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
      const height = await contentHeight(page);
      assert.ok(height <= 700, `${name}, ${look}: ${height}`);
      await visitor.leave();
    }
  });

  test("the page asks for the address, then for the password, and shows it on request", async () => {
    const visitor = await visit(browser, WINDOWS.phone);
    const page = await visitor.open(`${named}/auth/signin`);
    const password = page.getByLabel("Password", { exact: true });
    assert.equal(await password.isVisible(), false);
    assert.equal(await page.getByRole("button", { name: "Email me a sign-in link" }).isVisible(), false);
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.keyboard.press("Enter");
    await assertFocus(page, "address-password");
    await password.fill("hunter2");
    const show = page.getByRole("button", { name: "Show password" });
    assert.equal(await show.getAttribute("aria-pressed"), "false");
    await show.click();
    assert.equal(await password.getAttribute("type"), "text");
    assert.equal(await show.getAttribute("aria-pressed"), "true");
    await inspectHere(page, "page-signin-password");
    const posted = page.waitForRequest("**/auth/callback/credentials");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    assert.match((await posted).postData()!, /email=ada%40example\.com&password=hunter2$/);
    // A wrong password: the error has the focus, and the address is still there.
    await page.waitForURL("**/auth/signin?*error=CredentialsSignin*");
    await page.locator("#address-password:focus").waitFor();
    assert.equal(await page.getByLabel("Email address").inputValue(), "ada@example.com");
    assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "");
    assert.match(await page.title(), /^Error: Sign in to Acme Cloud/);
    assert.match(await describedBy(page), /That doesn't match our records/);
    await inspectHere(page, "page-signin-wrong-password");
    await visitor.leave();
  });

  test("a password that a browser fills in is shown, and is not sent with the form for a mail", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth/signin`);
    const fill =
      "(input) => { input.value = 'hunter2'; input.dispatchEvent(new Event('change', { bubbles: true })); }";
    await page.locator("input[type=password]").evaluate(
      `(${fill})(document.querySelector("input[type=password]"))`,
    );
    assert.equal(await page.getByLabel("Password", { exact: true }).isVisible(), true);
    await page.getByLabel("Email address").fill("filled@example.com");
    const posted = page.waitForRequest("**/auth/signin/nodemailer");
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    assert.doesNotMatch((await posted).postData()!, /password/);
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await visitor.leave();
  });

  test("a password manager finds one name and one password in one form", async () => {
    for (const name of ["all", "named", "password", "username", "long", "many"]) {
      for (const look of ["light", "scriptless"]) {
        const visitor = await visit(browser, WINDOWS[look]);
        const page = await visitor.open(`${serveSite(name)}/auth/signin`);
        const forms = await page.evaluate(`[...document.forms].map((form) =>
          [...form.elements].filter((each) => each.matches("input:not([type=hidden])"))
            .map((each) => each.autocomplete || each.getAttribute("autocomplete")))
          .filter((fields) => fields.some((each) => /password/.test(each)))`) as string[][];
        assert.equal(forms.length, 1, name);
        assert.match(forms[0]!.join(), /^username( webauthn)?,current-password$/, name);
        await visitor.leave();
      }
    }
  });

  test("an address that is not one has its error, the focus and its text", async () => {
    // Browsers check the address themselves, each in its own way.
    const visitor = await visit(browser, WINDOWS.phone);
    const page = await visitor.open(`${serveSite("mail")}/auth/signin`);
    await page.getByLabel("Email address").fill("ada@-example");
    await page.locator("form").first().evaluate("document.forms[0].noValidate = true");
    await page.getByRole("button", { name: "Email me a sign-in link" }).click();
    await page.waitForURL("**/auth/signin?*error=InvalidEmail*");
    await page.locator("#address-name:focus").waitFor();
    assert.equal(await page.getByLabel("Email address").inputValue(), "ada@-example");
    assert.match(await describedBy(page), /Enter a valid email address/);
    await inspectHere(page, "page-signin-invalid-address");
    await visitor.leave();
  });

  test("the page after a mail names the address, accepts the code, and counts down to another mail", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth/signin`);
    await askForMail(page, "ada@example.com");
    await page.getByText("ada@example.com").waitFor();
    await page.getByRole("button", { name: /^Send it again in \d+ s$/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: /^Send it again/ }).isDisabled(), true);
    await inspectHere(page, "page-verify-code");
    // The last digit sends it.
    await page.getByLabel("Code").fill("00000000");
    await page.getByText("That code isn't right.").waitFor();
    await assertFocus(page, "code");
    assert.match(await page.title(), /^Error: Check your email/);
    await inspectHere(page, "page-verify-wrong-code");
    // Without the script, the server refuses.
    await page.evaluate("for (const each of document.querySelectorAll('[data-wait]')) each.disabled = false");
    await page.getByRole("button", { name: /^Send it again/ }).click();
    await page.getByText(/^You can ask for another email in \d+ s/).waitFor();
    await inspectHere(page, "page-verify-too-early");
    await page.getByRole("link", { name: "Use another address" }).click();
    await page.getByLabel("Email address").waitFor();
    await visitor.leave();
  });

  test("the confirmation page, and the pages of a user who is signed in", async () => {
    const [visitor, elsewhere] = [await visit(browser), await visit(browser)];
    const page = await visitor.open(`${named}/auth/signin?callbackUrl=/auth/error`);
    await askForMail(page, "grace@example.com");
    const link = await elsewhere.open(outbox.findLast(({ to }) => to === "grace@example.com")!.url);
    await link.getByRole("heading", { name: "Is this you?" }).waitFor();
    await inspectHere(link, "page-confirmation");
    await link.getByRole("button", { name: "Sign in" }).click();
    await link.goto(`${named}/auth/signin?callbackUrl=/auth/account`);
    await link.getByText("You're signed in as grace@example.com.").waitFor();
    assert.equal(await link.getByText("Last used").count(), 1);
    await inspectHere(link, "page-signin-signed-in");
    await link.goto(`${named}/auth/signin?link=true`);
    await link.getByRole("heading", { name: "Add a way to sign in" }).waitFor();
    await inspectHere(link, "page-signin-adding");
    await link.goto(`${named}/auth/account`);
    await link.getByRole("heading", { name: "Where you're signed in" }).waitFor();
    await inspectHere(link, "page-account");
    await link.goto(`${named}/auth/signout`);
    await link.getByText("You're signed in as grace@example.com.").waitFor();
    await inspectHere(link, "page-signout-signed-in");
    await visitor.leave();
    await elsewhere.leave();
  });

  test("the account page has a mark at each account, and asks before one is removed, also without a script", async () => {
    const adapter = Memory();
    const email = "marks@example.com";
    const { id: userId } = await adapter.createUser({
      id: "1",
      name: "Ada",
      email,
      emailVerified: new Date(),
    });
    for (const provider of ["google", "github", "credentials", "gone"]) {
      const type = provider === "credentials" ? "credentials" : "oauth";
      await adapter.linkAccount({ provider, providerAccountId: provider, type, userId, label: email });
    }
    const url = serveSite("named", { adapter });
    const [visitor, scriptless] = [await visit(browser), await visit(browser, WINDOWS.scriptless)];
    const page = await visitor.open(`${url}/auth/signin?callbackUrl=/auth/account`);
    await askForMail(page, email);
    await page.goto(outbox.findLast(({ to }) => to === email)!.url);
    const rows = page.getByRole("region", { name: "Ways to sign in" }).getByRole("listitem");
    assert.equal(await rows.count(), 5);
    assert.equal(await rows.locator(".picture > :is(svg, .tile)").count(), 5);
    await inspectHere(page, "page-account-marks");
    const opener = page.getByRole("button", { name: `Remove GitHub (${email})` });
    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: `Remove GitHub (${email})` }).waitFor();
    assert.equal(await page.evaluate("document.activeElement.textContent"), "Cancel");
    // The focus returns to the button that has opened the question, and stays in it.
    await page.keyboard.press("Escape");
    assert.equal(await page.evaluate("document.activeElement.title"), `Remove GitHub (${email})`);
    await page.keyboard.press("Enter");
    await inspectHere(page, "page-account-removing");
    for (let presses = 0; presses < 3; presses++) {
      await page.keyboard.press("Tab");
      const isInside = "document.activeElement === document.body || !!document.activeElement.closest('.ask')";
      assert.equal(await page.evaluate(isInside), true);
    }
    await page.getByRole("dialog").getByRole("button", { name: "Remove GitHub" }).press("Enter");
    await page.getByRole("status").getByText("GitHub It was removed.").waitFor();
    assert.equal(await rows.count(), 4);
    const other = await scriptless.open("about:blank");
    await other.context().addCookies(await page.context().cookies());
    await other.goto(`${url}/auth/account`);
    await other.getByRole("link", { name: "Security" }).click();
    await other.getByLabel(`Remove gone (${email})`).first().click();
    await other.getByRole("button", { name: "Remove gone", exact: true }).click();
    await other.getByRole("status").getByText("It was removed.").waitFor();
    await visitor.leave();
    await scriptless.leave();
  });

  test("a passkey takes the address from the one field, and its error stands beside its button", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    const authenticator = await addAuthenticator(page);
    await authenticator.setTouched(false);
    await page.goto(`${serveSite("all")}/auth/signin?callbackUrl=/auth/account`);
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await assertFocus(page, "address-name", "the browser says what is missing");
    await authenticator.setTouched(true);
    const asked = page.waitForRequest("**/webauthn-options/passkey?*action=register*");
    await page.getByLabel("Email address").fill("passkey@example.com");
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    assert.equal(new URL((await asked).url()).search, "?email=passkey%40example.com&action=register");
    await page.getByRole("region", { name: "Ways to sign in" }).waitFor();
    await inspectHere(page, "page-account-passkey");
    await page.context().clearCookies({ name: "latchkey.session-token" });
    await page.route("**/webauthn-options/**", (route) => route.fulfill({ body: "{}" }));
    await page.goto(`${serveSite("all")}/auth/signin`);
    await page.getByText("Last used").waitFor();
    await page.getByRole("button", { name: /^Sign in with a passkey/ }).click();
    await page.getByRole("alert").waitFor();
    await inspectHere(page, "page-signin-passkey-failed");
    await visitor.leave();
  });

  test("a long list of providers opens by keyboard, and the one used last comes first", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    await page.context().addCookies([{
      name: "latchkey.last-used",
      value: "host-77",
      url: serveSite("hundred"),
    }]);
    await page.goto(`${serveSite("hundred")}/auth/signin`);
    const buttons = page.getByRole("button");
    assert.match(await buttons.first().textContent() ?? "", /Continue with Fjord 77\s*Last used/);
    assert.equal(await buttons.filter({ visible: true }).count(), 4);
    await page.getByText("More ways to sign in").focus();
    await page.keyboard.press("Enter");
    assert.equal(await buttons.filter({ visible: true }).count(), 131);
    await inspect(page, "page-signin-hundred-open");
    await page.setViewportSize(WINDOWS.phone!.viewport!);
    await inspect(page, "page-signin-hundred-open-phone");
    await visitor.leave();
  });

  test("a person who opens /auth sees the sign-in page", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${named}/auth`);
    await page.waitForURL(`${named}/auth/signin`);
    await visitor.leave();
  });
  return Promise.resolve();
});

/** The text that a screen reader adds to the element that has the focus. */
async function describedBy(page: Page): Promise<string> {
  // The browser gives the focus soon after it has loaded the page.
  await page.locator("[aria-describedby]:focus").waitFor();
  const id = "document.activeElement.getAttribute('aria-describedby')";
  return await page.evaluate(`document.getElementById(${id}).textContent`) as string;
}
