/**
 * Attacks on acting as a user, and what breaks beside it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Auth } from "../../src/core/auth.ts";
import { resolveSession } from "../../src/core/resolve_session.ts";
import { actorOf } from "../../src/entries/administration.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { COOKIE_BUDGET } from "../../src/http/cookie_budget.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { type ActingWorld, openActing } from "./_acting.ts";
import { GRACE } from "./_administration.ts";
import { beside, NUMBERS } from "./_beside.ts";
import { seenCalls } from "./_database.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { APP, cookieHeader, SECRET } from "./_world.ts";

/** What callbacks get. */
type Given = Readonly<Record<string, { readonly user?: { readonly email: string } }>>;

const rowsOf = ({ db, ada: userId }: ActingWorld) => db.adapter.rows.list("actingSessions", { userId });
const cookieOf = ({ grace }: ActingWorld) => grace.cookies(APP).find(({ name }) => name.endsWith("acting"))!;
/** Who reads a page with these cookies, and with changes in the config. */
async function reader({ config }: ActingWorld, cookie: string, changed: object = {}) {
  const request = new Request(`${APP}/page`, { headers: { cookie } });
  const { session } = await resolveSession(request, { ...config, ...changed } as AuthConfig);
  return (session as { user: { email: string } } | null)?.user.email ?? null;
}

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy, revocationDelay: 0 };
  const open = (options: Parameters<typeof openActing>[0] = {}) => openActing({ session, ...options });
  const attack = (name: string, run: () => Promise<void>) => testForms(`${name}: ${strategy}`, run);

  attack("With ids that are numbers, an administrator acts", async () => {
    assert.equal((await (await open({ adapter: beside(NUMBERS) })).act()).email, ADA);
  });

  attack("A callback that fails once makes no administrator of who acts (ADM-17)", async () => {
    let fails = 0;
    const flaky = ({ session }: Given) => {
      if (session!.user!.email === GRACE && fails-- > 0) throw new Error("the roles are away");
      return session!;
    };
    const world = await open({ callbacks: { session: flaky } });
    await world.act();
    fails = 1;
    assert.notEqual((await world.see()).email, GRACE, "reads");
    fails = 1;
    assert.ok((await world.see(undefined, "update", {})).error, "the library serves her");
  });

  attack("A ban that cannot end it does not say that it has (ADM-08)", async () => {
    for (const fails of ["list actingSessions", "remove actingSessions"]) {
      let isLocked = false;
      const adapter = seenCalls(Memory(), async (call, run) => {
        if (isLocked && call === fails) throw new Error("the table is locked");
        return await run();
      });
      const world = await open({ adapter });
      await world.act();
      isLocked = true;
      const result = await world.administration.banUser(world.ada).catch(() => "failed");
      isLocked = false;
      assert.ok(result === "failed" || (await world.see()).email === null, `${fails}: ${result}`);
    }
  });

  attack("Acting that begins while all sessions of the user end, ends (ADM-08)", async () => {
    let begin: (() => Promise<unknown>) | undefined;
    const adapter = seenCalls(Memory(), async (call, run) => {
      const result = await run();
      const now = call === "list actingSessions" ? begin : undefined;
      begin = now ? undefined : begin;
      await now?.();
      return result;
    });
    const world = await open({ adapter });
    begin = world.act;
    await world.administration.endSessions(world.ada);
    assert.notEqual((await world.see()).email, ADA);
  });

  attack("A new password ends it, also set in an application without it (ADM-08)", async () => {
    const world = await open();
    await world.act();
    const { sites } = world.platform;
    const staffs = sites[APP]!;
    const features = (world.config as AuthConfig).features!.filter(({ name }) => name !== "administration");
    sites[APP] = (request) => Auth(request, { ...world.config, features } as AuthConfig);
    await world.forget(world.visitor());
    const page = await world.visitor().open(world.mails.at(-1)!.url);
    await page.submit("/auth/callback/password", { password: BETTER });
    sites[APP] = staffs;
    assert.equal((await world.see()).email, null);
  });

  attack("`auth()` knows in the same request, where that prolongs the session, too", async () => {
    const world = await open({ session: { ...session, updateAge: 1 } });
    const { sites } = world.platform;
    const staffs = sites[APP]!;
    const handler = fetchHandler(world.config as AuthConfig, async ({ url }, auth) => {
      // deno-lint-ignore no-explicit-any -- the name is in the URL.
      await (auth as any).administration[url.split("?")[1]!](world.ada, { reason: "x" });
      return Response.json(actorOf(await auth()));
    }, {});
    sites[APP] = async (request) => await (request.url.includes("?") ? handler(request) : staffs(request));
    for (const name of ["actAs", "stopActing"]) {
      world.platform.tick(5);
      const actor = await (await world.grace.fetch(`${APP}/try?${name}`, { method: "POST" })).json();
      assert.equal(actor !== null, name === "actAs", name);
    }
  });

  attack("It goes on when a secret is added", async () => {
    const world = await open();
    await world.act();
    const [sent, later] = [cookieHeader(world.grace), "another-secret-of-forty-characters-000001"];
    assert.equal(await reader(world, sent, { secret: [later, SECRET] }), ADA, "a secret is added");
  });

  attack("`hidesActing` hides it in the file of the user, too", async () => {
    const world = await open({ features: [DataExport()], hidesActing: true });
    await world.act();
    const file = await send(world.adas, "account", { action: "download-data" });
    assert.doesNotMatch(await file.text(), /beganAt/);
  });

  attack("Whatever call of the database fails, nobody is who they are not", async () => {
    const world = await open();
    await world.act();
    const cookie = cookieHeader(world.grace);
    world.db.calls.length = 0;
    assert.equal(await reader(world, cookie), ADA);
    for (const [call, name] of [...world.db.calls].entries()) {
      world.db.calls.length = 0;
      world.db.fault = { call, moment: "before" };
      const seen = await reader(world, cookie).catch(({ type }) => type);
      world.db.fault = null;
      assert.ok(seen === "AdapterError" || seen === ADA, `${name}: ${seen}`);
    }
  });

  attack("Two at once, a copy of the cookies, sign-ins in this browser, a new password", async () => {
    const world = await open();
    const { csrfToken } = await (await world.grace.fetch(`${APP}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken, link: "true" });
    const init = { method: "POST", redirect: "manual", body } as const;
    const begun = await world.grace.fetch(`${APP}/auth/signin/idp`, init);
    await Promise.all([world.act(), world.act(), world.see()]);
    assert.equal((await world.see()).email, ADA);
    assert.match((await world.grace.open(begun.headers.get("location")!)).url, /\/auth\/acting\?/);
    assert.deepEqual(await world.db.accounts(), [], "no account is added to either");
    const copy = cookieHeader(world.grace);
    await world.see(undefined, "administration.stopActing");
    assert.equal(await reader(world, copy), null);
    await world.act();
    const page = await world.adas.open(`${APP}/auth/password`);
    await page.submit("/auth/password", { current: GOOD, password: BETTER });
    assert.equal((await world.see()).email, null);
  });
}

const inTokens = (callbacks?: object, more: object = {}) =>
  openActing({ session: { strategy: "jwt", revocationDelay: 0, ...more }, ...callbacks && { callbacks } });

testForms("Large tokens: what no request could hold is refused, and leaves no row", async () => {
  for (const kilobytes of [1, 3, 6, 8]) {
    const big = "x".repeat(kilobytes * 1000);
    const world = await inTokens({ jwt: ({ token }: Given) => ({ ...token, big }) });
    const { error, email } = await world.act();
    if (email === ADA) assert.ok(cookieHeader(world.grace).length <= COOKIE_BUDGET, `${kilobytes} kB: 431`);
    else assert.deepEqual([await rowsOf(world), /TypeError/.test(error!)], [[], false], `${kilobytes} kB`);
  }
});

testForms("What `callbacks.jwt` renews for the administrator is not lost", async () => {
  let [newest, isDue] = [0, false];
  const jwt = ({ token }: { token: { email?: string; refresh?: number } }) => {
    const { email, refresh = newest } = token;
    if (email !== GRACE || !isDue) return { ...token, refresh };
    assert.equal(refresh, newest, "this refresh token was used before");
    isDue = false;
    return { ...token, refresh: ++newest };
  };
  const world = await inTokens({ jwt });
  await world.act();
  isDue = true;
  await world.grace.open(`${APP}/auth/account`);
  isDue = true;
  assert.equal((await world.see()).email, ADA);
});

testForms("The administrator's session in a token is prolonged while they act", async () => {
  const world = await inTokens(undefined, { maxAge: 900 });
  await world.act();
  for (let minute = 0; minute < 20; minute++, world.platform.tick(60)) {
    assert.equal((await world.see()).email, ADA, `after ${minute} minutes`);
  }
});

testForms("A session whose token changes each time says when it ends", async () => {
  let count = 0;
  const world = await inTokens({ jwt: ({ token }: Given) => ({ ...token, count: ++count }) });
  await world.act();
  assert.ok(Date.parse(String((await world.see()).session?.expires)) > world.platform.now());
});

testForms("Who signs in after the administrator learns nothing from the page (ADM-09)", async () => {
  const world = await inTokens();
  await world.act();
  const { name, value } = cookieOf(world);
  world.adas.setCookie(APP, `${name}=${value}; Path=/; Secure; HttpOnly`);
  assert.doesNotMatch((await world.adas.open(`${APP}/auth/acting?callbackUrl=/home`)).text, /acting as/);
});
