/**
 * The pages of `Administration()` for staff: what they show, what their forms do, and who gets in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import type { Page } from "../../src/testing/mod.ts";
import { STORES } from "./_account_page.ts";
import { GRACE, openAdministration } from "./_administration.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { change, DAY, LIST, openPages, read } from "./_staff_pages.ts";
import { APP, cookieHeader } from "./_world.ts";

/** An empty log of staff. */
const NONE = { actions: [], next: null };

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(`Staff pages through the list of users, searches it, and creates one, ${how}`, async () => {
    const { grace, administration, ...world } = await openPages({ adapter: await adapter() });
    for (let index = 0; index < 23; index++) {
      await administration.createUser({ email: `user-${index}@example.com`, name: `User ${index}` });
    }
    const rowsIn = ({ html }: Page) => [...html.matchAll(/\?user=([^"&]+)/g)].map(([, id]) => id!);
    const list = await grace.open(LIST);
    assert.equal(list.headers.get("x-frame-options"), "DENY");
    assert.match(list.headers.get("content-security-policy")!, /frame-ancestors 'none'/);
    assert.match(list.headers.get("cache-control")!, /no-store/);
    const last = await list.follow("Next page");
    assert.deepEqual([rowsIn(list).length, rowsIn(last).length], [20, 5]);
    assert.equal(new Set([...rowsIn(list), ...rowsIn(last)]).size, 25);
    assert.doesNotMatch(last.text, /Next page/);
    assert.deepEqual(rowsIn(await last.follow("First page")), rowsIn(list));
    const found = await list.submit("Search", { search: "LOVE" });
    assert.match(found.text, /No users found\./);
    const one = await found.submit("Search", { search: "ada@" });
    assert.equal(rowsIn(one).length, 1);
    assert.equal(new URL((await one.follow(ADA)).url).searchParams.get("user"), rowsIn(one)[0]);
    const again = await list.submit("Create a user", { name: "Charles", email: ADA });
    assert.match(again.text, /Another user has this address/, world.log());
    assert.match(again.html, /value="Charles"/, "what was typed is kept");
    assert.doesNotMatch(again.url, /Charles|ada/);
    const long = await list.submit("Create a user", { name: "x".repeat(1025), email: "charles@example.com" });
    assert.match(
      long.html,
      /value="x{1025}"[^<]*aria-invalid[^]*That name is too long[^]*charles@example\.com/,
    );
    const page = await again.submit("Create a user", { email: "charles@example.com" });
    assert.match(page.text, /The user was created\. Charles Not confirmed .*charles@example\.com/);
    assert.doesNotMatch((await grace.open(LIST)).html, /value="Charles"/);
  });
}

testForms("Staff bans a user, ends sessions, mails a link, and removes them after a question", async () => {
  const { grace, ada, administration, pageOf, ...world } = await openPages({
    features: [ActivityLog(), AccountDeletion({ erase() {} })],
  });
  const other = world.visitor();
  await world.enter(GOOD, other);
  const page = await grace.open(pageOf(ada));
  assert.match(page.text, /Ways to sign in.*Password Added.*Recent activity Signed in/, world.log());
  assert.equal((await administration.listSessions(ada))!.length, 2);
  const named = await page.submit("Save", { name: " Ada L. " });
  assert.match(named.text, /The name was saved\. Ada L\. Rename/);
  assert.equal((await administration.getUser(ada))!.user.name, "Ada L.");
  assert.deepEqual((await change(grace, { action: "updateUser", user: ada }))[2], "updateUser");
  assert.equal((await administration.getUser(ada))!.user.name, "Ada L.", "a form without the name");
  const long = await named.submit("Save", { name: "y".repeat(1025) });
  assert.match(long.html, /value="y{1025}" maxlength="1024"[^<]*aria-invalid[^]*>That name is too long/);
  assert.equal((await administration.getUser(ada))!.user.name, "Ada L.", "a name that is too long");
  assert.match((await named.submit("Save", { name: "" })).text, /The name was saved\. ada@example\.com/);
  const ended = await page.submit("Sign out");
  assert.match(ended.text, /That browser was signed out\./);
  assert.equal((await administration.listSessions(ada))!.length, 1);
  assert.match((await ended.submit("Sign out everywhere")).text, /signed out everywhere\./);
  assert.deepEqual(await administration.listSessions(ada), []);
  assert.match(page.html, /name="until"[^>]*"ban-until-note"[^]*"ban-until-note">[^<]*0:00 UTC/);
  const wrong = await page.submit("Ban this user", {
    length: "date",
    until: "2001-01-01",
    reason: "<b>Spam",
  });
  assert.match(wrong.text, /The ban can't end then/);
  assert.match(wrong.html, /value="[^"<>]+Spam"/, "what was typed is kept");
  assert.deepEqual(wrong.html.match(/id="ban-[^>]*autofocus/g)?.map((field) => field.slice(4, 13)), [
    "ban-until",
  ]);
  const banned = await wrong.submit("Ban this user", { length: "week", until: "" });
  assert.match(banned.text, /The user is banned.*By grace@example\.com Reason <b>Spam/);
  const list = await (await grace.open(LIST)).follow("Banned");
  assert.match(list.text, /ada@example\.com Banned .*Export/);
  assert.match(list.html, /aria-current="page">Banned</);
  assert.doesNotMatch(list.text, /grace@/);
  assert.match((await list.submit("Search", { search: "grace@" })).text, /No users found\./);
  assert.match(await grace.fetch(`${LIST}?as=csv&banned=true`).then((file) => file.text()), /ada@[^]*Spam/);
  assert.match((await list.follow("All users")).text, /grace@/);
  const { ban } = (await administration.getUser(ada))!;
  assert.equal(Date.parse(ban!.until!), Date.parse(ban!.bannedAt) + 7 * DAY * 1000);
  assert.match((await world.enter(GOOD)).url, /AccessDenied/);
  world.platform.tick(1);
  const changed = await banned.submit("Change the ban", { length: "", until: "", reason: "Worse" });
  assert.match(
    changed.text,
    /The user is banned.*For good · By grace@example\.com Reason Worse/,
    world.log(),
  );
  assert.match((await banned.submit("Change the ban")).text, /already banned/, "it's another one by now");
  const free = await banned.submit("Lift the ban");
  assert.match((await changed.submit("Change the ban")).text, /isn't banned any more/);
  const sent = await free.submit("Email a password reset link");
  assert.match(sent.text, /The email was sent\./, world.log());
  const mail = world.mails.at(-1)!;
  assert.deepEqual([mail.purpose, mail.identifier, mail.code], ["reset", ADA, undefined]);
  assert.ok(!grace.cookies(APP).some(({ name }) => name.endsWith("latchkey.mail")), "staff holds no proof");
  const chosen = await (await world.visitor().open(mail.url)).submit("/auth/callback/password", {
    password: BETTER,
  });
  assert.equal(chosen.url, APP + "/", world.log());
  const question = await sent.follow("Remove this user");
  assert.ok(await administration.getUser(ada), "a link removes no one");
  assert.match(question.text, /Remove ada@example\.com \?.*This deletes everything/);
  assert.equal((await question.follow("Cancel")).url, pageOf(ada));
  const removed = await question.submit("Remove this user");
  assert.match(removed.text, /Users The user was removed\./);
  assert.equal(await administration.getUser(ada), null);
  assert.match((await grace.open(pageOf(ada))).text, /That no longer exists\./);
});

testForms(
  "Sessions in tokens are not listed, and end together; a picture of the own site is shown",
  async () => {
    const session = { strategy: "jwt", revocationDelay: 0 } as const;
    const { grace, ada, administration, pageOf, ...world } = await openPages({ session });
    const visitor = world.visitor();
    await world.enter(GOOD, visitor);
    await administration.updateUser(ada, { name: "Ada", image: "/pictures/ada.png" });
    const page = await grace.open(pageOf(ada));
    assert.match(page.text, /Where they're signed in Sign out everywhere .*This site can't list sessions\./);
    assert.match(page.html, /<img src="\/pictures\/ada\.png" alt=""/);
    assert.match((await page.submit("Sign out everywhere")).text, /The user is signed out everywhere\./);
    assert.equal(await world.sessionIn(visitor), null);
  },
);

testForms("The pages ask as the functions do: session, rights, level and age (ADM-10)", async () => {
  const { grace, ada, admins, pageOf, platform, administration, ...world } = await openPages();
  const user = world.visitor();
  await world.enter(GOOD, user);
  for (const url of [LIST, pageOf(ada), `${LIST}?as=csv`]) {
    const signIn = new URL((await world.visitor().open(url)).url);
    assert.deepEqual([signIn.pathname, signIn.searchParams.get("callbackUrl")], ["/auth/signin", url]);
    const refused = await user.open(url);
    assert.deepEqual([refused.status, new URL(refused.url).pathname], [403, "/auth/error"]);
    assert.deepEqual(await read(world.visitor(), url), [401, { error: "SessionRequired" }]);
    assert.deepEqual(await read(user, url), [403, { error: "AccessDenied" }]);
  }
  for (
    const action of ["banUser", "removeUser", "unbanUser", "endSessions", "createUser", "sendPasswordReset"]
  ) {
    const fields = { action, user: ada, email: "x@example.com" };
    assert.deepEqual(await change(user, fields), [303, "/auth/admin", "AccessDenied"], action);
    assert.deepEqual(await change(world.visitor(), fields), [303, "/auth/signin", "SessionRequired"], action);
  }
  platform.tick(2 * DAY);
  const page = await grace.open(pageOf(ada));
  assert.equal(page.status, 200, "to look needs no fresh session");
  const proof = await page.submit("Ban this user", { reason: "Spam" });
  assert.match(proof.url, /\/auth\/signin\?.*SessionNotFresh/);
  assert.equal((await administration.getUser(ada))!.ban, null);
  const kept = await proof.submit("/auth/callback/password", { email: GRACE, password: GOOD });
  assert.match(kept.url, /\/auth\/kept-form/, world.log());
  assert.match(kept.text, /Ban this user – .ada@example\.com.: .Spam/);
  assert.match((await kept.submit("/auth/admin")).text, /The user is banned/);
  assert.equal((await administration.getUser(ada))!.ban!.reason, "Spam");
  const shown = await grace.open(pageOf(ada));
  admins.delete(GRACE);
  assert.equal((await grace.open(LIST)).status, 403, "no longer one");
  const late = await shown.submit("Save", { name: "Eve" });
  assert.equal(late.status, 403);
  assert.match(late.text, /You don't have access Nothing was changed\. Use another account, or ask/);
  assert.equal((await administration.getUser(ada))!.user.name ?? null, null);
});

testForms(
  "A GET or a form of elsewhere changes nothing, nor a form shown to another user (ADM-11)",
  async () => {
    const { grace, ada, admins, pageOf, administration, ...world } = await openPages();
    const forms = [
      `${pageOf(ada)}&action=banUser`,
      `${pageOf(ada)}&confirm=removeUser&action=removeUser`,
      `${LIST}?action=createUser&email=x%40example.com`,
    ];
    for (const url of forms) assert.equal((await grace.open(url)).status, 200);
    const body = new URLSearchParams({ action: "banUser", user: ada });
    const bare = await grace.fetch(LIST, { method: "POST", body, redirect: "manual" });
    assert.match(bare.headers.get("location")!, /\/auth\/admin\?.*error=MissingCSRF/);
    assert.match((await grace.open(bare.headers.get("location")!)).text, /This page was open too long/);
    const page = await grace.open(pageOf(ada));
    // Another tab signs an administrator in who did not see this page.
    admins.add("hedy@example.com");
    await world.join("hedy@example.com", grace);
    const other = await page.submit("Ban this user");
    assert.match(other.text, /You're signed in as someone else now\./, world.log());
    assert.equal((await administration.getUser(ada))!.ban, null);
    const csrf = /name="csrfToken" value="(\w+)"/.exec((await grace.open(pageOf(ada))).html)![1]!;
    for (const fields of [{ callbackUrl: "https://evil.example/" }, { callbackUrl: "javascript:alert(1)" }]) {
      const answer = await grace.fetch(LIST, {
        ...{ method: "POST", redirect: "manual" as const },
        body: new URLSearchParams({ csrfToken: csrf, action: "endSessions", user: ada, ...fields }),
      });
      assert.ok(answer.headers.get("location")!.startsWith(`${APP}/`), "open redirect");
    }
    for (const odd of ["\0", "[object Object]", "x".repeat(5000), "__proto__", "%00"]) {
      assert.match((await grace.open(pageOf(encodeURIComponent(odd)))).text, /That no longer exists\./, odd);
      assert.equal((await change(grace, { action: "banUser", user: odd }))[2], "NotFound", odd);
    }
    const unknown = await send(grace, "admin", { action: "constructor", user: ada });
    assert.equal(unknown.status, 400);
  },
);

testForms("Buttons that somebody may not use are absent, and their forms refused (ADM-12)", async () => {
  const SUPPORT = "support@example.com";
  const { grace, ada, pageOf, administration, ...world } = await openPages({
    may: ({ staff, isAdmin, action, user }) =>
      isAdmin ||
      staff.email === SUPPORT && (action === "listUsers" || action === "getUser" && user?.email === ADA),
  });
  const self = (await world.db.adapter.getUserByEmail(GRACE))!.id;
  const own = await grace.open(pageOf(self));
  assert.match(own.text, /Site administrator That's you/);
  assert.doesNotMatch(own.text, /Ban this user|Remove this user/);
  for (const action of ["banUser", "removeUser"]) {
    assert.equal((await change(grace, { action, user: self }))[2], "AccessDenied", action);
  }
  assert.match(
    (await grace.open(`${pageOf(self)}&error=AccessDenied`)).text,
    /You can't do that with this user\. Nothing was changed\. Ask the people/,
  );
  const support = world.visitor();
  await world.join(SUPPORT, support);
  const page = await support.open(pageOf(ada));
  assert.match(page.text, /Ways to sign in/);
  assert.doesNotMatch(page.text, /Ban this|Remove this|Sign out everywhere|Where they're|Email a link/);
  assert.doesNotMatch((await support.open(LIST)).text, /Create a user/);
  assert.equal((await support.open(pageOf(self))).status, 403, "users whom they may not see");
  const refused = await change(support, { action: "endSessions", user: ada });
  assert.deepEqual(refused, [303, "/auth/admin", "AccessDenied"]);
  const [, { may, sessions }] = await read<{ may: string[]; sessions: null }>(support, pageOf(ada));
  assert.deepEqual([may, sessions], [[], null]);
  assert.ok(await administration.getUser(ada));
});

testForms(
  "Names, addresses and reasons are text on the pages, and no formula in the file (ADM-13)",
  async () => {
    const { grace, ada, administration, pageOf, ...world } = await openPages();
    const hostile = [
      '=cmd|"/c calc"!A1',
      "+1",
      "-1",
      "@SUM(1)",
      "\t=1",
      "\r=1",
      "<script>alert(1)</script>",
      "a,b",
    ];
    for (const name of hostile) await administration.createUser({ email: null, name });
    await administration.updateUser(ada, {
      name: '<img src=x onerror="a">',
      image: "https://evil.example/x.png",
    });
    await administration.banUser(ada, { reason: '"><script>alert(2)</script>\n=1' });
    for (const url of [LIST, pageOf(ada), `${LIST}?search=<script>alert(3)</script>`]) {
      const { html, headers } = await grace.open(url);
      assert.doesNotMatch(html, /<script>alert|<img src=x|evil\.example/, url);
      assert.doesNotMatch(headers.get("content-security-policy")!, /evil/);
    }
    const file = await grace.fetch(`${LIST}?as=csv`);
    assert.match(file.headers.get("content-type")!, /^text\/csv/);
    assert.equal(file.headers.get("content-disposition"), 'attachment; filename="users-2030-01-01.csv"');
    assert.match(file.headers.get("cache-control")!, /no-store/);
    const bytes = new Uint8Array(await file.arrayBuffer());
    assert.deepEqual([...bytes.slice(0, 3)], [0xef, 0xbb, 0xbf], "Excel needs the byte order mark");
    const text = new TextDecoder().decode(bytes);
    const [header, ...rows] = text.split("\r\n").filter(Boolean);
    assert.equal(header, "id,name,username,email,email_verified,banned_at,banned_until,banned_by,ban_reason");
    assert.equal(rows.length >= hostile.length + 2, true, text);
    for (const cell of ['\'=cmd|""/c calc""!A1', "'+1", "'-1", "'@SUM(1)", "'\t=1", "'\r=1", "a,b"]) {
      assert.ok(text.includes(`"${cell}"`), cell);
    }
    const found = await (await grace.fetch(`${LIST}?as=csv&search=ada@`)).text();
    assert.equal(found.split("\r\n").filter(Boolean).length, 2, found);
    assert.match(found, /,"""><script>alert\(2\)<\/script>\n=1"\r\n$/);
    const headers = { cookie: cookieHeader(grace), "sec-fetch-site": "cross-site" };
    const foreign = await world.platform.sites[APP]!(new Request(`${LIST}?as=csv`, { headers }));
    assert.match(foreign.headers.get("content-type")!, /^text\/html/, "a link elsewhere begins no download");
  },
);

testForms("The file ends with the rights of the one who gets it (ADM-13)", async () => {
  const { grace, admins, administration } = await openPages();
  for (let index = 0; index < 250; index++) {
    await administration.createUser({ email: null, name: `${index}` });
  }
  const { body } = await grace.fetch(`${LIST}?as=csv`);
  const reader = body!.getReader();
  await reader.read();
  admins.delete(GRACE);
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  });
});

testForms("Who is slower reads that another administrator has done it (ADM-14)", async () => {
  const { grace, ada, administration, pageOf, ...world } = await openPages();
  const page = await grace.open(pageOf(ada));
  await administration.banUser(ada, { reason: "by a colleague" });
  const banned = await page.submit("Ban this user", { reason: "mine" });
  assert.match(banned.text, /This user is already banned\..*by a colleague/, world.log());
  await administration.unbanUser(ada);
  assert.match((await banned.submit("Lift the ban")).text, /This user isn't banned any more\./);
  const question = await grace.open(`${pageOf(ada)}&confirm=removeUser`);
  await administration.removeUser(ada);
  assert.match((await question.submit("Remove this user")).text, /That no longer exists\./);
  assert.match((await page.submit("Sign out everywhere")).text, /That no longer exists\./);
});

testForms(
  "A script reads the pages as JSON, and posts their forms; an own page stands in for them",
  async () => {
    const { grace, ada, administration, pageOf, ...world } = await openPages({ pages: { admin: "/staff" } });
    const [, list] = await read<{ users: unknown[]; next: null; may: string[] }>(
      grace,
      `${LIST}?search=ada@`,
    );
    const shown = JSON.parse(JSON.stringify(await administration.getUser(ada)));
    assert.deepEqual(list, { users: [shown], next: null, may: ["createUser", "listActions"] });
    const [status, user] = await read<Record<string, unknown>>(grace, pageOf(ada));
    const { sessions, ways, may, ...rest } = user as { sessions: unknown[]; ways: unknown[]; may: string[] };
    assert.deepEqual([status, sessions.length], [200, 1]);
    assert.deepEqual(rest, {
      ...shown,
      isAdmin: false,
      secondFactor: null,
      activities: [],
      connections: [],
      actions: NONE,
    });
    assert.deepEqual(ways.map((way) => (way as { type: string }).type), ["email", "password"]);
    assert.deepEqual(may.toSorted(), [
      "actAs",
      ...[
        "banUser",
        "endSession",
        "endSessions",
        "listActions",
        "listSessions",
        "removeUser",
        "sendPasswordReset",
        "updateUser",
      ],
    ]);
    assert.doesNotMatch(JSON.stringify(user), /scrypt|sessionToken|passwordHash/);
    assert.deepEqual(await read(grace, pageOf("nobody")), [404, { error: "NotFound" }]);
    const { csrfToken } = await (await grace.fetch(`${APP}/auth/csrf`)).json();
    const answer = await grace.fetch(LIST, {
      method: "POST",
      headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
      body: JSON.stringify({ csrfToken, action: "banUser", user: ada, until: "2100-01-01" }),
    });
    assert.equal((await answer.json()).url, `${APP}/staff?user=${ada}&done=banUser`, world.log());
    assert.equal((await administration.getUser(ada))!.ban!.until, "2100-01-01T00:00:00.000Z");
    const led = await grace.fetch(`${pageOf(ada)}&done=banUser`, { redirect: "manual" });
    assert.equal(led.headers.get("location"), `${APP}/staff?user=${ada}&done=banUser`);
    const off = openAdministration({ adapter: world.db.adapter });
    assert.equal((await off.browser.fetch(LIST)).status, 404, "without `pages` there are none");
  },
);

testForms(
  "Staff acts as a user from their page, with a reason, and not as an administrator (ADM-16)",
  async () => {
    const world = await openPages();
    const { grace, ada, administration } = world;
    const page = await grace.open(world.pageOf(ada));
    assert.match(page.text, /Act as this user/);
    const refused = await change(grace, { action: "actAs", user: ada, reason: " " });
    assert.deepEqual(refused, [303, "/auth/admin", "InvalidReason"]);
    const begun = await send(grace, "admin", { action: "actAs", user: ada, reason: "Ticket 7" });
    const acting = await grace.open(begun.headers.get("location")!);
    assert.equal(new URL(acting.url).pathname, "/auth/acting");
    assert.match(acting.text, /ada@example\.com sees.*30 minutes.*Stop acting/);
    assert.match(
      acting.html,
      /<a [^>]*href="https:\/\/app\.test\/?"[^>]*>Back to/,
      "it leads on to the application",
    );
    const session = await world.sessionIn<{ act: { email: string } }>(grace);
    assert.deepEqual([session?.user.email, session?.act.email], [ADA, GRACE], world.log());
    const closed = await grace.open(LIST);
    assert.match(closed.url, /\/auth\/acting\?/);
    assert.equal((await closed.submit("/auth/acting")).url, world.pageOf(ada), "back to the user");
    assert.equal((await world.sessionIn(grace))?.user.email, GRACE);
    const user = await administration.createUser({ email: "hal@example.com" });
    world.admins.add("hal@example.com");
    assert.doesNotMatch((await grace.open(world.pageOf(String(user!.id)))).text, /Act as this user/);
    const other = await change(grace, { action: "actAs", user: String(user!.id), reason: "x" });
    assert.deepEqual(other, [303, "/auth/admin", "AccessDenied"]);
  },
);
