/**
 * An administrator acts as a user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AccessTokens } from "../../src/entries/access_tokens.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { AnonymousUsers } from "../../src/entries/anonymous_users.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { EmailChange } from "../../src/entries/email_change.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { watchGoingOn } from "../../src/platform/going_on.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { type ActingWorld, openActing } from "./_acting.ts";
import { GRACE } from "./_administration.ts";
import { seenCalls } from "./_database.ts";
import { functionsOf, GIVEN, isNothing, PATHS } from "./_everything.ts";
import { isRead } from "./_is_read.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy, revocationDelay: 0 };
  const open = (options: Parameters<typeof openActing>[0] = {}) => openActing({ session, ...options });

  testForms(`An administrator acts as a user, and is themselves again: ${strategy}`, async () => {
    const world = await open();
    const { act, see, graceId } = world;
    const begun = await act();
    assert.deepEqual([begun.value, begun.error], [true, undefined], world.log());
    assert.deepEqual([begun.email, begun.actor], [ADA, { sub: graceId, name: null, email: GRACE }]);
    const seen = await see();
    assert.deepEqual([seen.email, seen.actor?.email], [ADA, GRACE]);
    const shown = await (await world.grace.fetch(`${APP}/auth/session`)).json();
    assert.deepEqual([shown.user.email, shown.act.sub], [ADA, graceId], "browsers see it, too");
    assert.equal((await see(world.adas)).email, ADA, "Ada goes on");
    const stopped = await see(undefined, "administration.stopActing");
    assert.deepEqual([stopped.value, stopped.email, stopped.actor], [true, GRACE, null]);
    assert.equal((await see(undefined, "administration.stopActing")).value, false);
    assert.deepEqual(world.grace.cookies(APP).filter(({ name }) => name.includes("acting")), []);
  });

  testForms(
    `While somebody acts, the library does nothing in the user's name: ${strategy} (ADM-07)`,
    async () => {
      const tokens = { type: "oauth", access_token: "secret", refresh_token: "r" } as const;
      const ended = watchGoingOn();
      const world = await open({
        features: [
          ActivityLog(),
          DataExport(),
          EmailChange(),
          UserProfile(),
          UserNames(),
          AccountDeletion(),
          AccessTokens(),
          AnonymousUsers(),
        ],
      });
      const { ada: userId, see, grace, db } = world;
      await db.adapter.linkAccount({ ...tokens, userId, provider: "idp", providerAccountId: "ada" });
      await world.act();
      db.calls.length = 0;
      const writes = () =>
        db.calls.filter((call) => !isRead(call) && !/attempts|Expired|prolong|VerificationToken/.test(call));
      const names = functionsOf(world.config as AuthConfig);
      assert.ok(names.length > 25, String(names));
      const odd: string[] = [];
      for (
        const name of names.filter((each) => each !== "administration.stopActing")
      ) {
        const params = name.startsWith("administration")
          ? [userId, { reason: "x" }]
          : name === "require"
          ? [{ maxAge: 60 }]
          : [GIVEN];
        const { error, value, email } = await see(grace, name, ...params);
        assert.equal(email, ADA, name);
        // What anyone may begin, for whoever has the mailbox.
        if (["password.signUp", "password.forgot", "signIn"].includes(name)) continue;
        // What answers nothing to a stranger says nothing here.
        if (!["AccessDenied", "SessionRequired"].includes(error ?? "") && !isNothing(value)) {
          odd.push(`${name}: ${error} ${JSON.stringify(value)}`);
        }
      }
      assert.deepEqual(odd, []);
      assert.deepEqual(writes(), []);
      for (const [path, methods] of PATHS) {
        if (["acting", "signout"].includes(path)) continue;
        const before = (await world.session()) && 0;
        assert.equal(before, null);
        if (methods.includes("POST")) {
          const answer = await send(grace, path, { ...GIVEN, link: "true", code: "123456" });
          assert.ok(answer.status < 500, `${path}: ${answer.status} ${world.log()}`);
        }
        const page = await grace.open(`${APP}/auth/${path}?callbackUrl=/home`);
        assert.ok(page.status < 500, `${path}: ${page.status}`);
        assert.ok(
          !page.text.includes(ADA) || /\/auth\/(acting|session)/.test(page.url),
          `${path}: ${page.url} ${page.text}`,
        );
        assert.equal((await see()).email, ADA, path);
      }
      // What fails is written when the answer is gone.
      world.platform.tick(1);
      await ended();
      assert.deepEqual(writes(), []);
    },
  );

  testForms(`It ends with either side, and with its time: ${strategy} (ADM-08, ADM-17)`, async () => {
    const ends: Readonly<Record<string, (world: ActingWorld) => unknown>> = {
      "the user signs out everywhere": ({ administration, ada }) => administration.endSessions(ada),
      "the user ends all other sessions": ({ adas }) => send(adas, "account", { action: "sign-out-others" }),
      "the user is banned": ({ administration, ada }) => administration.banUser(ada),
      "the user is removed": ({ administration, ada }) => administration.removeUser(ada),
      "the user becomes an administrator": ({ admins }) => void admins.add(ADA),
      "the administrator is none any more": ({ admins }) => void admins.delete(GRACE),
      "the time is over": ({ platform }) => platform.tick(1801),
      "the administrator signs out everywhere": ({ administration, graceId }) =>
        administration.endSessions(graceId),
      "the administrator is banned": async ({ administration, admins, graceId }) => {
        admins.delete(GRACE);
        await administration.banUser(graceId);
        admins.add(GRACE);
      },
      "the administrator is removed": async ({ administration, admins, graceId }) => {
        admins.delete(GRACE);
        await administration.removeUser(graceId);
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      const world = await open();
      assert.equal((await world.act()).email, ADA, how);
      await end(world);
      const seen = await world.see();
      assert.deepEqual([seen.email, seen.actor, seen.error], [null, null, undefined], how);
      const page = await world.grace.open(`${APP}/auth/signin?callbackUrl=/home`);
      if (/the administrator (signs|is banned|is removed)/.test(how)) {
        assert.match(page.url, /signin/, how);
        continue;
      }
      // Who has acted learns of it, before anything is shown to them, or sent, as themselves.
      assert.match(page.url, /\/auth\/acting\?/, how);
      assert.match(page.text, /no longer acting.*You'll continue as grace@example\.com/i, how);
      const next = await page.submit("/auth/acting");
      assert.equal(next.url, `${APP}/home`, how);
      assert.equal((await world.see()).email, GRACE, how);
    }
  });

  testForms(`The page says who acts as whom, and ends it: ${strategy}`, async () => {
    const world = await open({ features: [ActivityLog()] });
    await world.act({ reason: "Ticket 7", maxAge: 600 });
    world.platform.tick(61);
    const page = await world.grace.open(`${APP}/auth/account?callbackUrl=/home`);
    assert.match(page.url, /\/auth\/acting\?/);
    assert.doesNotMatch(page.text, /Nothing was changed/, "nothing was to be");
    const form = await send(world.grace, "account", { action: "sign-out-others" });
    const refused = await world.grace.open(form.headers.get("location")!);
    assert.match(refused.url, /\/auth\/acting\?.*error=AccessDenied/);
    assert.match(refused.text, /Nothing was changed\. Try again from your own account\..*Stop acting/);
    assert.match(page.text, /acting as another user.*what ada@example\.com sees.*Time left: 9 minutes/);
    const forged = await world.grace.fetch(`${APP}/auth/acting`, {
      method: "POST",
      body: new URLSearchParams({}),
    });
    assert.match(forged.url, /error|acting/);
    assert.equal((await world.see()).email, ADA, "without its token, the form ends nothing");
    assert.match((await page.submit("Stop acting")).url, /\/home$/);
    assert.equal((await world.see()).email, GRACE);
    assert.match(
      (await world.adas.open(`${APP}/auth/account/devices`)).text,
      /Support at .* used the account/,
    );
    const elsewhere = await world.adas.open(`${APP}/auth/acting?callbackUrl=/home`);
    assert.equal(elsewhere.url, `${APP}/home`, "to everybody else, it leads on");
    const silent = await open({ features: [ActivityLog()], hidesActing: true });
    await silent.act();
    assert.doesNotMatch((await silent.adas.open(`${APP}/auth/account/devices`)).text, /used the account/);
  });

  testForms(`What the browser keeps is of no use elsewhere: ${strategy} (ADM-09)`, async () => {
    const world = await open();
    await world.act();
    const of = (browser: Browser, name: string) =>
      browser.cookies(APP).find((each) => each.name.endsWith(name))!;
    const acting = of(world.grace, "latchkey.acting");
    const set = (browser: Browser, name: string, value: string) =>
      browser.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
    const stranger = world.visitor();
    set(stranger, acting.name, acting.value);
    assert.equal((await world.see(stranger)).session, null, "a thief of this cookie");
    set(stranger, of(world.grace, "session-token").name, acting.value);
    assert.equal((await world.see(stranger)).session, null, "as a session");
    set(world.adas, acting.name, acting.value);
    assert.equal((await world.see(world.adas)).actor, null, "another user");
    world.platform.tick(1);
    await world.enter(GOOD, stranger, GRACE);
    set(stranger, acting.name, acting.value);
    assert.equal((await world.see(stranger)).actor, null, "another session of the administrator");
    // The next one who signs in at this computer.
    await send(world.grace, "signout", {});
    assert.equal((await world.see()).session, null);
    set(world.grace, acting.name, acting.value);
    await world.enter(GOOD, world.grace, ADA);
    const next = await world.see();
    assert.deepEqual([next.email, next.actor], [ADA, null]);
    assert.equal((await world.db.adapter.rows.list("actingSessions", { userId: world.ada })).length, 0);
  });

  testForms(`Who acts, and as whom, is checked: ${strategy} (ADM-16)`, async () => {
    const world = await open({ features: [SecondFactor()] });
    assert.equal((await world.act()).error, "SessionRequired", "level 1");
    const plain = await open({
      may: ({ isAdmin, action, user }) => isAdmin || (action === "actAs" && user?.email === ADA),
    });
    const { see, ada, adas, graceId, administration } = plain;
    const acting = (browser: Browser, id: unknown, terms: unknown = { reason: "x" }) =>
      see(browser, "administration.actAs", id, terms);
    for (const id of [graceId, "nobody", 7, null]) {
      const { error, value, email } = await acting(plain.grace, id);
      assert.deepEqual([error ?? value, email], [id === graceId ? "AccessDenied" : false, GRACE], String(id));
    }
    for (
      const terms of [
        null,
        {},
        "x",
        { reason: " " },
        { reason: "x".repeat(1001) },
        { reason: "x", maxAge: 0 },
        { reason: "x", maxAge: 14_401 },
        { reason: "x", maxAge: "9" },
      ]
    ) {
      assert.equal((await acting(plain.grace, ada, terms)).error, "Configuration", JSON.stringify(terms));
    }
    assert.equal((await acting(adas, ada)).error, "AccessDenied", "as oneself");
    const bob = plain.visitor();
    const bobs = await plain.join("bob@example.com", bob);
    assert.equal((await acting(bob, graceId)).error, "AccessDenied", "`may` opens no administrator");
    assert.equal((await acting(bob, bobs)).error, "AccessDenied");
    assert.equal((await acting(bob, ada)).email, ADA, "and this one to everybody");
    assert.equal((await acting(bob, ada)).error, "SessionRequired", "nobody acts twice");
    plain.platform.tick(3601);
    assert.equal((await acting(plain.grace, ada)).error, "SessionRequired", "a session that isn't fresh");
    await plain.enter(GOOD, plain.grace, GRACE);
    await administration.banUser(ada);
    assert.equal((await acting(plain.grace, ada)).error, "AccessDenied", "a user who is banned");
  });

  testForms(`A ban, a sign-out or a new role while it begins wins: ${strategy} (ADM-08)`, async () => {
    for (const how of ["banUser", "endSessions", "removeUser", "role"] as const) {
      const amid = { run: (): unknown => undefined, at: "" };
      const adapter = seenCalls(Memory(), async (call, run) => {
        if (call === amid.at) {
          amid.at = "";
          await amid.run();
        }
        return await run();
      });
      const world = await open({ adapter });
      Object.assign(amid, {
        at: "store actingSessions",
        run: () => how === "role" ? world.admins.add(ADA) : world.administration[how](world.ada),
      });
      const { error, email } = await world.act();
      assert.ok(["AccessDenied", "UserChanged"].includes(error!), `${how}: ${error}`);
      assert.equal(email, GRACE, how);
      assert.deepEqual(await world.db.adapter.rows.list("actingSessions", { userId: world.ada }), [], how);
    }
  });
}
