import assert from "node:assert/strict";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { afterRefresh, built } from "./_built.ts";
import type { AccessTokensFeature } from "../../src/features/provider_tokens/access_tokens.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/tokens.md", { built });

/** Google with a calendar, and a token endpoint that accepts each refresh token once. */
function openGoogle(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  google.tamper = {
    tokens: (genuine) => ({ ...genuine, access_token: "access 0", refresh_token: "refresh 0" }),
    claims: { at_hash: undefined },
  };
  const state = { count: 0, down: false, requests: 0 };
  const tokens = async (request: Request, genuine: () => Promise<Response>) => {
    const form = new URLSearchParams(await request.clone().text());
    if (form.get("grant_type") !== "refresh_token") return await genuine();
    state.requests++;
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
  google.tamper = { ...google.tamper, respond: { token: tokens } };
  recipe.sites["https://www.googleapis.com"] = (request) => {
    const isCurrent = request.headers.get("authorization") === `Bearer access ${state.count}`;
    return isCurrent
      ? Response.json({ items: [{ summary: "Work <1>" }] })
      : new Response(null, { status: 401 });
  };
  return Object.assign(state, { google });
}

const CALENDARS = `${APP}/calendars`;

/** Opens the page with the calendars. */
async function openCalendars(browser: Browser): Promise<Page> {
  return await afterRefresh(browser, await browser.open(CALENDARS));
}

/** What a page with calendars has, as JSON or in HTML. */
const NAMES = /\["Work \\u003c1>"\]|\["Work <1>"\]|<li>Work &lt;1(?:>|&gt;)<\/li>/;

page.section("With a database", async (recipe) => {
  const state = openGoogle(recipe);
  await recipe.start();
  const browser = recipe.browser();
  const asked = await openCalendars(browser);
  assert.equal(new URL(asked.url).pathname, `${recipe.basePath}/signin`);
  const shown = await asked.submit(`${recipe.basePath}/signin/google`);
  assert.match(shown.html, NAMES);
  assert.equal(shown.url, CALENDARS);
  const { params } = state.google.requests.find(({ endpoint }) => endpoint === "authorization")!;
  assert.equal(params.get("access_type"), "offline");
  assert.match(params.get("scope")!, /^openid profile email .*calendar/);
  assert.equal(state.requests, 0);
  if (recipe.basePath === "/api/auth") await assertRouteHandler(recipe, browser);
  recipe.platform.tick(3600);
  const pages = await Promise.all([1, 2, 3].map(() => browser.open(CALENDARS)));
  for (const { html } of pages) assert.match(html, NAMES);
  assert.equal(state.requests, 1);
  // No token leaves the server: neither in a page nor in the session.
  for (const text of [shown.html, JSON.stringify(await recipe.session(browser))]) {
    assert.doesNotMatch(text, /access \d|refresh \d/);
  }
  // If Google cannot be reached, the tokens stay, and the next request tries again.
  recipe.platform.tick(3600);
  state.down = true;
  const failed = await browser.open(CALENDARS).catch(() => null);
  assert.doesNotMatch(failed?.html ?? "", NAMES);
  assert.ok(await recipe.session(browser));
  state.down = false;
  assert.match((await browser.open(CALENDARS)).html, NAMES);
  // If Google refuses the refresh token, the user connects again, and stays signed in meanwhile.
  state.count = 99;
  recipe.platform.tick(3600);
  const again = await openCalendars(browser);
  assert.equal(new URL(again.url).pathname, `${recipe.basePath}/signin`);
  assert.equal(new URL(again.url).searchParams.get("provider"), "google");
  assert.ok(await recipe.session(browser));
  state.count = 0;
  assert.match((await again.submit(`${recipe.basePath}/signin/google`)).html, NAMES);
  // Another user does not get these calendars by a session without an account of Google.
  const { adapter } = await recipe.load("auth.ts");
  const { user } = await recipe.session(browser);
  const [{ provider, providerAccountId }] = await adapter.listAccountsByUserId(user.id);
  await adapter.unlinkAccount({ provider, providerAccountId });
  assert.equal(new URL((await openCalendars(browser)).url).pathname, `${recipe.basePath}/signin`);
});

/** The route handler of Next answers its user, and says to all others what is missing. */
async function assertRouteHandler(recipe: Recipe, browser: Browser): Promise<void> {
  const url = `${APP}/api/calendars`;
  assert.match((await browser.open(url)).html, NAMES);
  const stranger = await recipe.browser().fetch(url, { headers: { accept: "application/json" } });
  assert.equal(stranger.status, 401);
}

page.section("In a job", async (recipe) => {
  const state = openGoogle(recipe);
  const { config } = await recipe.load("auth.ts");
  recipe.sites[APP] = DenoAuth(config, () => new Response());
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);
  const { calendarsOf } = await recipe.load("digest.ts");
  recipe.platform.tick(3600);
  assert.deepEqual(await calendarsOf(user.id), ["Work <1>"]);
  assert.equal(state.requests, 1);
  assert.equal(await calendarsOf("another user"), null);
});

