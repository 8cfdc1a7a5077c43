/**
 * What somebody has tried with the log of staff, and with data of a sign-in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword } from "../../src/crypto/password.ts";
import { signIn } from "../../src/core/server_action.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { openActing } from "./_acting.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { outside } from "../../src/core/outside.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { GRACE, openAdministration } from "./_administration.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { APP } from "./_world.ts";

const STAFF = "(staff)";

const DATA = { invitedBy: "eve" };

/** Begins a sign-in with data, as a page of the application does. */
async function begin(
  world: ReturnType<typeof openAdministration>,
  browser: Browser,
  email: string,
  data: object = DATA,
  fields = {},
) {
  const { sites } = world.platform;
  const library = sites[APP]!;
  sites[APP] = async (request) => {
    if (new URL(request.url).pathname !== "/begin") return await library(request);
    const { url, cookies } = await signIn(
      { url: request.url, headers: request.headers, method: "POST" },
      { providerId: "email", fields: { email, ...fields }, redirectTo: "/home", data: data as never },
      world.config as AuthConfig,
    );
    const headers = new Headers({ location: url });
    for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
    return new Response(null, { status: 303, headers });
  };
  await browser.open(`${APP}/auth/signin`);
  const page = await browser.open(`${APP}/begin`);
  sites[APP] = library;
  return page;
}

function noted() {
  const seen: unknown[] = [];
  const events = { signIn: ({ data }: { data?: unknown }) => void seen.push(data) };
  return { seen, events };
}

test("A user name hides nobody from a search (ADM-18)", async () => {
  const world = openAdministration({ features: [UserNames()] });
  const { administration } = world;
  const [, eve] = [await world.join(ADA), await world.join("eve@evil.test")];
  const { userNames } = outside(world.config as AuthConfig & { features: [ReturnType<typeof UserNames>] });
  assert.equal((await administration.listUsers({ search: "example" })).users.length, 1);
  await userNames.set(eve, "example");
  const { users } = await administration.listUsers({ search: "example" });
  assert.equal(users.some(({ user }) => user.email === ADA), true, "Ada is hidden");
});

test("A field that is a bigint can be changed (ADM-18)", async () => {
  const world = openAdministration();
  const ada = await world.join();
  await world.administration.updateUser(ada, { credits: 5n });
});

test("Two actions within one millisecond stay in order (ADM-18)", async () => {
  const world = openAdministration();
  const { administration, db } = world;
  await db.adapter.createUser({ id: "1", email: ADA, emailVerified: null, name: null } as AdapterUser);
  const wanted = ["1", "2", "3", "4", "5", "6"];
  for (const reason of wanted) await administration.updateUser("1", { name: reason }, { reason });
  const { actions } = await administration.listActions();
  assert.deepEqual(actions.map(({ reason }) => reason), wanted.toReversed());
});

test("A user whose id is that of the log reads none of it, and writes nothing into it (ADM-18)", async () => {
  const world = openAdministration({ features: [ActivityLog()] });
  const { administration } = world;
  await administration.importUsers([{
    id: STAFF,
    email: ADA,
    emailVerified: true,
    passwordHash: await hashPassword(GOOD),
  }]);
  await administration.updateUser(STAFF, { name: "A" }, { reason: "secret reason" });
  const { activityLog } = outside(
    world.config as AuthConfig & { features: [ReturnType<typeof ActivityLog>] },
  );
  const read = (await activityLog.list(STAFF)).map(({ type }) => type);
  world.platform.tick(1);
  await world.enter(GOOD, world.visitor(), ADA);
  const listed = (await administration.listActions()).actions.map(({ action }) => action);
  assert.deepEqual([read, listed.includes("signIn")], [[], false]);
});

test("The log page says who it was, whatever they call themselves today (ADM-18)", async () => {
  const world = openAdministration({ staffPages: true });
  const [grace, joan] = [world.visitor(), world.visitor()];
  await world.join(GRACE, grace);
  world.admins.add("joan@example.com");
  const joanId = await world.join("joan@example.com", joan);
  const ada = await world.join();
  await world.administration.updateUser(joanId, { name: "Grace" });
  world.platform.tick(1);
  await world.call(joan, "updateUser", ada, { name: "x" });
  const page = await grace.open(`${APP}/auth/admin?view=log&user=${ada}`);
  const text = page.html.replace(/<style[^]*?<\/style>|<script[^]*?<\/script>/g, "").replace(/<[^>]+>/g, " ");
  assert.match(text, /joan@example\.com/, text.slice(-600));
});

