import assert from "node:assert/strict";
import { addGitHub } from "./_github.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("index.md", { built });

page.section("Put it into your application", async (recipe) => {
  addGitHub(recipe).login({ name: "Zoë Lovelace" });
  assert.match(recipe.read("sh"), /^(?:npm install|deno add) .*@latchkey\/auth/);
  await recipe.start();
  const home = await recipe.browser().open(`${APP}/`);
  const asked = recipe.tab === "Next" ? await home.submit("Sign in") : home;
  assert.equal(new URL(asked.url).pathname, `${recipe.basePath}/signin`);
  const back = await asked.submit(`${recipe.basePath}/signin/github`);
  assert.equal(back.url, `${APP}/`);
  assert.match(back.text, /Hello Zoë Lovelace/);
});

page.last();
