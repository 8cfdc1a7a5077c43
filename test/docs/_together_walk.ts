/**
 * What users do in an application that follows all recipes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { afterRefresh } from "./_built.ts";
import { API, BLOG, FRONT_END, type Town } from "./_together_town.ts";

/** A user who signs up. */
const GRACE = "grace@example.com";
const PASSWORD = "lovely engine weaves";

const pathOf = ({ url }: Pick<Page, "url">) => new URL(url).pathname;

/** The whole walk. */
export async function walk(town: Town): Promise<void> {
  const { recipe, open } = town;
  assert.equal((await open("/health")).text, "ok");
  const { invite } = await recipe.load("auth.ts");
  await checkStrangers(town);
  for (const name of ["grace", "linus", "root", "mary"]) invite(`${name}@example.com`);
  const grace = await signUp(town);
  await byLink(town);
  const linus = await byProvider(town);
  await staySignedIn(town, linus);
  const secret = await setUpSecondFactor(town, grace);
  await proveSecondFactor(town, secret);
  const key = await makeKey(town, linus);
  if (town.frontEnd) await useFrontEnd(town, linus);
  const token = await useApp(town, linus);
  await joinOrganization(town, grace, linus);
  await actAsLinus(town, linus);
  await checkTokens(town, linus);
  await leave(town, linus, { key, token });
  await removeOthers(town);
  await signOutAtProvider(town);
  recipe.platform.tick(24 * 3600);
  await recipe.load("cleanup.ts");
  assert.match(recipe.printed(), /Removed [1-9]\d* rows/);
  assert.deepEqual(town.blocked, []);
}

/** Who is not invited gets no account, and who asks for a page is led to the page for signing in. */
async function checkStrangers(town: Town): Promise<void> {
  const { recipe, open } = town;
  const stranger = recipe.browser();
  assert.equal(pathOf(await open("/orders?open=1", stranger)), "/login");
  assert.equal(pathOf(await open("/anything/else", stranger)), "/login");
  assert.equal((await town.ask(stranger, "/api/profile")).status, 401);
  const refused = await town.byGoogle(stranger, { sub: "9", email: "eve@example.com", email_verified: true });
  assert.equal(new URL(refused.url).searchParams.get("callbackUrl"), "/waiting-list", refused.url);
  const form = await open(`${recipe.basePath}/signup`, stranger);
  await form.submit("Create an account", { email: "eve@example.com", password: PASSWORD });
  // The email is the same for all: who is not invited learns it behind the code.
  await postToLibrary(town, stranger, "callback/password", { code: town.codeTo("eve@example.com") });
  assert.equal(await town.session(stranger), null);
}

/** Grace signs up with a password, and gives her name later. */
async function signUp(town: Town): Promise<Browser> {
  const { recipe, open } = town;
  const grace = recipe.browser();
  const form = await open(`${recipe.basePath}/signup?callbackUrl=/orders`, grace);
  assert.equal(pathOf(form), "/password/sign-up");
  const wait = await form.submit("Create an account", { email: GRACE, password: PASSWORD });
  assert.equal(pathOf(wait), "/password/confirm");
  const done = await wait.submit("Confirm your address", { code: town.codeTo(GRACE) });
  assert.equal(pathOf(done), "/welcome", done.text);
  assert.match(done.html, new RegExp(`href="${API}/orders"`));
  await recipe.update(grace, { name: "Grace Hopper" }, API);
  assert.match((await open("/orders", grace)).text, /\/orders is for Grace Hopper/);
  return grace;
}