test("An actor of no name filters, too (ADM-18)", async () => {
  const world = openAdministration();
  const ada = await world.join();
  await world.administration.updateUser(ada, { name: "A" });
  const { actions } = await world.administration.listActions({ userId: ada, actorId: "\ud800" });
  assert.deepEqual(actions, []);
});

test("A log whose place can't be found out stops nobody (ADM-18)", async () => {
  const world = openAdministration({ location: () => Promise.reject(new Error("no")) } as never);
  const grace = world.visitor();
  await world.join(GRACE, grace);
  const ada = await world.join();
  assert.notEqual(await world.call(grace, "updateUser", ada, { name: "x" }), null);
});

test("An auditor who may only read the log reads no addresses (ADM-18)", async () => {
  const world = openAdministration({
    staffPages: true,
    may: ({ staff, isAdmin, action }) =>
      isAdmin || (staff.email === "joan@example.com" && action === "listActions"),
  });
  const joan = world.visitor();
  await world.join("joan@example.com", joan);
  const ada = await world.join();
  await world.administration.endSessions(ada);
  const page = await joan.open(`${APP}/auth/admin?view=log`);
  assert.equal(page.html.includes("What staff has done"), true);
  assert.equal(page.html.includes(ADA), false);
});

test("Data that the application gives with `again` are those of the sign-in (OA-37)", async () => {
  const { seen, events } = noted();
  const world = openAdministration({ events } as never);
  const browser = world.visitor();
  await begin(world, browser, ADA, { plan: "free" });
  world.platform.tick(31);
  await begin(world, browser, ADA, { plan: "pro" }, { again: "true" });
  await browser.open(world.mails.at(-1)!.url);
  assert.deepEqual(seen.at(-1), { plan: "pro" }, world.log());
});

test("Data are an object, whatever `toJSON` says (OA-37)", async () => {
  const world = openAdministration();
  for (const data of [new Date(0), { toJSON: () => 7 }, { toJSON: () => undefined }, { id: 1n }]) {
    await assert.rejects(
      async () => await begin(world, world.visitor(), ADA, data),
      { type: "Configuration" },
    );
  }
});

test("A browser doesn't take the data off its email (OA-37)", async () => {
  const { seen, events } = noted();
  const world = openAdministration({ events } as never);
  await begin(world, world.visitor(), ADA, { plan: "trial" });
  const link = new URL(world.mails.at(-1)!.url);
  link.searchParams.set("token", link.searchParams.get("token")!.split("~~")[0]!);
  const page = await world.visitor().open(link.href);
  await page.submit("/auth/callback/email").catch(() => {});
  assert.deepEqual(seen.filter((data) => data === undefined), []);
});

test("Nothing in the log runs on a page (ADM-18)", async () => {
  const world = openAdministration({ staffPages: true, location: () => "<script>l()</script>" } as never);
  const grace = world.visitor();
  const graceId = await world.join(GRACE, grace);
  const ada = await world.join();
  const bad = "\u202e<script>alert(1)</script>";
  await world.administration.updateUser(graceId, { name: bad });
  await world.call(grace, "updateUser", ada, { "<script>f()</script>": bad, name: bad }, { reason: bad });
  await world.call(grace, "unbanUser", "<script>u()</script>", { reason: bad });
  for (
    const query of ["view=log", `user=${ada}`, `view=log&user=${encodeURIComponent("<script>u()</script>")}`]
  ) {
    const page = await grace.open(`${APP}/auth/admin?${query}`);
    assert.doesNotMatch(page.html, /<script>[aflu]/, query);
  }
});

test("An administrator who acts begins no sign-in with data for the user (ADM-07)", async () => {
  const { seen, events } = noted();
  const world = await openActing({ events, session: { strategy: "database" } } as never);
  await world.act();
  seen.length = 0;
  const page = await begin(world, world.grace, ADA).catch((error) => error as { url?: string });
  assert.equal(seen.length, 0, String(page.url));
});
