import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { DAY, LIBRARIES, type Library, type MoveOptions, openMove } from "./_older.ts";

/** Lets Ada ask for a mail at the other library, and replaces the deployment by ours. */
async function mailed(library: Library, options: MoveOptions = {}) {
  const app = await openMove(library, { strategy: "database", ...options });
  await app.post("signin/email", { email: "Ada@Example.com", callbackUrl: `${app.origin}/home` });
  assert.equal(app.mails.length, 1);
  app.move();
  const open = () => testBrowser(app.platform.sites, { now: app.platform.now });
  return { ...app, url: app.mails[0]!.url, open };
}

/** Opens a link of the other library, and presses the button. Returns the page where it ends. */
async function follow(browser: ReturnType<typeof testBrowser>, url: string) {
  const page = await browser.open(url);
  return await page.submit("/auth/callback/email");
}

for (const library of LIBRARIES) {
  for (const strategy of ["database", "jwt"] as const) {
    test(`${library.name}: a mailed link signs in on our side, once, with sessions by ${strategy}`, async () => {
      const app = await mailed(library, { strategy });
      assert.equal((await follow(app.browser, app.url)).url, `${app.origin}/home`, app.log());
      assert.equal((await app.session())?.user.email, "ada@example.com");
      assert.match((await follow(app.open(), app.url)).url, /error=Verification/);
    });
  }

  test(`${library.name}: a mailed link works for the secrets of the old deployment only`, async () => {
    const refused = await mailed(library, { migration: { secret: "another" } });
    assert.match((await follow(refused.browser, refused.url)).url, /error=Verification/);
    const several = await mailed(library, { migration: { secret: ["a newer one", "the-old-secret"] } });
    await follow(several.browser, several.url);
    assert.ok(await several.session(), several.log());
  });

  test(`${library.name}: a short code that it has mailed in a link of the application signs in`, async () => {
    const code = "123456";
    const app = await openMove(library, { strategy: "database" });
    const expires = new Date(app.platform.now() + DAY * 1000);
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${code}the-old-secret`));
    const token = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    await app.adapter.createVerificationToken({ identifier: "ada@example.com", token, expires });
    app.move();
    const url = `${app.origin}/auth/callback/email?token=${code}&email=ada%40example.com`;
    await follow(app.browser, url);
    assert.ok(await app.session(), app.log());
  });

  test(`${library.name}: a mailed link is refused for another address, too late, and after until (MI-03)`, async () => {
    const stolen = await mailed(library);
    const url = new URL(stolen.url);
    url.searchParams.set("email", "eve@example.com");
    assert.match((await follow(stolen.browser, url.href)).url, /error=Verification/);
    const late = await mailed(library);
    // The link is as old as the clock of the machine says, and that of the test stands still.
    late.platform.tick(DAY + 600);
    assert.match((await follow(late.browser, late.url)).url, /error=Verification/);
    const over = await mailed(library, { migration: { until: new Date(Date.now() + 30_000) } });
    over.platform.tick(60);
    assert.match((await follow(over.browser, over.url)).url, /error=Verification/);
  });

  test(`${library.name}: a link is refused for another address where the database looks for the token alone`, async () => {
    const memory = Memory();
    const adapter: typeof memory = {
      ...memory,
      useVerificationToken: async ({ identifier, token }) =>
        await memory.useVerificationToken({ identifier, token }) ??
          await memory.useVerificationToken({ identifier: "ada@example.com", token }),
    };
    const app = await mailed(library, { adapter });
    const url = new URL(app.url);
    url.searchParams.set("email", "eve@example.com");
    assert.match((await follow(app.browser, url.href)).url, /error=Verification/);
  });

  test(`${library.name}: the stored hash of a mailed token does not open as a link (MI-02)`, async () => {
    const stored: string[] = [];
    const memory = Memory();
    const adapter: typeof memory = {
      ...memory,
      createVerificationToken: (token) => (stored.push(token.token), memory.createVerificationToken(token)),
    };
    const app = await openMove(library, { strategy: "database", adapter });
    await app.post("signin/email", { email: "ada@example.com" });
    app.move();
    const url = `${app.origin}/auth/callback/email?token=${stored[0]!}&email=ada%40example.com`;
    assert.match((await follow(app.browser, url)).url, /error=Verification/);
  });

  test(`${library.name}: a secret of the mail provider alone is told as mailSecret`, async () => {
    const app = await openMove(library, {
      strategy: "database",
      migration: { mailSecret: "of the provider" },
    });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("tokenof the provider"));
    const token = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const expires = new Date(app.platform.now() + DAY * 1000);
    await app.adapter.createVerificationToken({ identifier: "ada@example.com", token, expires });
    app.move();
    await follow(app.browser, `${app.origin}/auth/callback/email?token=token&email=ada%40example.com`);
    assert.ok(await app.session(), app.log());
  });
}
