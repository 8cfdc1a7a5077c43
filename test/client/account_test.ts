import assert from "node:assert/strict";
import { test } from "node:test";
import { AccountPage } from "../../src/entries/account_page.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { openWorld } from "./_tabs.ts";

const stay = { redirect: false, redirectTo: "/home" };

test("a page in the browser reads the account and changes it, as the forms of the account page do", async () => {
  const adapter = Memory();
  const world = openWorld({
    adapter,
    session: { strategy: "database" },
    features: [AccountPage(), UserProfile()],
  });
  const { client } = world.open();
  assert.equal(
    (await client.accountPage.read().catch(() => null))?.page ?? null,
    null,
    "nobody is signed in",
  );
  await world.browser.open("https://app.test/auth/signin").then((page) => page.submit("/auth/signin/idp"));
  const { page } = await client.accountPage.read();
  assert.equal(page?.sessions?.length, 1);
  const done = await client.accountPage.change({ action: "change-profile", name: "Ada King", ...stay });
  assert.deepEqual([done.ok, new URL(done.url!).searchParams.get("done")], [true, "profile-saved"]);
  assert.equal((await client.accountPage.read()).page?.user.name, "Ada King");
  const refused = await client.accountPage.change({ action: "sign-out", id: "x", ...stay });
  assert.deepEqual([refused.ok, refused.error], [false, "NotFound"]);
});
