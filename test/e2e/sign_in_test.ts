import assert from "node:assert/strict";
import type { Locator, Page } from "npm:playwright-core@1.65.1";
import { startDemo } from "../../examples/demo/demo.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { testInBrowser } from "./chromium.ts";
import { addAuthenticator, heading, passkeyOffered, visit } from "./visitor.ts";
import { photographAll } from "./_windows.ts";
import { afterTests } from "../_after.ts";

await testInBrowser("signing in by mail, password and passkey", async (browser, define) => {
  const test: typeof define = (name, run) => define(name, () => withQuickScrypt(run));
  const demo = await startDemo({ port: 3340 });
  afterTests(() => demo.close());
  const profile = `${demo.url}/profile`;
  const account = `${demo.url}/auth/account`;

  test("a person signs in by the link of a mail", async () => {
    const visitor = await visit(browser);
    const inbox = await visitor.open(`${demo.url}/inbox`);
    await photographAll(inbox, "inbox-empty");
    const page = await visitor.open(profile);
    await photographAll(page, "signin-all");
    await askForMail(page, "link@example.com");
    await photographAll(page, "verify-request-code");
    await inbox.reload();
    await mailTo(inbox, "link@example.com").frameLocator("iframe").getByText("Or type this code").waitFor();
    await photographAll(inbox, "inbox");
    await followLink(inbox, "link@example.com");
    await inbox.waitForURL(profile);
    assert.equal(await heading(inbox), "link@example.com");
    await visitor.leave();
  });

  test("a person who opens the link elsewhere is asked, and signed in by a button", async () => {
    const [visitor, elsewhere] = [await visit(browser), await visit(browser)];
    await askForMail(await visitor.open(profile), "elsewhere@example.com");
    const inbox = await elsewhere.open(`${demo.url}/inbox`);
    await followLink(inbox, "elsewhere@example.com");
    await inbox.getByRole("heading", { name: "Is this you?" }).waitFor();
    await photographAll(inbox, "confirmation");
    await inbox.getByRole("button", { name: "Sign in" }).click();
    await inbox.waitForURL(profile);
    assert.equal(await heading(inbox), "elsewhere@example.com");
    await visitor.leave();
    await elsewhere.leave();
  });

  test("a person signs in by the code of a mail, after a wrong one, and the link is used up", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(profile);
    await askForMail(page, "code@example.com");
    const inbox = await visitor.open(`${demo.url}/inbox`);
    const code = await mailTo(inbox, "code@example.com").locator("code").textContent();
    await enterCode(page, code === "0000 0000" ? "11111111" : "00000000");
    await page.getByText("That code isn't right.").waitFor();
    await photographAll(page, "verify-request-wrong");
    await enterCode(page, code!);
    await page.waitForURL(profile);
    assert.equal(await heading(page), "code@example.com");
    await followLink(inbox, "code@example.com");
    await inbox.getByRole("heading", { name: "You're already signed in" }).waitFor();
    await photographAll(inbox, "confirmation-signed-in");
    await inbox.getByRole("link", { name: "Continue" }).click();
    await inbox.waitForURL(profile);
    await visitor.leave([/status of 403/]);
    const other = await visit(browser);
    const elsewhere = await other.open(`${demo.url}/inbox`);
    await followLink(elsewhere, "code@example.com");
    await elsewhere.getByRole("button", { name: "Sign in" }).click();
    await elsewhere.waitForURL("**/auth/error?error=Verification*");
    await other.leave([/status of 403/]);
  });

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "" : " (without JavaScript)";
    test(`a person signs up with a password, mistypes it, and signs in${how}`, async () => {
      const visitor = await visit(browser, { javaScriptEnabled });
      const address = javaScriptEnabled ? "Katherine@Example.com" : "Dorothy@Example.com";
      const page = await visitor.open(demo.url);
      await page.getByRole("link", { name: "Sign up with a password" }).click();
      await signUp(page, address, "lovely engine weaves");
      const inbox = await visitor.open(`${demo.url}/inbox`);
      const code = await mailTo(inbox, address.toLowerCase()).locator("code").textContent();
      await enterCode(page, code!);
      // The last digit sends it, where scripts run.
      if (!javaScriptEnabled) await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL(profile);
      assert.equal(await heading(page), address.toLowerCase());
      await signOut(page);
      await page.goto(profile);
      await enterAddress(page, address.toLowerCase(), { hasSteps: javaScriptEnabled });
      await enterPassword(page, "battery staple");
      await wrongPassword(page, address.toLowerCase());
      await photographAll(page, `signin-wrong-password${javaScriptEnabled ? "" : "-plain"}`);
      await enterPassword(page, "lovely engine weaves");
      await page.waitForURL(profile);
      await visitor.leave();
    });
  }

  test("a person who has forgotten the password chooses another one by the link of a mail", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${demo.url}/auth/signup?callbackUrl=%2Fprofile`);
    const inbox = await visitor.open(`${demo.url}/inbox`);
    const address = "forgetful@example.com";
    await signUp(page, address, "lovely engine weaves");
    await inbox.reload();
    await enterCode(page, (await mailTo(inbox, address).locator("code").textContent())!);
    await page.waitForURL(profile);
    await signOut(page);
    await page.goto(profile);
    await enterAddress(page, address);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email address").fill(address);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await page.getByRole("heading", { name: "Choose a password" }).waitFor();
    await inbox.reload();
    await followLink(inbox, address, "Choose a new password");
    await inbox.getByLabel("New password").fill("seven purple teapots");
    await inbox.getByRole("button", { name: "Save and sign in" }).click();
    await inbox.waitForURL(profile);
    assert.equal(await heading(inbox), address);
    await signOut(inbox);
    await page.goto(profile);
    await enterAddress(page, address);
    await enterPassword(page, "lovely engine weaves");
    await wrongPassword(page, address);
    await visitor.leave();
  });

  test("a stranger who signs up with the address of another person takes nothing", async () => {
    const [stranger, owner] = [await visit(browser), await visit(browser)];
    const page = await stranger.open(`${demo.url}/auth/signup?callbackUrl=%2Fprofile`);
    await signUp(page, "owner@example.com", "password of the stranger");
    await askForMail(await owner.open(profile), "owner@example.com");
    const inbox = await owner.open(`${demo.url}/inbox`);
    await followLink(inbox, "owner@example.com");
    await inbox.waitForURL(profile);
    await page.goto(profile);
    await enterAddress(page, "owner@example.com");
    await enterPassword(page, "password of the stranger");
    await wrongPassword(page, "owner@example.com");
    await stranger.leave();
    await owner.leave();
  });

  test("a person signs up with a passkey, and signs in with it by the button, and where the browser offers it", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    const authenticator = await addAuthenticator(page);
    await page.goto(profile);
    await page.getByRole("link", { name: "Create an account" }).click();
    const address = page.getByLabel("Email address");
    // The address is in another form, and is asked for there.
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await address.and(page.locator(":focus")).waitFor();
    await address.fill("passkey@example.com");
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await page.waitForURL(profile);
    assert.equal(await heading(page), "passkey@example.com");

    await signOut(page);
    await authenticator.setTouched(false);
    const offered = passkeyOffered(page);
    await page.goto(profile);
    await offered;
    // Not before the button is pressed, or the passkey that is offered in the field would do it.
    await page.route("**/webauthn-options/**", async (route) => {
      await authenticator.setTouched(true);
      await route.continue();
    });
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(profile);
    assert.equal(await heading(page), "passkey@example.com");

    await signOut(page);
    await page.goto(profile);
    await page.waitForURL(profile);
    assert.equal(await heading(page), "passkey@example.com");
    await visitor.leave();
  });

  test("a person adds a provider and a passkey to their account, and signs in with either", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    await addAuthenticator(page);
    await page.goto(account);
    await askForMail(page, "linking@example.com");
    await page.goto(`${demo.url}/inbox`);
    await followLink(page, "linking@example.com");
    await page.waitForURL(account);
    await photographAll(page, "account-new");
    // The card of the recommendation stands for the link in the list.
    await page.getByRole("complementary", { name: "Recommended" }).getByRole("link").click();
    await chooseProvider(page, "Linked Person");
    await page.getByText("It was added").waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).first().click();
    await page.getByRole("button", { name: /^Rename (Chrome|Edge)/ }).waitFor();
    // What was added is told by its name.
    await page.getByRole("status").filter({ hasText: /^(Chrome|Edge) on .* It was added/ }).waitFor();
    const ways = page.getByRole("region", { name: "Ways to sign in" }).getByRole("listitem");
    const texts = await ways.locator(".what").allTextContents();
    assert.deepEqual(texts.slice(0, 3).map((text) => text.trim()), [
      "Emaillinking@example.com Confirmed today",
      "Password",
      "Example IDlinked.person@example.com Added today",
    ]);
    assert.match(texts[3] ?? "", /^(Chrome|Edge) on .*Passkey Added today/);
    await photographAll(page, "account");

    await signOut(page);
    await page.goto(profile);
    await page.waitForURL(profile);
    assert.equal(await heading(page), "linking@example.com");
    await visitor.leave();

    const again = await visit(browser);
    const other = await again.open(profile);
    await chooseProvider(other, "Linked Person");
    await other.waitForURL(profile);
    assert.equal(await heading(other), "linking@example.com");
    await again.leave();
  });

  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? "" : " (without JavaScript)";
    test(`a user who did not request to add an account is asked, and chooses${how}`, async () => {
      const visitor = await visit(browser, { javaScriptEnabled });
      const [name, address] = javaScriptEnabled
        ? ["Asked Person", "asked@example.com"]
        : ["Plain Person", "plain@example.com"];
      const page = await visitor.open(profile);
      await askForMail(page, address, { hasSteps: javaScriptEnabled });
      await page.goto(`${demo.url}/inbox`);
      await followLink(page, address);
      await page.waitForURL(profile);
      for (const answer of ["Cancel", `Add Example ID to ${address}'s account`]) {
        await page.goto(`${demo.url}/auth/signin?callbackUrl=/auth/account`);
        if (answer === "Cancel") await photographAll(page, "signin-signed-in");
        await chooseProvider(page, name);
        await page.getByRole("heading", { name: "Add this to your account?" }).waitFor();
        await photographAll(page, "link");
        await page.getByRole("button", { name: answer }).click();
        await page.waitForURL(account);
        const ways = page.getByRole("region", { name: "Ways to sign in" }).getByRole("listitem");
        // One row adds a password.
        assert.equal(await ways.count(), answer === "Cancel" ? 2 : 3);
      }
      await visitor.leave();
    });
  }

  test("a person removes ways to sign in, down to the last one", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open("about:blank");
    await addAuthenticator(page);
    await page.goto(account);
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Email address").fill("removing@example.com");
    await page.getByRole("button", { name: "Sign up with a passkey" }).click();
    await page.waitForURL(account);
    await page.getByText("This is your only way to sign in.").waitFor();
    const passkeys = page.getByRole("button", { name: /^Rename / });
    assert.equal(await passkeys.count(), 1);
    assert.equal(await page.getByRole("button", { name: /^Remove / }).count(), 0);

    // The same device again is refused.
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("alert").waitFor();
    await photographAll(page, "account-passkey-refused");

    await addAuthenticator(page, "usb");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await passkeys.nth(1).waitFor();
    await photographAll(page, "account-removable");
    await page.getByRole("status").getByText("It was added.").waitFor();
    await page.getByRole("button", { name: /^Remove / }).first().click();
    await page.getByRole("dialog").getByText("You won't be able to sign in with it any more.").waitFor();
    await photographAll(page, "account-removing");
    await page.getByRole("dialog").getByRole("button", { name: /^Remove/ }).click();
    await page.getByText("This is your only way to sign in.").waitFor();
    assert.equal(await passkeys.count(), 1);
    assert.equal(await page.getByRole("button", { name: /^Remove / }).count(), 0);
    await visitor.leave();
  });

  test("a person sees their sessions, and ends another one", async () => {
    const [here, there] = [await visit(browser), await visit(browser)];
    const pages = [await here.open(profile), await there.open(profile)] as const;
    for (const page of pages) {
      await chooseProvider(page, "Two Browsers");
      await page.waitForURL(profile);
    }
    const [page, other] = pages;
    await page.goto(account);
    const sessions = page.getByRole("region", { name: "Where you're signed in" }).getByRole("listitem");
    assert.equal(await sessions.count(), 2);
    assert.match((await sessions.first().textContent())!, /(Chrome|Edge) on \w+.*This browser/s);
    await photographAll(page, "sessions");
    await page.getByRole("button", { name: /^Sign out (Chrome|Edge)/ }).click();
    await sessions.nth(1).waitFor({ state: "detached" });
    assert.match((await sessions.first().textContent())!, /This browser/);
    await other.goto(profile);
    assert.equal(new URL(other.url()).pathname, "/auth/signin");
    await page.goto(profile);
    assert.equal(await heading(page), "Two Browsers");
    await here.leave();
    await there.leave();
  });
});