/** Mary signs in by a link, for which she has solved a captcha; the next time by the code. */
async function byLink(town: Town): Promise<void> {
  const { recipe, open } = town;
  const mary = recipe.browser();
  const email = "mary@example.com";
  const sent = town.mails.length;
  const form = await open("/login?callbackUrl=/orders", mary);
  const [widget] = /<script\b[^>]*challenges\.cloudflare\.com[^>]*>/.exec(form.html) ?? [];
  assert.match(widget ?? form.html, / nonce="[^"]+"/);
  // The script of the widget adds the field.
  const ask = (answer: string, redirectTo = "/orders") => {
    const page = `/login?${new URLSearchParams({ callbackUrl: redirectTo })}`;
    return town.press(mary, { page, button: "Send me a link", action: page }, {
      ...{ providerId: "resend", email, redirectTo },
      "cf-turnstile-response": answer,
    });
  };
  const refused = await ask("a machine");
  assert.match(
    refused.headers.get("location") ?? await refused.text(),
    /error=ChallengeFailed|role="alert"/,
  );
  assert.equal(town.mails.length, sent);
  const wait = await open((await ask("a person")).headers.get("location")!, mary);
  assert.equal(pathOf(wait), "/password/confirm");
  assert.equal(town.mailTo(email).subject, "Your sign-in to Acme");
  assert.equal(pathOf(await open(town.linkTo(email), mary)), "/welcome");
  assert.equal((await town.session(mary)).user.email, email);
  recipe.platform.tick(60);
  const next = `${town.frontEnd ?? API}/orders`;
  const again = await open((await ask("a person", next)).headers.get("location")!, mary);
  const home = await again.submit("Confirm your address", { code: town.codeTo(email) });
  assert.equal(home.url, next, home.text);
}

/** Linus signs in at Google, with a language of his own. */
async function byProvider(town: Town): Promise<Browser> {
  const { recipe } = town;
  const linus = recipe.browser();
  const user = { sub: "1", name: "Linus", email: "linus@example.com", email_verified: true, locale: "fi" };
  const page = town.frontEnd ? `${town.frontEnd}/shop` : `${API}/orders`;
  const welcome = await town.byGoogle(linus, user, page);
  assert.equal(pathOf(welcome), "/welcome");
  assert.match(welcome.html, new RegExp(`href="${page}"`));
  const session = await town.session(linus);
  assert.deepEqual([session.locale, session.newsletter, session.role, session.act ?? null], [
    "fi",
    false,
    "member",
    null,
  ]);
  return linus;
}

/** A page prolongs the session of its user. */
async function staySignedIn(town: Town, linus: Browser): Promise<void> {
  town.recipe.platform.tick(16 * 60);
  const page = await town.ask(linus, "/orders", { headers: { accept: "text/html" } });
  assert.match(await page.text(), /\/orders is for Linus/);
  assert.match(page.headers.getSetCookie().join("\n"), /session-token=/);
  assert.match(page.headers.get("cache-control")!, /no-store/);
}

/** A user sets up an authenticator app. Returns its secret. */
async function setUpSecondFactor(town: Town, browser: Browser): Promise<string> {
  const first = await town.open("/second-factor/setup?callbackUrl=/orders", browser);
  // Who has not proven the mailbox in this session types a mailed code first.
  const { email } = (await town.session(browser)).user;
  const setup = await afterRefresh(
    browser,
    /mailCode/.test(first.html) ? await first.submit("Continue", { mailCode: town.codeTo(email) }) : first,
  );
  const secret = /<code\b[^>]*>([A-Z2-7]{32})<\/code>/.exec(setup.html)?.[1];
  assert.ok(secret, setup.html);
  const done = await setup.submit("Turn on", { code: town.appCode(secret) });
  assert.match(done.text, /Keep these codes/);
  assert.equal((await town.session(browser)).aal, 2);
  return secret;
}

/** Grace signs in at another device with both factors. */
async function proveSecondFactor(town: Town, secret: string): Promise<Browser> {
  const { recipe, open } = town;
  recipe.platform.tick(60);
  const phone = recipe.browser();
  const form = await open("/password/sign-in?callbackUrl=/orders", phone);
  const asked = await form.submit("Sign in", { email: GRACE, password: PASSWORD });
  assert.equal(pathOf(asked), "/second-factor/prove", asked.text);
  assert.equal(await town.session(phone), null);
  const home = await asked.submit("Continue", { code: town.appCode(secret) });
  assert.match(home.text, /\/orders is for Grace Hopper/);
  assert.equal((await town.session(phone)).aal, 2);
  // Her account page has all of it.
  const account = await open(`${recipe.basePath}/account`, phone);
  assert.equal(pathOf(account), `${recipe.basePath}/account`);
  assert.match(account.text, /grace@example\.com/);
  return phone;
}

