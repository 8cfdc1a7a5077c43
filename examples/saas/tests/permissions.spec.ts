import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { addressOf, formOf, invite, join, send, signIn, signInAsOwner } from "./people";

test("a member cannot do what an admin may, also with the forms of the admin's pages", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  await owner.getByLabel("Name").fill("Looms");
  await owner.getByRole("button", { name: "Create project" }).click();
  const projects = owner.url();
  const { page: admin } = await join(browser, owner, "admin");
  const { page: member, email } = await join(browser, owner, "member");

  await expect(member.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  expect(await send(member, await formOf(admin, "Delete Looms"))).toBe("refused");
  await member.getByRole("link", { name: "Members" }).click();
  await expect(member.getByRole("button", { name: /Invite|Remove|Withdraw|Change/ })).toHaveCount(0);
  await admin.getByRole("link", { name: "Members" }).click();
  await expect(admin.getByRole("button", { name: "Invite" })).toBeVisible();
  const invitation = await formOf(admin, "Invite");
  expect(await send(member, invitation, { email: addressOf("eve"), role: "member" })).toBe("refused");
  expect(await send(admin, invitation, { email: addressOf("eve"), role: "owner" })).toBe("refused");
  expect(await send(admin, invitation, { email: addressOf("eve"), role: "root" })).toBe("refused");

  await owner.goto(`${projects.split("?")[0]}/members`);
  const change = await formOf(owner, `Change the role of ${email}`);
  expect(await send(member, change, { role: "owner" })).toBe("refused");
  expect(await send(admin, change, { role: "admin" })).toBe("refused");
  await owner.goto(projects);
  await expect(owner.getByText("Looms")).toBeVisible();
});

test("an action asks for the role of today, and refuses who was removed", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  await owner.getByLabel("Name").fill("Looms");
  await owner.getByRole("button", { name: "Create project" }).click();
  await expect(owner.getByText("Looms")).toBeVisible();
  const { page: admin, email } = await join(browser, owner, "admin");
  const forms = [await formOf(admin, "Delete Looms"), await formOf(admin, "Create project")];

  await owner.reload();
  await owner.getByLabel(`Role of ${email}`, { exact: true }).selectOption("member");
  await owner.getByRole("button", { name: `Change the role of ${email}` }).click();
  await expect(owner.getByRole("status")).toHaveText("The role is changed.");
  await admin.getByRole("button", { name: "Delete Looms" }).click();
  await expect(admin.getByRole("status")).toHaveText(/^You may not do this/);
  await expect(admin.getByText("Looms")).toBeVisible();

  await owner.getByRole("button", { name: `Remove ${email}` }).click();
  await expect(owner.getByRole("status")).toHaveText("The member is removed.");
  for (const form of forms) expect(await send(admin, form, { name: "Spies" })).toBe("refused");
  await admin.reload();
  await expect(admin.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  await owner.getByRole("link", { name: "Projects", exact: true }).click();
  await expect(owner.getByText("Looms")).toBeVisible();
  await expect(owner.getByText("Spies")).toHaveCount(0);
});

test("an owner of one organization cannot see or change another one", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  await owner.getByLabel("Name").fill("Looms");
  await owner.getByRole("button", { name: "Create project" }).click();
  const theirs = await formOf(owner, "Delete Looms");
  const eve = await signInAsOwner(browser, "Spies");
  await eve.getByLabel("Name").fill("Plans");
  await eve.getByRole("button", { name: "Create project" }).click();
  expect(await send(eve, theirs)).toBe("refused");
  // Her own organization, with the project of the other one: the notice does not reveal whether there is one.
  const organization = eve.url().split("/").at(-1)!;
  await send(eve, theirs, { organization });
  for (const path of ["", "/members"]) {
    const answer = await eve.goto(`${theirs.url}${path}`);
    expect(answer!.status()).toBe(404);
    await expect(eve.getByText("Analytical Engines")).toHaveCount(0);
  }
  await owner.reload();
  await expect(owner.getByText("Looms")).toBeVisible();
});

test("an admin does not withdraw or replace what an owner has offered", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const { page: admin } = await join(browser, owner, "admin");
  const email = addressOf("grace");
  await invite(owner, email, "owner");
  await admin.getByRole("link", { name: "Members" }).click();
  await expect(admin.getByRole("button", { name: "Invite" })).toBeVisible();
  await expect(admin.getByRole("button", { name: /Withdraw/ })).toHaveCount(0);
  expect(await send(admin, await formOf(admin, "Invite"), { email, role: "member" })).toBe("refused");
  expect(await send(admin, await formOf(owner, `Withdraw the invitation of ${email}`))).toBe("refused");
});

test("a form on another site changes nothing", async ({ browser, baseURL }) => {
  const owner = await signInAsOwner(browser);
  const { html, url } = await formOf(owner, "Create project");
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g)];
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<form method="post" enctype="multipart/form-data" action="${url}"><input name="name" value="Forged">
      ${fields.map(([, name, value]) => `<input name="${name}" value="${value ?? ""}">`).join("")}
      <button>Send</button></form>`,
    );
  }).listen(0);
  const { port } = site.address() as AddressInfo;
  await owner.goto(`http://localhost:${port}/`);
  await owner.getByRole("button", { name: "Send" }).click();
  await owner.waitForURL(`${baseURL}/**`);
  await owner.goto(url);
  await expect(owner.getByText("There are no projects yet.")).toBeVisible();
  site.close();
});

test("strangers see no page of an organization", async ({ browser }) => {
  const owner = await signInAsOwner(browser);
  const page = await (await browser.newContext()).newPage();
  await page.goto(owner.url());
  await expect(page).toHaveURL(/\/api\/auth\/signin\?callbackUrl=%2Forg%2F/);
  const eve = await signIn(browser, addressOf("eve"));
  expect((await eve.goto(owner.url()))!.status()).toBe(404);
});
