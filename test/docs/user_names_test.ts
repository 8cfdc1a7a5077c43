import assert from "node:assert/strict";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { APP, openPage } from "./_recipe.ts";

const GOOD = "lovely engine weaves";

const page = openPage("user_names.md", { replace: { "auth.sqlite": ":memory:" } });

page.section("Show it, and find a user", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    await recipe.start();
    const { config: { adapter } } = await recipe.load("auth.ts");
    const browser = recipe.browser();
    const form = await browser.open(`${APP}/auth/signup`);
    const reserved = await form.submit("/auth/signup", {
      ...{ username: "Acme", email: "ada@example.com", password: GOOD },
    });
    assert.match(reserved.text, /That username is taken/);
    await reserved.submit("/auth/signup", { username: "Ada", email: "ada@example.com", password: GOOD });
    await browser.open(/https:\/\/app\.test\/\S+/.exec(mails.at(-1)!.text)![0]);
    const elsewhere = recipe.browser();
    const signIn = await elsewhere.open(`${APP}/auth/signin?callbackUrl=/`);
    assert.match(signIn.text, /Email or username/);
    const asked = await signIn.submit("/auth/callback/password", { email: "ADA", password: GOOD });
    const code = /\b\d{4} ?\d{4}\b/.exec(mails.at(-1)!.text)![0];
    const done = await asked.submit("/auth/callback/password", { code });
    assert.equal(done.text, "Hello Ada");
    const { id } = await adapter.getUserByEmail("ada@example.com");
    assert.equal((await browser.open(`${APP}/people/ada`)).text, JSON.stringify({ id }));
    assert.equal((await browser.open(`${APP}/people/eve`)).text, '{"id":null}');
  }));

page.section("Bring your names along", async (recipe) => {
  await recipe.start();
  const { config: { adapter } } = await recipe.load("auth.ts");
  const { moveNames } = await recipe.load("move_names.ts");
  for (const id of ["1", "2", "3"]) {
    await adapter.createUser({ id, name: null, email: `${id}@example.com`, emailVerified: null });
  }
  const users = [
    { id: "1", username: "ada", displayUsername: "Ada" },
    { id: "2", username: "a d a" },
    { id: "3", username: "аda" },
  ];
  for (let times = 0; times < 2; times++) assert.deepEqual(await moveNames(users), ["a d a", "аda"]);
  const { userId, shown } = await adapter.rows.find("userNames", { key: "ada" });
  assert.deepEqual([userId, shown], ["1", "Ada"]);
});