/** A program with a key of Linus. */
async function makeKey(town: Town, linus: Browser): Promise<string> {
  const made = await town.askFrom(linus, town.frontEnd ?? API, "/api/keys", json({ name: "A program" }));
  assert.equal(made.status, 201);
  const { key } = await made.json();
  const { user } = await town.session(linus);
  assert.deepEqual(await (await withToken(town, "/api/orders", key)).json(), { ordersOf: user.id });
  assert.equal((await withToken(town, "/api/orders", `${key}x`)).status, 401);
  return key;
}

/** A request that sends JSON. */
function json(body: unknown): RequestInit {
  const headers = { "content-type": "application/json" };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

async function withToken(town: Town, path: string, token: string, method = "GET"): Promise<Response> {
  return await town.ask(town.recipe.browser(), path, {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
}

/** The front end of another origin asks the API as Linus, and pages of others do not. */
async function useFrontEnd(town: Town, linus: Browser): Promise<void> {
  const order = json({ item: "tea" });
  const read = async (path: string, init?: RequestInit) =>
    await (await town.askFrom(linus, FRONT_END, path, init)).json();
  assert.deepEqual(await read("/api/me"), { name: "Linus" });
  assert.deepEqual(await read("/api/orders", order), { ordered: "tea" });
  assert.deepEqual(Object.keys(await read("/api/orders")), ["ordersOf"]);
  assert.equal((await town.askFrom(town.recipe.browser(), FRONT_END, "/api/me")).status, 401);
  for (const path of ["/api/me", "/api/orders", "/api/keys"]) {
    const { headers } = await town.askFrom(linus, BLOG, path);
    assert.equal(headers.get("access-control-allow-origin"), FRONT_END, path);
  }
  // A form of another page needs no CORS. A program with a key sends no `Origin`.
  for (const path of ["/api/orders", "/api/keys"]) {
    const form = { method: "POST", body: order.body, mode: "no-cors" } as const;
    assert.equal((await town.askFrom(linus, BLOG, path, form)).status, 403, path);
  }
  const { isForged } = await town.recipe.load("cors.ts");
  assert.ok(isForged("POST", BLOG, "Basic dXNlcjpwYXNzd29yZA=="));
  assert.ok(!isForged("POST", undefined, "Bearer acme_0"));
}

/** The native app of Linus. Returns its token. */
async function useApp(town: Town, linus: Browser): Promise<string> {
  const { open, ask, recipe } = town;
  const verifier = "a-verifier-of-forty-three-characters-000000";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const path = `/mobile/sign-in?${new URLSearchParams({ challenge, state: "xyz" })}`;
  // Someone who is not signed in comes back to the app's page, and not to the front end.
  const browser = recipe.browser();
  const asked = await open(path, browser);
  assert.equal(pathOf(asked), "/login");
  assert.equal((await asked.submit("Continue with Google")).url, API + path);
  const consent = await open(path, linus);
  const opened = await consent.submit("Sign in to the app").then(({ url }) => url, String);
  const [, url] = /"(com\.example\.app:[^"]+)"/.exec(opened) ?? [];
  assert.ok(url, opened);
  const code = new URL(url).searchParams.get("code");
  const answer = await ask(recipe.browser(), "/mobile/token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, verifier }),
  });
  const { token } = await answer.json();
  const { user } = await town.session(linus);
  assert.deepEqual(await (await withToken(town, "/mobile/me", token)).json(), { userId: user.id });
  return token;
}

/** Grace founds an organization, and Linus joins it. */
async function joinOrganization(town: Town, grace: Browser, linus: Browser): Promise<void> {
  const { open, press } = town;
  const made = await press(grace, { page: "/org", button: "Create", action: "/org" }, { name: "Looms" });
  const organization = new URL(made.headers.get("location")!, API).pathname;
  const refused = await open(organization, linus);
  assert.ok(refused.status === 404 || town.streams);
  assert.doesNotMatch(refused.text, /You are/);
  const invite = { page: organization, button: "Invite", action: `${organization}/invitations` };
  await press(grace, invite, { email: "linus@example.com", role: "member" });
  const link = /https:\/\/api\.example\.com\/invitation\/\S+/.exec(town.mailTo("linus@example.com").text)![0];
  const joined = await (await open(link, linus)).submit("Join");
  assert.match(joined.text, /You are member here/);
}

