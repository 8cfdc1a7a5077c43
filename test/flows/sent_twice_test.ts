import assert from "node:assert/strict";
import { testForms } from "./_password_forms.ts";
import type { World } from "./_world.ts";
import { APP } from "./_world.ts";
import { codesIn, openFactors, openSetup, secretIn } from "./_second_factor.ts";
import { chosen } from "../_short.ts";

/** Sends the next form twice, as a double click without a script does: the browser gets the second answer only. */
function doubleClick({ sites }: World["platform"]): void {
  const site = sites[APP]!;
  sites[APP] = async (request) => {
    if (request.method !== "POST") return await site(request);
    sites[APP] = site;
    await site(request.clone());
    return await site(request);
  };
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  testForms(
    `a set-up that is sent twice costs a sign-in and the codes that were not seen, which are made anew, with ${strategy} (KL-34)`,
    async () => {
      const world = openFactors({ url: APP, session: { strategy } });
      await world.register();
      const shown = await openSetup(world);
      const secret = secretIn(shown);
      doubleClick(world.platform);
      const done = await shown.submit("/auth/second-factor-setup", { code: world.code({ secret }) });
      assert.deepEqual(codesIn(done), []);
      world.platform.tick(30);
      if (await world.session()) await world.signOut();
      await world.answer(await world.enter(), { code: world.code({ secret }) });
      assert.ok(await world.session(), `${done.url} ${world.log()}`);
      const account = await world.browser.open(`${APP}/auth/account`);
      const anew = await account.submit("/auth/second-factor-setup", { action: "codes" });
      assert.equal(codesIn(anew).length, 10, anew.text);
    },
  );

  testForms(
    `a recovery code that is sent twice is spent, and the next one signs in, with ${strategy} (KL-34)`,
    async () => {
      const world = openFactors({ url: APP, session: { strategy } });
      const { codes: [first = "", second = ""] } = await world.registerWithFactor();
      const page = await world.enter();
      doubleClick(world.platform);
      await world.answer(page, { recoveryCode: first });
      assert.equal(await world.session(), null);
      await world.answer(await world.enter(), { recoveryCode: second });
      assert.ok(await world.session(), world.log());
    },
  );
}
