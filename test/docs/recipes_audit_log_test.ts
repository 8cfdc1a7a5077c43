import assert from "node:assert/strict";
import { openPage } from "./_recipe.ts";

const page = openPage("recipes/audit_log.md");

page.section("Write down what happens", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const { eventsOf, forget, sql } = await recipe.load("audit_log.ts");
  const failures = () => sql.prepare("SELECT detail FROM audit_log WHERE event = 'failed'").all();
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "Hello Ada Lovelace");
  const { id } = (await recipe.session(browser)).user;
  const happened = () =>
    eventsOf(id).map(({ event, detail }: Record<string, string>) => [event, detail].join(" ").trim());
  assert.deepEqual(happened().sort(), ["sign-in google", "sign-up", "way added google"]);

  recipe.platform.tick(60);
  await recipe.post(browser, "signout");
  assert.equal(happened()[0], "sign-out");

  google.deny();
  await recipe.signIn(recipe.browser(), "google");
  assert.deepEqual(failures().map(({ detail }: { detail: string }) => detail), [
    "OAuthCallbackError google",
  ]);

  google.login({ sub: "2", email: "grace@example.com" });
  const other = recipe.browser();
  await recipe.signIn(other, "google");
  assert.equal(eventsOf((await recipe.session(other)).user.id).length, 3);
  assert.equal(eventsOf(id).length, 4, "each user has events of their own");

  recipe.platform.tick(31 * 24 * 60 * 60);
  forget({ days: 30 });
  assert.deepEqual(eventsOf(id), []);
});

page.last();