page.section("Ask for more later", async (recipe) => {
  const { google } = openGoogle(recipe);
  await recipe.start();
  const browser = recipe.browser();
  const asked = await browser.open(`${APP}/connect-tasks`);
  await asked.submit(`${recipe.basePath}/signin/google`);
  const scopes = google.requests.filter(({ endpoint }) => endpoint === "authorization").map(({ params }) =>
    params.get("scope")
  );
  assert.match(scopes.at(-1)!, /calendar\.readonly https:\/\/www\.googleapis\.com\/auth\/tasks\.readonly$/);
});

page.section("Without a database", async (recipe) => {
  const state = openGoogle(recipe);
  const { config } = await recipe.load("auth.ts");
  const { readCalendars } = await recipe.load("calendars.ts");
  const own: { providers: []; features: [AccessTokensFeature] } = config;
  recipe.sites[APP] = DenoAuth(own, async (_request, auth) => {
    await auth.require();
    return Response.json(await readCalendars(await auth.accessTokens.get("google")));
  });
  const browser = recipe.browser();
  assert.deepEqual((await recipe.signIn(browser, "google")).json(), ["Work <1>"]);
  assert.doesNotMatch(JSON.stringify(await recipe.session(browser)), /access 0|refresh 0/);
  for (const count of [1, 2]) {
    recipe.platform.tick(3600);
    assert.deepEqual((await browser.open(`${APP}/`)).json(), ["Work <1>"]);
    assert.equal(state.count, count);
  }
  state.count = 99;
  recipe.platform.tick(3600);
  assert.equal(new URL((await browser.open(`${APP}/`)).url).searchParams.get("error"), "ReconnectRequired");
  assert.ok(await recipe.session(browser));
});

page.section("Seal the table of accounts", async (recipe) => {
  openGoogle(recipe);
  const { config, adapter } = await recipe.load("auth.ts");
  recipe.sites[APP] = DenoAuth(config, () => new Response());
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { user } = await recipe.session(browser);
  const [account] = await adapter.listAccountsByUserId(user.id);
  assert.match(account.access_token, /^sealed:/);
});

page.section("Revoke the access", async (recipe) => {
  const { google } = openGoogle(recipe);
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const [ada, stranger] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(ada, "google");
  const { user } = await recipe.session(ada);
  const revoked = () =>
    google.requests.flatMap(({ endpoint, params }) => endpoint === "revocation" ? [params.get("token")] : []);
  assert.doesNotMatch((await stranger.open(APP)).text, /Disconnect Google/);
  assert.deepEqual(revoked(), []);
  const home = await afterRefresh(ada, await ada.open(APP));
  await home.submit("Disconnect Google");
  assert.deepEqual(revoked(), ["refresh 0", "access 0"]);
  const [row] = await adapter.rows.list("providerTokens", { userId: user.id });
  assert.doesNotMatch(row.tokens, /refresh 0/);
  assert(await recipe.session(ada));
  // The session ends while the form is open.
  const late = await afterRefresh(ada, await ada.open(APP));
  await (await ada.open(`${APP}${recipe.basePath}/signout`)).submit("Sign out");
  const led = await afterRefresh(ada, await late.submit("Disconnect Google"));
  assert.equal(new URL(led.url).pathname, `${recipe.basePath}/signin`);
});

page.section("Keep no tokens", async (recipe) => {
  openGoogle(recipe);
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
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
