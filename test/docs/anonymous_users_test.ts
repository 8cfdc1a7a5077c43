import assert from "node:assert/strict";
import { submit } from "../frameworks/_server_actions.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("anonymous_users.md", { built });

page.section("Sign a visitor in", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const [first, second] = [recipe.browser(), recipe.browser()];
  const add = async (browser: typeof first, product: string) => {
    if (recipe.tab === "Next") {
      return await submit(browser, `${APP}/`, { button: "Add", fields: { product } });
    }
    return await browser.fetch(APP, {
      method: "POST",
      headers: { origin: APP },
      body: new URLSearchParams({ product }),
      redirect: "manual",
    });
  };
  const cart = async (browser: typeof first) => (await browser.open(`${APP}/`)).text;
  assert.match(await cart(first), /Cart: empty/);
  await add(first, "tea");
  await add(first, "milk");
  assert.match(await cart(first), /Cart: tea, milk/);
  google.login({ sub: "1", email: "ada@example.com", email_verified: true });
  await recipe.signIn(first, "google");
  assert.match(await cart(first), /Cart: tea, milk/);
  await add(second, "bread");
  await recipe.signIn(second, "google");
  assert.match(await cart(second), /Cart: tea, milk, bread/);
});

page.section("Clean up", async (recipe) => {
  await recipe.startWithGoogle();
  await recipe.load("clean_up.ts");
  assert.match(recipe.printed(), /0 anonymous users removed/);
});
