/**
 * The pages of `Administration()` for staff, as a browser draws them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashToken } from "../../src/model/stored_token.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { Administration } from "../../src/entries/administration.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { Auth } from "../../mod.ts";
import { all } from "../../src/messages/languages.ts";
import { Email } from "../../src/providers/email.ts";
import { OWN_ACTIVITY, STAFF_LOG } from "../../src/shapes/activity_log.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Password } from "../../src/providers/password.ts";
import { isNightly } from "../_nightly.ts";
import { testInBrowser } from "./chromium.ts";
import { inspect } from "./_looks.ts";
import { visit } from "./visitor.ts";

/** Long words, which stick out first. */
const LONG = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";

/** Users whose names and addresses differ in length and script. */
const USERS = [
  { id: "1", name: "Grace Hopper", email: "grace@acme.example" },
  { id: "2", name: "Ada Lovelace", email: "ada@acme.example" },
  { id: "3", name: LONG, email: `${LONG}.${LONG}@a-department.of-a-company.example`.toLowerCase() },
  { id: "4", name: "علي", email: "ali@acme.example" },
  { id: "5", name: null, email: "nameless@acme.example" },
  { id: "6", name: "<b>Eve</b>", email: null },
];

const HAPPENED = {
  ...{ userId: "3", way: "github", reason: null, device: "Safari on iPhone", count: 1 },
  ...{
    location: `${LONG}, United Kingdom`,
    createdAt: new Date(),
    expires: new Date(Date.now() + 86_400_000),
  },
};

/** In the log of staff: what was done, what failed, by a program, and to somebody who is gone, or to no one. */
const STAFF_ROW = {
  ...{ userId: STAFF_LOG, way: null, actorId: "1", subjectId: "3", note: null, changes: null },
};
const STAFF_ROWS = [
  { type: "updateUser", changes: { role: ["user", "administrator"], [LONG]: [null, LONG], name: null } },
  { type: "banUser", reason: "AccessDenied", note: `${LONG} <script>alert(1)</script>` },
  { type: "endSessions", actorId: null, device: null, location: null, note: "رسائل مزعجة" },
  { type: "createSession", actorId: null, device: null, location: null, subjectId: "7" },
  { type: "sendPasswordReset", reason: "NotDone", subjectId: "" },
  { type: "banUser", changes: { until: [null, new Date(Date.now() + 86_400_000).toISOString()] } },
  { type: "removeUser", reason: "Unfinished", subjectId: crypto.randomUUID(), actorId: crypto.randomUUID() },
] as const;

const FACTOR = {
  ...{ userId: "3", version: 1, enabledAt: new Date(), totpSecret: "sealed", totpStep: 0 },
  ...{ recoveryCodes: "one two three", devices: null },
};

/** Where the pages are looked at. */
const WINDOWS = (isNightly ? ["en", "de", "ar", "ja"] : ["de", "ar"]).flatMap((locale) => [
  {
    locale,
    colorScheme: "light",
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  } as const,
  {
    locale,
    colorScheme: locale === "de" ? "dark" : "light",
    viewport: { width: 1280, height: 900 },
  } as const,
]);

