import { DatabaseSync } from "node:sqlite";
import { expect, type Page, test } from "@playwright/test";
import { addressOf, formOf, invite, join, send, signIn, signInAsOwner } from "./people";

const ended = (page: Page) =>
  expect(page.getByRole("heading", { name: "This invitation has ended" })).toBeVisible();

test("an invited person accepts in another browser, once", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const email = addressOf("grace");
  const link = await invite(owner, email, "admin");
  await expect(owner.getByRole("listitem").filter({ hasText: email })).toContainText("invited as admin");

  const grace = await signIn(browser, email, link);
  await expect(grace).toHaveURL(link);
  const form = await formOf(grace, "Join");
  await grace.getByRole("button", { name: "Join" }).click();
  await expect(grace.getByRole("heading", { level: 1 })).toHaveText("Analytical Engines");
  await owner.reload();
  await expect(owner.getByRole("listitem").filter({ hasText: email })).not.toContainText("invited");

  await grace.goto(link);
  await ended(grace);
  expect(await send(grace, form)).toBe("ended");
  await owner.getByRole("button", { name: `Remove ${email}` }).click();
  await expect(owner.getByRole("status")).toHaveText("The member is removed.");
  expect(await send(grace, form), "who was removed does not return by the old link").toBe("ended");
});

test("another address than the invited one does not accept", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const link = await invite(owner, addressOf("grace"), "member");
  const eve = await signIn(browser, addressOf("eve"), link);
  await expect(eve.getByRole("button", { name: "Join" })).toHaveCount(0);
  await expect(eve.getByText("You are signed in as eve")).toBeVisible();

  // The form of an invitation of her own, with the secret of the other one.
  await eve.goto(
    await invite(owner, (await eve.getByRole("banner").getByRole("link").last().textContent())!, "member"),
  );
  const secret = link.split("/").at(-1)!;
  expect(await send(eve, await formOf(eve, "Join"), { secret })).toBe("ended");
  await eve.goto("/");
  await expect(eve.getByText("You belong to none yet")).toBeVisible();
});

test("an invitation ends after a week, when it is withdrawn, and when another one replaces it", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const email = addressOf("grace");
  const first = await invite(owner, email, "member");
  const grace = await signIn(browser, email, first);
  const form = await formOf(grace, "Join");

  const second = await invite(owner, email, "member");
  expect(second).not.toBe(first);
  expect(await send(grace, form)).toBe("ended");

  await grace.goto(second);
  const late = await formOf(grace, "Join");
  const sql = new DatabaseSync(process.env.DATABASE!, { timeout: 5000 });
  const week = 7 * 24 * 60 * 60 * 1000;
  sql.prepare("UPDATE members SET expires = expires - ? WHERE email = ?").run(week, email);
  sql.close();
  await grace.reload();
  await ended(grace);
  expect(await send(grace, late)).toBe("ended");

  const third = await invite(owner, email, "member");
  await grace.goto(third);
  const withdrawn = await formOf(grace, "Join");
  await owner.getByRole("button", { name: `Withdraw the invitation of ${email}` }).click();
  await expect(owner.getByRole("status")).toHaveText("The invitation is withdrawn.");
  expect(await send(grace, withdrawn)).toBe("ended");
});

test("a member leaves, and the last owner stays", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const { page, email } = await join(browser, owner, "member");
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("status")).toHaveText("You have left the organization.");
  await owner.reload();
  await expect(owner.getByText(email)).toHaveCount(0);
  await owner.getByRole("button", { name: "Leave" }).click();
  await expect(owner.getByRole("status")).toHaveText(/^You may not do this/);
});

test("a link that is accepted twice at the same time makes one member", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const email = addressOf("grace");
  const grace = await signIn(browser, email, await invite(owner, email, "member"));
  const form = await formOf(grace, "Join");
  const notices = await Promise.all([send(grace, form), send(grace, form)]);
  expect(notices.sort()).toEqual(["ended", null]);
  await owner.reload();
  await expect(owner.getByText(email)).toHaveCount(1);
});

test("two owners who leave at the same time leave one behind", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const { page: other } = await join(browser, owner, "owner");
  await other.goto(owner.url());
  const forms = [await formOf(owner, "Leave"), await formOf(other, "Leave")] as const;
  const notices = await Promise.all([send(owner, forms[0]), send(other, forms[1])]);
  expect(notices.sort()).toEqual(["left", "refused"]);
});
