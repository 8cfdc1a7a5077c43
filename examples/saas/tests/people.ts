import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";

/** An address that no other test uses. */
export function addressOf(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}@example.com`;
}

/** Opens a browser of its own for a person, and signs in by mail, from where the page leads to. */
export async function signIn(browser: Browser, email: string, path = "/"): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(path);
  await page.getByRole("link", { name: /^Sign in/ }).click();
  await enterAddress(page, email);
  await page.getByRole("button", { name: /e-?mail/i }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await expect(page.getByRole("banner")).toContainText(email);
  return page;
}

/** Enters the address on the sign-in page, which asks for the rest in a second step. */
export async function enterAddress(page: Page, email: string): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

/** The link in the newest mail to an address. */
export async function mailedLink(page: Page, email: string): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto("/inbox");
  const mail = inbox.getByRole("article").filter({ hasText: `To ${email}` }).first();
  const link = await mail.getByRole("link").first().getAttribute("href");
  await inbox.close();
  return link!;
}

/** Signs a person in and creates an organization, whose page is open then. */
export async function signInAsOwner(browser: Browser, organization = "Analytical Engines"): Promise<Page> {
  const page = await signIn(browser, addressOf("owner"));
  await page.getByLabel("Name").fill(organization);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { level: 1, name: organization })).toBeVisible();
  return page;
}

/** Invites a person from the page of an organization. Returns the link of the mail. */
export async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("status"), "the notice of the last action").toHaveCount(0);
  await page.getByLabel("Email address").fill(email);
  await page.getByRole("combobox", { name: "Role", exact: true }).selectOption(role);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("status")).toHaveText("The invitation is on its way.");
  return await mailedLink(page, email);
}

/** Invites a person, who accepts in a browser of their own. The page of the organization is open in it then. */
export async function join(
  browser: Browser,
  inviter: Page,
  role: string,
): Promise<{ page: Page; email: string }> {
  const email = addressOf(role);
  const page = await signIn(browser, email, await invite(inviter, email, role));
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page.getByRole("link", { name: "Members" })).toBeVisible();
  return { page, email };
}

/** A form as HTML: how an attacker would send one that is not on their page. */
export async function formOf(
  page: Page,
  button: string,
): Promise<{ html: string; button: string; url: string }> {
  return { html: await (await page.request.get(page.url())).text(), button, url: page.url().split("?")[0]! };
}

/** Sends a form of somebody else's page, with other values. Returns the notice of the answer. */
export async function send(
  page: Page,
  form: { html: string; button: string; url: string },
  fields: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const answer = await page.evaluate(async ({ html, button, url, fields }) => {
    const copy = new DOMParser().parseFromString(html, "text/html");
    const isWanted = ({ textContent, ariaLabel }: Element) => [textContent, ariaLabel].includes(button);
    const data = new FormData([...copy.querySelectorAll("button")].find(isWanted)!.form!);
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return (await fetch(url, { method: "POST", body: data })).url;
  }, { ...form, fields });
  return new URL(answer).searchParams.get("notice");
}