/** The form of a recipe that an administrator who acts as a user must not send. */
const EVERYWHERE = {
  page: "/home-of-sign_out-sign-out-everywhere",
  button: "Sign out everywhere",
  action: "/logout/everywhere",
};

/** An administrator acts as Linus, and does nothing that only he may do. */
async function actAsLinus(town: Town, linus: Browser): Promise<void> {
  const { recipe, open } = town;
  const root = recipe.browser();
  await town.byGoogle(root, { sub: "2", name: "Root", email: "root@example.com", email_verified: true });
  const { adapter } = await recipe.load("auth.ts");
  const { user } = await town.session(linus);
  const { id } = (await town.session(root)).user;
  const page = "/home-of-impersonation-act-as-another-user";
  /** The name of the administrator, if they act as Linus now. */
  const act = async () => {
    await town.press(root, { page, button: "Act as", action: "/admin/act-as" }, {
      user: user.id,
      reason: "Ticket 7",
    });
    return (await town.session(root))?.act?.name;
  };
  await adapter.updateUser({ id, role: "admin" });
  assert.match((await open("/admin", root)).text, /All users/);
  const refused = await open("/admin", linus);
  assert.ok(refused.status === 403 || town.streams);
  assert.match(refused.text, /You may not see this/);
  assert.equal(await act(), undefined, "it takes two factors");
  await setUpSecondFactor(town, root);
  await adapter.updateUser({ id, role: null });
  assert.equal(await act().catch(() => undefined), undefined, "a member has no such form");
  await adapter.updateUser({ id, role: "admin" });
  assert.equal(await act(), "Root");
  const shown = await town.session(root);
  assert.deepEqual([shown.user.name, shown.role, shown.act.name], ["Linus", "member", "Root"]);
  assert.match((await open("/admin", root)).text, /You may not see this/, "the role is that of the user");
  assert.match((await open(page, root)).text, /Root sees this as Linus/);
  assert.ok((await town.press(root, EVERYWHERE)).status >= 400);
  assert.ok(await town.session(linus));
  assert.ok((await town.ask(root, town.calendars)).status >= 400);
  assert.doesNotMatch(await (await town.ask(root, "/calendars")).text(), /Work/);
  const key = town.askFrom(root, town.frontEnd ?? API, "/api/keys", json({ name: "A key of Linus" }));
  assert.ok(await key.then(({ status }) => status >= 400, () => true));
  await town.press(root, { page, button: "Stop", action: "/admin/stop" });
  assert.equal((await town.session(root)).user.name, "Root");
}

/** The calendars of Linus, for him and for a job at night. */
async function checkTokens(town: Town, linus: Browser): Promise<void> {
  const { recipe, ask, calendars } = town;
  assert.match(await (await ask(linus, calendars)).text(), /Work/);
  recipe.platform.tick(3600);
  assert.match(await (await ask(linus, calendars)).text(), /Work/);
  const { calendarsOf } = await recipe.load("digest.ts");
  const { user } = await town.session(linus);
  assert.deepEqual(await calendarsOf(user.id), ["Work"]);
  const { sql } = await recipe.load("auth.ts");
  const rows: { refresh_token: string }[] = sql.prepare("SELECT refresh_token FROM auth_accounts").all();
  for (const { refresh_token: token } of rows) assert.match(token ?? "sealed:", /^(?!refresh)/);
}

/** Posts to an endpoint of the library as its forms do. */
async function postToLibrary(
  town: Town,
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const { basePath } = town.recipe;
  const { csrfToken } = await (await town.ask(browser, `${basePath}/csrf`)).json();
  return await town.post(browser, `${basePath}/${path}`, { csrfToken, ...fields });
}

