import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { codeAt, codesIn } from "../flows/_second_factor.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { afterRefresh, built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("second_factor.md", { built });

const EMAIL = "ada@example.com";
const PASSWORD = "lovely engine weaves";

/** Registers Ada, with the code of the mail that was printed. */
async function register(recipe: Recipe, browser: Browser): Promise<void> {
  const { basePath } = recipe;
  const form = await (await browser.open(`${APP}${basePath}/signin`)).follow("Create an account");
  await form.submit(`${basePath}/signup`, { email: EMAIL, password: PASSWORD });
  const link = () => /(https:\S+) \d{8}$/m.exec(recipe.printed())?.[1];
  // A process of its own prints when it likes.
  for (let tries = 0; tries < 100 && !link(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await browser.open(link()!);
  assert.equal((await recipe.session(browser)).user.email, EMAIL);
}

/** Turns the second factor on, on the page that is shown. */
async function turnOn(recipe: Recipe, shown: Page) {
  const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(shown.html)![1]!.replaceAll(" ", "");
  const code = () => codeAt(secret, Math.floor(recipe.platform.now() / 30_000));
  const done = await shown.submit(`${recipe.basePath}/second-factor-setup`, { code: code() });
  return { code, codes: codesIn(done), done };
}

page.section("Start", (recipe) =>
  withQuickScrypt(async () => {
    assert.equal(recipe.read("sh"), "npm install uqr");
    await recipe.start();
    const ada = recipe.browser();
    await register(recipe, ada);
    const setup = await (await ada.open(`${APP}/auth/account`)).follow("Turn on");
    assert.match(setup.html, /<svg/, "the QR code");
    const { code, codes } = await turnOn(recipe, setup);
    assert.equal(codes.length, 10);
    assert.equal((await recipe.session(ada)).aal, 2);

    const other = recipe.browser();
    const enter = async () =>
      await (await other.open(`${APP}/auth/signin`))
        .submit("/auth/callback/password", { email: EMAIL, password: PASSWORD });
    assert.equal(await recipe.session(other), null);
    const asked = await enter();
    assert.match(asked.url, /\/auth\/second-factor\?/);
    assert.equal(await recipe.session(other), null);
    recipe.platform.tick(30);
    await asked.submit("/auth/second-factor", { code: code(), remember: "true" });
    assert.equal((await recipe.session(other)).aal, 2);
    await (await other.open(`${APP}/auth/signout`)).submit("/auth/signout");
    await enter();
    assert.equal((await recipe.session(other)).aal, 1, "the device is remembered");
  }));

page.section("Ask for it where it counts", (recipe) =>
  withQuickScrypt(async () => {
    await recipe.start();
    const ada = recipe.browser();
    await register(recipe, ada);
    const open = async () => await afterRefresh(ada, await ada.open(`${APP}/payout`));
    const asked = await open();
    assert.match(asked.url, /\/auth\/second-factor-setup\?callbackUrl=/);
    assert.match(asked.text, /What you want to do needs the second step/);
    const { done } = await turnOn(recipe, asked);
    assert.match((await done.follow("Continue")).text, new RegExp(`The accounts of ${EMAIL}`));
    recipe.platform.tick(400);
    assert.match((await open()).url, /\/auth\/second-factor\?/);
  }));

page.section("Require it", async (recipe) => {
  const { secondFactor: { options: { required } } } = await recipe.load("admins.ts");
  assert.deepEqual([required({ role: "admin" }), required({}), required({ role: null })], [
    true,
    false,
    false,
  ]);
});

page.section("When users have lost everything", async (recipe) => {
  const { reset } = await recipe.load("support.ts");
  assert.equal(await reset("1"), false);
});

page.section("Bring authenticator apps along", async (recipe) => {
  const { importAll } = await recipe.load("import.ts");
  const { config: { adapter } } = await recipe.load("auth.ts");
  for (const id of ["1", "2"]) {
    await adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
  }
  const rows = [{ userId: "1", secret: "JBSWY3DPEHPK3PXP" }, { userId: "2", secret: "JBSWY3DPEHPK3PXQ" }, {
    userId: "nobody",
    secret: "JBSWY3DPEHPK3PXR",
  }];
  assert.deepEqual([await importAll(rows), await importAll(rows)], [2, 0]);

  const { toBase32 } = await recipe.load("better_auth.ts");
  const { symmetricEncrypt } = await import("npm:better-auth@1.7.7/crypto");
  const key = "better-auth-secret-of-the-old-application";
  // The plugin makes 32 letters and digits, and uses their bytes as the key.
  const text = "aZ3kQ9wLr7TnB2xYh5GfJ8sMd4CpUaE6";
  const secret = await toBase32(await symmetricEncrypt({ key, data: text }), key);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(12_345n);
  const mac = createHmac("sha1", text).update(counter).digest();
  const number = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff;
  assert.equal(codeAt(secret, 12_345), String(number % 1_000_000).padStart(6, "0"));
  assert.equal(await toBase32(await symmetricEncrypt({ key, data: "base32:JBSWY3DP" }), key), "JBSWY3DP");
});

page.last();