await testInBrowser("how the pages for staff look", (browser, test) => {
  /** Serves an application in which Grace is signed in at level 2. @returns Its URL, and her session. */
  async function serve() {
    const adapter = Memory();
    for (const user of USERS) {
      const fields = { plan: `pro ${LONG.repeat(4)}`, since: new Date(0), [LONG]: "علي", city: null };
      await adapter.createUser({ ...user, ...fields, emailVerified: user.id === "2" ? null : new Date(0) });
    }
    const token = `${"x".repeat(43)}.${Math.floor(Date.now() / 1000).toString(36)}~2.pwd.otp.mfa`;
    const expires = new Date(Date.now() + 86_400_000);
    await adapter.createSession({ sessionToken: await hashToken(token), userId: "1", expires });
    for (const [index, device] of ["Safari on iPhone", "Firefox on Windows", null].entries()) {
      const now = new Date();
      await adapter.createSession({
        ...{ sessionToken: `${index}`, userId: "3", expires, device, createdAt: now, usedAt: now },
      });
    }
    const account = { userId: "3", provider: "github", type: "oauth", createdAt: new Date(0) } as const;
    await adapter.linkAccount({ ...account, providerAccountId: "3", label: `${LONG}@${LONG}.example` });
    await adapter.rows.store("secondFactors", FACTOR, null);
    for (const [index, type] of ["signIn", "signInFailure", "secondFactorReset"].entries()) {
      const reason = type === "signInFailure" ? "CredentialsSignin" : null;
      const row = { ...HAPPENED, ...OWN_ACTIVITY, id: `${index}`, type, reason };
      await adapter.rows.count("activities", row, new Date());
    }
    for (const [index, fields] of STAFF_ROWS.entries()) {
      await adapter.rows.store("activities", { ...HAPPENED, ...STAFF_ROW, ...fields, id: `${index}` });
    }
    await adapter.rows.store("bans", {
      ...{ userId: "4", version: 1, bannedAt: new Date(), until: null, bannedBy: "3" },
      reason: `Spam. ${LONG} <script>alert(1)</script>`,
    }, null);
    const config = {
      adapter,
      features: [
        Administration({
          isAdmin: ({ email }) => email === "grace@acme.example",
          pages: { fields: ["plan", "since", LONG, "city"] },
        }),
        ActivityLog(),
        SecondFactor(),
      ],
      languages: all,
      limits: false,
      providers: [
        Email({ sendVerificationRequest() {} }),
        GitHub({ clientId: "id", clientSecret: "secret" }),
        Passkey(),
        Password(),
      ],
      secret: "a-secret-of-more-than-thirty-two-characters",
      trustHost: true,
      logger: { error() {}, warn() {} },
    } as const;
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (request) =>
        new URL(request.url).pathname === "/favicon.ico"
          ? new Response(null, { status: 204 })
          : Auth(request, config),
    );
    const url = `http://localhost:${server.addr.port}`;
    return { url, cookie: { name: "latchkey.session-token", value: token, url } };
  }

  for (const { locale, ...options } of WINDOWS) {
    const { width } = options.viewport;
    test(`the pages for staff have nothing that sticks out, and pass axe-core: ${locale}, ${width}`, async () => {
      const { url, cookie } = await serve();
      const { open, leave } = await visit(browser, { locale, ...options });
      const page = await open("about:blank");
      await page.context().addCookies([cookie]);
      const pages = {
        list: "",
        nobody: "?search=nobody",
        taken: "?error=AddressTaken",
        user: "?user=3&done=endSession",
        banned: "?user=4",
        invalid: "?user=2&error=InvalidBan",
        removal: "?user=3&confirm=removeUser",
        own: "?user=1",
        log: "?view=log",
        logOfUser: "?view=log&user=3",
      };
      for (const [name, query] of Object.entries(pages)) {
        await page.goto(`${url}/auth/admin${query}`);
        assert.equal(new URL(page.url()).pathname, "/auth/admin");
        await inspect(page, `administration-${name}-${locale}-${width}`);
      }
      await leave();
    });
  }

  test("a question has the focus in its first field, keeps it, and gives it back", async () => {
    const { url, cookie } = await serve();
    const { open, leave } = await visit(browser, { viewport: { width: 1280, height: 900 } });
    const page = await open("about:blank");
    await page.context().addCookies([cookie]);
    await page.goto(`${url}/auth/admin?user=3`);
    const focused = () => page.evaluate("document.activeElement.id || document.activeElement.textContent");
    for (const [id, first] of Object.entries({ "act-as": "act-reason", "ban-user": "ban-length" })) {
      const opener = page.locator(`[popovertarget=ask-${id}]`).first();
      const text = await opener.textContent();
      await opener.focus();
      await page.keyboard.press("Enter");
      await page.locator(`#${first}:focus`).waitFor();
      // The event comes later.
      await page.locator("main [inert]").first().waitFor({ state: "attached" });
      const seen = new Set<unknown>();
      for (let step = 0; step < 12; step++) {
        await page.keyboard.press("Tab");
        seen.add(
          await page.evaluate(
            `document.activeElement.closest(".ask")?.id ?? document.activeElement.href ?? document.activeElement.tagName`,
          ),
        );
      }
      assert.deepEqual(
        [...seen].toSorted(),
        ["BODY", `ask-${id}`],
        "the bar of the browser, and the question",
      );
      assert.equal(await page.locator("#ban-until").isVisible(), false);
      await page.locator(`#${first}`).focus();
      await page.keyboard.press("Escape");
      assert.equal(await focused(), text);
    }
    await page.goto(`${url}/auth/admin?user=3&done=banUser&ui_locales=en`);
    const message = page.getByRole("status").filter({ hasText: "The user is banned" });
    await message.waitFor();
    assert.equal(page.url(), `${url}/auth/admin?user=3&ui_locales=en`);
    await page.reload();
    assert.equal(await message.count(), 0, "a reload doesn't say it again");
    await page.locator("[popovertarget=ask-ban-user]").first().click();
    await page.locator("#ban-length").selectOption("date");
    assert.ok(await page.locator("#ban-until").isVisible());
    await leave();
  });
  return Promise.resolve();
});
