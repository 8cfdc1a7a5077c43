import assert from "node:assert/strict";
import { test } from "node:test";
import { openAccount } from "./_account_page.ts";
import { seenCalls } from "./_database.ts";
import { APP } from "./_world.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { chosen } from "../_short.ts";

/** Answers the callbacks of two tabs. What the browser sends with the second is that of before the first. */
const TABS = {
  "at once": (fetch: (url: string) => Promise<Response>, urls: string[]) => Promise.all(urls.map(fetch)),
  "one after the other": async (
    fetch: (url: string) => Promise<Response>,
    urls: string[],
    late: typeof fetch,
  ) => {
    const second = late(urls[1]!);
    return [await fetch(urls[0]!), await second];
  },
};

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [how, answer] of Object.entries(TABS)) {
    test(`two accounts that a user adds in two tabs ${how} make no second user, with ${strategy} (AL-07)`, async () => {
      const world = await openAccount({ session: { strategy } });
      const [ada] = await world.db.users();
      const urls: string[] = [];
      for (const sub of ["one", "two"]) {
        world.idp.login({ sub, name: sub, email: `${sub}@other.example` });
        const begun = await world.post("signin/other", { link: "true", callbackUrl: "/home" });
        const back = await world.idp.fetch(begun.headers.get("location")!, { redirect: "manual" });
        urls.push(back.headers.get("location")!);
      }
      const site = world.platform.sites[APP]!;
      const fetch = (url: string) => world.browser.fetch(url, { redirect: "manual" });
      const late = async (url: string) => {
        let first = () => {};
        const done = new Promise<void>((resolve) => first = resolve);
        world.platform.sites[APP] = async (request) => {
          if (request.url === url) await done;
          const response = await site(request);
          first();
          return response;
        };
        return await fetch(url);
      };
      const answers = await answer(fetch, urls, late);
      const places = answers.map((each) => new URL(each.headers.get("location")!, APP));
      assert.deepEqual((await world.db.users()).map(({ id }) => id), [ada!.id], world.log());
      const owned = (await world.db.accounts()).filter((text) => text.startsWith("other/"));
      assert.ok(owned.length > 0 && owned.every((text) => text.endsWith(ada!.id)), owned.join());
      // Who was too late is told, and goes on as who they are.
      const refused = places.filter(({ searchParams }) => searchParams.has("error"));
      assert.ok(owned.length + refused.length >= 2, places.join());
      for (const { searchParams } of refused) {
        assert.match(searchParams.get("error")!, /^(?:SessionNotFresh|UserChanged)$/);
        assert.equal(searchParams.get("callbackUrl"), `${APP}/home`);
      }
    });
  }

  test(`a user who is deleted while an account is added to them gets no second one, with ${strategy} (AL-07)`, async () => {
    let isDone = false;
    for (let at = 1; !isDone; at++) {
      const memory = Memory();
      let calls = -Infinity;
      const adapter = seenCalls(memory, async (_, run) => {
        if (++calls === at) await memory.deleteUser(ada!.id);
        return await run();
      });
      const world = await openAccount({ session: { strategy }, adapter });
      const [ada] = await world.db.users();
      world.idp.login({ sub: "work", name: "Ada at work", email: "ada@work.example" });
      const begun = await world.post("signin/other", { link: "true", callbackUrl: "/settings" });
      const { headers } = await world.idp.fetch(begun.headers.get("location")!, { redirect: "manual" });
      calls = 0;
      await world.browser.fetch(headers.get("location")!, { redirect: "manual" });
      isDone = calls < at;
      calls = -Infinity;
      const users = await world.db.users();
      assert.deepEqual(users.map(({ id }) => id), isDone ? [ada!.id] : [], `at call ${at}: ${world.log()}`);
      if (isDone) assert.ok(at > 5, `${at}`);
    }
  });
}
