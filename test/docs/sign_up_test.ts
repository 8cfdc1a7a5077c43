import assert from "node:assert/strict";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("sign_up.md", { replace: { "auth.sqlite": ":memory:" } });

page.section("Ask for a name and your own fields", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
    google.login({ sub: "ada", email: "ada@example.com", name: "Ada Lovelace", email_verified: true });
    await recipe.start();
    const { config: { adapter } } = await recipe.load("auth.ts");
    const asked = await recipe.signIn(recipe.browser(), "google");
    assert.match(asked.html, /value="Ada Lovelace"/);
    await asked.submit("/auth/finish-signup", { company: "Analytical Engines" });
    assert.equal((await adapter.getUserByEmail("ada@example.com")).company, "Analytical Engines");
    const browser = recipe.browser();
    const form = await browser.open(`${APP}/auth/signup`);
    assert.match(form.text, /Name Company Email address Password .* Continue with Google/);
    const typed = {
      name: "Grace",
      company: "Navy",
      email: "grace@example.com",
      password: "lovely engine weaves",
    };
    await form.submit("/auth/signup", typed);
    const link = /https:\/\/app\.test\/\S+/.exec(mails.at(-1)!.text)![0];
    await browser.open(link);
    const { name, company } = await adapter.getUserByEmail("grace@example.com");
    assert.deepEqual([name, company], ["Grace", "Navy"]);
  }));

page.section("Terms", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  google.login({ sub: "ada", email: "ada@example.com", email_verified: true });
  await recipe.start();
  const { config: { adapter } } = await recipe.load("auth.ts");
  const asked = await recipe.signIn(recipe.browser(), "google");
  const refused = await asked.submit("/auth/finish-signup");
  assert.match(refused.text, /Check this box/);
  await refused.submit("/auth/finish-signup", { acceptedTerms: "2027-01-01" });
  const { termsVersion, termsAcceptedAt } = await adapter.getUserByEmail("ada@example.com");
  assert.deepEqual([termsVersion, termsAcceptedAt instanceof Date], ["2027-01-01", true]);
});

page.section("Who may sign up", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  google.login({ sub: "eve", email: "eve@evil.example", email_verified: true });
  assert.equal((await recipe.signIn(recipe.browser(), "google")).url, `${APP}/not-yet`);
  google.login({ sub: "ada", email: "ada@example.com", email_verified: false });
  assert.equal((await recipe.signIn(recipe.browser(), "google")).url, `${APP}/not-yet`);
  google.login({ sub: "ada", email: "ada@example.com", name: "Ada", email_verified: true });
  assert.equal((await recipe.signIn(recipe.browser(), "google")).text, "Hello Ada");
});

page.section("A page of your own", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  google.login({ sub: "ada", email: "ada@example.com", email_verified: true });
  recipe.sites[APP] = await recipe.listen("main.ts");
  const { config: { adapter } } = await recipe.load("auth.ts");
  const browser = recipe.browser();
  const asked = await recipe.signIn(browser, "google");
  assert.match(asked.url, /\/welcome\?/);
  const again = await asked.submit("/welcome", { company: "" });
  assert.match(again.text, /Which company do you work for\?/);
  const done = await again.submit("/welcome", { company: "Analytical Engines" });
  assert.equal(done.text, "Hello ada@example.com");
  assert.equal((await adapter.getUserByEmail("ada@example.com")).company, "Analytical Engines");
  // The form in another tab is late.
  assert.match((await asked.submit("/welcome", { company: "Late" })).url, /\/auth\/signin/);
});

page.last();
