import assert from "node:assert/strict";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/tokens.md");

/** Google with a calendar, and a token endpoint that accepts each refresh token once. */
function openGoogle(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  google.tamper = {
    tokens: (genuine) => ({ ...genuine, access_token: "access 0", refresh_token: "refresh 0" }),
    claims: { at_hash: undefined },
  };
  const state = { count: 0, down: false, requests: 0, revoked: [] as string[] };
  recipe.sites["https://oauth2.googleapis.com"] = async (request) => {
    const form = new URLSearchParams(await request.text());
    if (new URL(request.url).pathname === "/revoke") {
      state.revoked.push(form.get("token")!);
      return new Response();
    }
    state.requests++;
    assert.equal(form.get("grant_type"), "refresh_token");
    assert.equal(form.get("client_id"), google.clientId);
    assert.equal(form.get("client_secret"), google.clientSecret);
    if (state.down) return Response.json({ error: "temporarily_unavailable" }, { status: 503 });
    if (form.get("refresh_token") !== `refresh ${state.count}`) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    state.count++;
    return Response.json({
      access_token: `access ${state.count}`,
      refresh_token: `refresh ${state.count}`,
      expires_in: 3600,
      token_type: "Bearer",
    });
  };
  recipe.sites["https://www.googleapis.com"] = (request) => {
    const isCurrent = request.headers.get("authorization") === `Bearer access ${state.count}`;
    return isCurrent ? Response.json({ items: [{ summary: "Work" }] }) : new Response(null, { status: 401 });
  };
  return Object.assign(state, { google });
}

page.section("With stored sessions", async (recipe) => {
  const state = openGoogle(recipe);
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  assert.deepEqual((await recipe.signIn(browser, "google")).json(), ["Work"]);
  const asked = state.google.requests.find(({ endpoint }) => endpoint === "authorization")!.params;
  assert.equal(asked.get("access_type"), "offline");
  assert.match(asked.get("scope")!, /^openid profile email .*calendar/);
  assert.equal(state.requests, 0);
  recipe.platform.tick(3600);
  const pages = await Promise.all([1, 2, 3].map(() => browser.open(`${APP}/`)));
  for (const page of pages) assert.deepEqual(page.json(), ["Work"]);
  assert.equal(state.requests, 1);
  recipe.platform.tick(3600);
  assert.deepEqual((await browser.open(`${APP}/`)).json(), ["Work"]);
  state.count = 99;
  recipe.platform.tick(3600);
  assert.match((await browser.open(`${APP}/`)).url, /\/auth\/signin/);
  state.count = 0;
  assert.deepEqual((await recipe.signIn(browser, "google")).json(), ["Work"]);
});

page.section("With sessions in tokens", async (recipe) => {
  const state = openGoogle(recipe);
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  assert.deepEqual((await recipe.signIn(browser, "google")).json(), ["Work"]);
  assert.ok(!JSON.stringify(await recipe.session(browser)).includes("access 0"));
  for (const count of [1, 2]) {
    recipe.platform.tick(3600);
    assert.deepEqual((await browser.open(`${APP}/`)).json(), ["Work"]);
    assert.equal(state.count, count);
  }
  state.down = true;
  recipe.platform.tick(3600);
  assert.equal((await recipe.session(browser)).user.name, "Ada Lovelace");
  state.down = false;
  assert.deepEqual((await browser.open(`${APP}/`)).json(), ["Work"]);
  state.count = 99;
  recipe.platform.tick(3600);
  assert.equal(await recipe.session(browser), null);
});

page.section("Other providers", (recipe) => {
  const [, url] = /^curl (\S+)$/.exec(recipe.read("sh"))!;
  assert.ok(URL.canParse(url!));
  return Promise.resolve();
});

page.section("Revoke the access", async (recipe) => {
  const state = openGoogle(recipe);
  recipe.sites[APP] = await recipe.serve("main.ts");
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "Signed in");
  const { user } = await recipe.session(browser);
  assert.equal(await (await browser.fetch(`${APP}/leave`, { method: "POST" })).text(), "Good bye");
  assert.deepEqual(state.revoked, ["refresh 0"]);
  const { adapter } = await recipe.load("auth.ts");
  assert.equal(await adapter.getUser(user.id), null);
});

page.section("Keep no tokens", async (recipe) => {
  openGoogle(recipe);
  const { config, adapter } = await recipe.load("auth.ts");
  const { DenoAuth } = await import("../../src/integrations/deno.ts");
  recipe.sites[APP] = DenoAuth(config, () => new Response("home"));
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);
  const [account] = await adapter.listAccountsByUserId(user.id);
  assert.equal(account.provider, "google");
  for (const field of ["access_token", "refresh_token", "id_token"]) {
    assert.equal(account[field] ?? null, null);
  }
});

page.last();
