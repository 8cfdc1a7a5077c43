import assert from "node:assert/strict";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/own_provider.md");

page.section("Describe the provider", async (recipe) => {
  assert.deepEqual([...recipe.read(".env").matchAll(/^(\w+)=/gm)].map(([, name]) => name), [
    "AUTH_ACME_ID",
    "AUTH_ACME_SECRET",
  ]);
  Object.assign(recipe.env, { AUTH_ACME_ID: "client-1", AUTH_ACME_SECRET: "secret-1" });
  const { acme } = await recipe.load("acme.ts");
  const user = { id: 7, login: "ada", email: "ada@example.com", email_confirmed: true, avatar: null };
  assert.deepEqual([acme.verifiedEmail(user), acme.verifiedEmail({ ...user, email_confirmed: false })], [
    "ada@example.com",
    null,
  ]);
  recipe.sites[APP] = await recipe.serve("main.ts");
  recipe.sites["https://acme.example"] = async (request) => {
    const url = new URL(request.url);
    if (url.pathname === "/oauth/authorize") {
      assert.deepEqual([url.searchParams.get("client_id"), url.searchParams.get("scope")], [
        "client-1",
        "read:me",
      ]);
      const callback = new URL(url.searchParams.get("redirect_uri")!);
      callback.search = String(new URLSearchParams({ code: "c", state: url.searchParams.get("state")! }));
      return Response.redirect(callback, 302);
    }
    const form = new URLSearchParams(await request.text());
    assert.deepEqual([form.get("client_id"), form.get("client_secret"), form.get("code")], [
      "client-1",
      "secret-1",
      "c",
    ]);
    return Response.json({ access_token: "token-1", token_type: "Bearer" });
  };
  recipe.sites["https://api.acme.example"] = (request) => {
    assert.equal(request.headers.get("authorization"), "Bearer token-1");
    return Response.json(user);
  };
  const browser = recipe.browser();
  assert.equal((await browser.open(`${APP}/`)).text, "Please sign in.");
  assert.equal((await recipe.signIn(browser, "acme")).text, "Hello, ada");
  const session = await recipe.session(browser);
  assert.deepEqual([session.user.name, session.user.email], ["ada", "ada@example.com"]);
});

page.last();
