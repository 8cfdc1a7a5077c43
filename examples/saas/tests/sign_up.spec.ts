import { expect, test } from "@playwright/test";
import { addressOf, enterAddress, mailedLink, signIn, signInAsOwner } from "./people";

test("a person signs up by mail, creates an organization and projects, and signs out", async ({ browser }) => {
  const page = await signIn(browser, addressOf("ada"));
  await expect(page.getByText("You belong to none yet")).toBeVisible();
  await page.getByLabel("Name").fill("Analytical Engines");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Analytical Engines");
  for (const name of ["Bernoulli numbers", "Looms"]) {
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Create project" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toBeVisible();
  }
  await page.getByRole("button", { name: "Delete Looms" }).click();
  await expect(page.getByRole("status")).toHaveText("The project is deleted.");
  await expect(page.getByText("Looms")).toHaveCount(0);
  const address = page.url();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  await page.goto(address);
  await expect(page).toHaveURL(/\/api\/auth\/signin\?callbackUrl=/);
});

test("a person signs up with a password, forgets it, and chooses another one", async ({ page }) => {
  const email = addressOf("ada");
  const password = page.getByLabel("Password", { exact: true });
  await page.goto("/");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await password.fill("lovely engine weaves");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await expect(page.getByRole("banner")).toContainText(email);
  await page.getByRole("button", { name: "Sign out" }).click();

  await page.getByRole("link", { name: "Sign in" }).click();
  await enterAddress(page, email);
  await password.fill("lovely engine stands");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("That doesn't match our records.")).toBeVisible();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { name: "Choose a password" })).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await page.getByLabel("New password").fill("seven purple teapots");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByRole("banner")).toContainText(email);
});

test("a person switches between organizations, and opens the account page of the library", async ({ browser }) => {
  const page = await signInAsOwner(browser, "First");
  await page.getByText("Switch").click();
  await page.getByRole("link", { name: "All organizations" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your organizations");
  await page.getByLabel("Name").fill("Second");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Second");
  await page.getByText("Switch").click();
  await page.getByRole("link", { name: "First" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("First");
  await page.getByRole("banner").getByRole("link").last().click();
  await expect(page).toHaveURL(/\/api\/auth\/account$/);
});

test("names with HTML are shown as they were typed", async ({ browser }) => {
  const name = `<img src=x onerror="document.title='attacked'"> & "Co"`;
  const page = await signInAsOwner(browser, name);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("listitem").getByText(name)).toBeVisible();
  await expect(page).toHaveTitle("Projects – Acme Projects");
  await expect(page.locator("img")).toHaveCount(0);
});

test("everything works without JavaScript", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await owner.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto(owner.url());
  await page.getByLabel("Name").fill("Looms");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Looms" })).toBeVisible();
});

test("a form of a session that has ended leads to the sign-in page", async ({ browser }) => {
  const page = await signInAsOwner(browser);
  await page.context().clearCookies();
  await page.getByLabel("Name").fill("Looms");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page).toHaveURL(/\/api\/auth\/signin/);
});