/** Linus looks at his data, signs out everywhere, and asks for the deletion of his account: nothing of his opens anything. */
async function leave(
  town: Town,
  linus: Browser,
  { key, token }: { readonly key: string; readonly token: string },
): Promise<void> {
  const { recipe } = town;
  const laptop = recipe.browser();
  await town.byGoogle(laptop, { sub: "1", name: "Linus", email: "linus@example.com", email_verified: true });
  const data = await (await postToLibrary(town, laptop, "account", { action: "download-data" })).json();
  assert.equal(data.user.email, "linus@example.com");
  await town.press(linus, EVERYWHERE);
  assert.deepEqual([await town.session(linus), await town.session(laptop)], [null, null]);
  assert.equal((await withToken(town, "/mobile/me", token)).status, 401);
  await town.byGoogle(laptop, { sub: "1", name: "Linus", email: "linus@example.com", email_verified: true });
  const deletion = { action: "delete-account", confirm: "linus@example.com" };
  assert.equal((await postToLibrary(town, laptop, "account", deletion)).status, 303);
  assert.equal(await town.session(laptop), null);
  assert.equal((await withToken(town, "/api/orders", key)).status, 401);
}

/** A user who is blocked, and one whom the directory of a company removes, keep nothing: no session, and no key. */
async function removeOthers(town: Town): Promise<void> {
  const { recipe } = town;
  const { adapter, block } = await recipe.load("auth.ts");
  const { createKey } = await recipe.load("api_keys.ts");
  const { onDirectory } = await recipe.load("directory.ts");
  const statusOf = async (key: string) => (await withToken(town, "/api/orders", key)).status;
  const mary = await adapter.getUserByEmail("mary@example.com");
  const worker = await adapter.createUser({ id: "w", email: "worker@engine.example", emailVerified: null });
  const [marys, workers] = [await createKey(mary.id, "a"), await createKey(worker.id, "b")];
  assert.deepEqual([await statusOf(marys.key), await statusOf(workers.key)], [200, 200]);
  assert.equal(await block(mary.id, "Spam"), true);
  assert.deepEqual([await statusOf(marys.key), await statusOf(workers.key)], [401, 200]);
  const refused = recipe.browser();
  const profile = { sub: "5", name: "Mary", email: "mary@example.com", email_verified: true };
  await town.byGoogle(refused, profile);
  assert.equal(await town.session(refused), null);
  const left = { event: "user.deleted", tenant: "engine", data: { id: "1", email: "Worker@engine.example" } };
  const [body, now] = [JSON.stringify(left), recipe.platform.now()];
  const signature = createHmac("sha256", recipe.env.SCIM_SECRET!).update(`${now}.${body}`).digest("hex");
  assert.equal(await onDirectory(body, `t=${now},s=${signature}`), 200);
  assert.equal(await statusOf(workers.key), 401);
}

/** A member of the staff signs in at Keycloak, and signs out there, too. */
async function signOutAtProvider(town: Town): Promise<void> {
  const { recipe, keycloak } = town;
  const ada = recipe.browser();
  const { invite } = await recipe.load("auth.ts");
  invite("ada@staff.example");
  keycloak.login({ sub: "7", name: "Ada", email: "ada@staff.example", email_verified: true });
  const started = await postToLibrary(town, ada, "signin/keycloak", { callbackUrl: "/orders" });
  await ada.open(started.headers.get("location")!);
  assert.equal((await town.session(ada)).user.name, "Ada");
  const page = "/home-of-sign_out-sign-out-at-the-provider-too";
  const left = /^(?:Hono|SvelteKit)$/.test(recipe.tab)
    ? await postToLibrary(town, ada, "signout", { provider: "true", callbackUrl: "/" })
    : await town.press(ada, { page, button: "Sign out", action: "/logout/provider" });
  const end = new URL(left.headers.get("location")!);
  assert.equal(end.origin + end.pathname, `${keycloak.origin}/end`);
  assert.equal(await town.session(ada), null);
  // The policy of a page with such a form lets it lead there, and the form for a native app to the app.
  const policy = (await town.ask(ada, "/login")).headers.get("content-security-policy")!;
  for (const place of [keycloak.origin, "com.example.app:"]) assert.ok(policy.includes(place), policy);
}