/** How a page asks for the address. */
interface Asked {
  /** Whether the password and the mail come in a second step: only where scripts run. */
  readonly hasSteps: boolean;
}

/** Enters the address. In the second step the password has the focus. */
async function enterAddress(
  page: Page,
  address: string,
  { hasSteps }: Asked = { hasSteps: true },
): Promise<void> {
  const [password, next] = [passwordField(page), page.getByRole("button", { name: "Continue", exact: true })];
  await page.getByLabel("Email address").fill(address);
  assert.deepEqual([await password.isVisible(), await next.isVisible()], [!hasSteps, hasSteps]);
  if (!hasSteps) return;
  await next.click();
  await password.and(page.locator(":focus")).waitFor();
  assert.equal(await next.isVisible(), false);
}

async function askForMail(page: Page, address: string, asked?: Asked): Promise<void> {
  await enterAddress(page, address, asked);
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

function mailTo(inbox: Page, address: string) {
  return inbox.locator("details", { hasText: address }).first();
}

async function followLink(inbox: Page, address: string, name = "Sign in"): Promise<void> {
  const mail = mailTo(inbox, address);
  if (!await mail.locator("iframe").isVisible()) await mail.locator("summary").click();
  // By keyboard: a click can miss a frame that has just been given another size.
  await mail.frameLocator("iframe").getByRole("link", { name, exact: true }).press("Enter");
}

async function enterCode(page: Page, code: string): Promise<void> {
  // The last digit sends it, where scripts run.
  await page.getByLabel("Code").fill(code);
}

/** Fills in the page that creates an account. */
async function signUp(page: Page, address: string, password: string): Promise<void> {
  await page.getByLabel("Email address").fill(address);
  await passwordField(page).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

function passwordField(page: Page): Locator {
  return page.getByLabel("Password", { exact: true });
}

async function enterPassword(page: Page, password: string): Promise<void> {
  await passwordField(page).fill(password);
  const loaded = page.waitForEvent("domcontentloaded");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await loaded;
}

/** The page keeps the address, and says at the password, which has the focus, that both do not match. */
async function wrongPassword(page: Page, address: string): Promise<void> {
  const error = page.getByText("That doesn't match our records.");
  await error.waitFor();
  assert.equal(await page.getByLabel("Email address").inputValue(), address);
  const password = passwordField(page);
  await password.and(page.locator(":focus")).waitFor();
  assert.equal(await password.inputValue(), "");
  assert.equal(await password.getAttribute("aria-describedby"), await error.getAttribute("id"));
}

async function chooseProvider(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Continue with Example ID", exact: true }).click();
  await page.getByLabel("Use another name").fill(name);
  const asked = page.url();
  await page.getByRole("button", { name: "Continue" }).click();
  // Whether the provider asks for consent as well shows once the next page is there.
  await page.waitForURL(({ href }) => href !== asked);
  const allow = page.getByRole("button", { name: "Allow" });
  if (await allow.count()) await allow.click();
}

async function signOut(page: Page): Promise<void> {
  await page.goto(new URL("/auth/signout?callbackUrl=%2F", page.url()).href);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "One library" }).waitFor();
}
