/**
 * `SignUp()` with databases that lack a column, or leave something out.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { STORES } from "./_account_page.ts";
import { ADA } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openSignUp, WAYS } from "./_sign_up.ts";
import { APP } from "./_world.ts";

testForms("A database without the column says so, and a field that no profile has does too", async () => {
  const [sql] = Object.entries(STORES).flatMap(([how, open]) => /SQL/i.test(how) ? [open] : []);
  const bare = openSignUp({ fields: ["company"] }, { adapter: await sql!() });
  // Each time: nobody is stored without what is asked, and signed in by the next try.
  for (let tries = 0; tries < 2; tries++) {
    const page = await WAYS["a provider"]!(bare, bare.browser);
    assert.match(
      (await page.submit("/auth/finish-signup", { company: "Ada Ltd" })).url,
      /error=Configuration/,
    );
    assert.equal(await bare.db.adapter.getUserByEmail(ADA), null);
  }
  assert.match(bare.log(), /Cannot store the field "company" of a new user[^]*userFields/);
  const wrong = openSignUp({ fields: ["nickname"] });
  assert.match((await WAYS["a provider"]!(wrong, wrong.browser)).url, /error=Configuration/);
  assert.match(
    wrong.log(),
    /SignUp\(\{ fields \}\)[^]*name only fields that `features` have: name, company, team, born/,
  );
  const fields = { question: { label: "Question", type: "text" } } as const;
  const taken = openSignUp({ fields: ["question"] }, { profile: { fields } });
  assert.match((await WAYS["a provider"]!(taken, taken.browser)).url, /error=Configuration/);
  assert.match(taken.log(), /choose another name in `UserProfile\(\{ fields \}\)`/);
});

testForms("A database that leaves out empty fields stores a new user who leaves some empty", async () => {
  const adapter = Memory();
  const { createUserWithAccount } = adapter;
  const full = (row: object) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  const world = openSignUp({ fields: ["company", "team"] }, {
    adapter: {
      ...adapter,
      createUserWithAccount: async (...given) => full(await createUserWithAccount!(...given)) as never,
    },
  });
  const page = await WAYS["a provider"]!(world, world.browser);
  const done = await page.submit("/auth/finish-signup", { company: "Ada Ltd" });
  assert.equal(done.url, `${APP}/home`, world.log());
});

testForms(
  "A form that is sent twice at once doesn't remove the user whom the first one has created",
  async () => {
    const adapter = Memory();
    const { createUserWithAccount } = adapter;
    const world = openSignUp({ fields: ["company", "team"] }, {
      adapter: {
        ...adapter,
        // The other request was faster, and left the team empty.
        async createUserWithAccount({ team: _, ...user }: AdapterUser & { team?: unknown }, account) {
          await createUserWithAccount!({ ...user, id: "1" }, account);
          throw new Error("duplicate key");
        },
      },
    });
    const page = await WAYS["a provider"]!(world, world.browser);
    const done = await page.submit("/auth/finish-signup", { company: "Ada Ltd", team: "red" });
    assert.equal(done.url, `${APP}/home`, world.log());
    assert.equal((await adapter.getUserByEmail(ADA))?.id, "1");
  },
);
