import assert from "node:assert/strict";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/user_in_session.md");

page.section("Who is it?", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  const home = await recipe.signIn(browser, "google");
  assert.match(home.json<{ id: string }>().id, /^[0-9a-f-]{36}$/);
});

page.last();
