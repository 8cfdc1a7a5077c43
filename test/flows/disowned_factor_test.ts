/**
 * A second factor of someone else, whose address the application has changed to that of another person: it locks nobody out.
 *
 * @module
 */

import assert from "node:assert/strict";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { disownPassword, isFactorOn, openFactors } from "./_second_factor.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const CHANGED = "changed@example.com";
const KEEP = "/auth/keep-password";

/** Turns Ada's second factor on, after which the application changes her address: its owner has a question for a second step. */
async function askOwner(options: Parameters<typeof openFactors>[0], isChanged = true) {
  const world = openFactors(options);
  const kit = await world.registerWithFactor();
  const { id } = (await world.db.users())[0]!;
  const address = isChanged ? CHANGED : ADA;
  if (isChanged) await world.db.adapter.updateUser({ id, email: CHANGED, emailVerified: null });
  const owner = world.visitor();
  await world.ask(address, owner);
  const page = await disownPassword(await world.follow(owner));
  assert.match(page.url, /\/second-factor\?|\/prove\?/, world.log());
  return { world, kit, id, owner, page };
}

testForms("whoever has never turned a second factor on is not locked out by it (SF-25)", async () => {
  for (const strategy of STRATEGIES) {
    const { world, kit, id, owner, page } = await askOwner({ session: { strategy } });
    assert.match(page.text, /You'll get a new account, and the other one will no longer have this address/);
    await world.answer(page, { choice: "never" }, owner);
    const user = (await world.sessionIn(owner))?.user;
    assert.equal(user?.email, CHANGED, world.log());
    assert.notEqual(user?.id, id);
    assert.equal(await isFactorOn(world, String(user!.id)), false);
    assert.equal((await world.db.adapter.getUser(String(user!.id)))?.emailVerified instanceof Date, true);
    const { purpose, identifier } = world.mails.at(-1)!;
    assert.deepEqual([purpose, identifier], ["wayRemoved", ADA], "whoever had the address is told");
    // The other user has all that they had, with the address that they have proven.
    const other = world.visitor();
    const first = await world.enter(GOOD, other);
    const second = await first.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    await world.answer(second, { code: world.code(kit) }, other);
    assert.equal((await world.sessionIn(other))?.user.id, id, world.log());
    // Answered once: the form counts no second time.
    await world.answer(page, { choice: "never" }, owner);
    assert.equal((await world.db.users()).length, 2, strategy);
  }
});

testForms(
  "whoever disowns a second factor sets up their own where the application requires one (SF-25)",
  async () => {
    for (const strategy of STRATEGIES) {
      const secondFactor = { required: ({ email }: { readonly email?: string | null }) => email === CHANGED };
      const { world, id, owner, page } = await askOwner({ session: { strategy }, secondFactor });
      const setup = await world.answer(page, { choice: "never" }, owner);
      assert.match(setup.url, /second-factor-setup/, world.log());
      assert.equal(await world.sessionIn(owner), null);
      assert.equal((await world.db.users()).length, 1, "nothing is stored before");
      const { page: codes } = await world.setUp(setup);
      assert.match(codes.text, /Save your recovery codes/, world.log());
      const user = (await world.sessionIn(owner))?.user;
      assert.equal(user?.email, CHANGED);
      assert.notEqual(user?.id, id);
    }
  },
);

testForms("a mailbox that was proven before disowns no second factor (SF-25)", async () => {
  for (const strategy of STRATEGIES) {
    const { world, kit, id, owner, page } = await askOwner({ session: { strategy } }, false);
    assert.doesNotMatch(page.text, /I never turned this on/);
    const again = await world.answer(page, { choice: "never" }, owner);
    assert.match(again.url, /error=InvalidSecondFactor/, world.log());
    assert.equal(await world.sessionIn(owner), null);
    await world.answer(page, { code: world.code(kit) }, owner);
    assert.equal((await world.sessionIn(owner))?.user.id, id, world.log());
    assert.equal((await world.db.users()).length, 1);
  }
});

testForms("a page of the application learns that its user may disown the second factor (SF-25)", async () => {
  const pages = { secondFactor: "/prove" };
  const { world, id, owner, page } = await askOwner({ pages });
  assert.equal(new URL(page.url).searchParams.get("ways"), "code,recoveryCode,never", page.url);
  await world.answer(page, { choice: "never" }, owner);
  assert.notEqual((await world.sessionIn(owner))?.user.id ?? id, id, world.log());
  const { page: other } = await askOwner({ pages }, false);
  assert.equal(new URL(other.url).searchParams.get("ways"), "code,recoveryCode");
});

testForms("a user whose mailbox was proven in the meantime is disowned no more (SF-25)", async () => {
  const { world, kit, id, owner, page } = await askOwner({});
  const other = world.visitor();
  await world.ask(CHANGED, other);
  const link = await world.follow(other);
  const question = link.html.includes('name="current"') ? await link.submit(KEEP, { current: GOOD }) : link;
  await world.answer(question, { code: world.code(kit) }, other);
  assert.equal((await world.sessionIn(other))?.user.id, id, world.log());
  await world.answer(page, { choice: "never" }, owner);
  assert.equal(await world.sessionIn(owner), null);
  assert.deepEqual((await world.db.users()).map(({ email }) => email), [CHANGED]);
});

testForms("whoever has the second factor keeps their user, whose address was changed (SF-25)", async () => {
  for (const strategy of STRATEGIES) {
    const { world, kit, id, owner, page } = await askOwner({ session: { strategy } });
    assert.match(page.text, /I never turned this on/);
    const wrong = await world.answer(page, { code: "000000" }, owner);
    assert.match(wrong.text, /I never turned this on/, "a wrong code takes nothing away");
    await world.answer(wrong, { code: world.code(kit), choice: "" }, owner);
    assert.equal((await world.sessionIn(owner))?.user.id, id, world.log());
    const [user, ...others] = await world.db.users();
    assert.deepEqual([user?.email, others.length], [CHANGED, 0]);
  }
});
