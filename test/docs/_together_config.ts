/**
 * The config of all recipes in frameworks for which the recipes have no tab, or one function for each of them: users walk
 * through the pages of the library.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Browser, Site } from "../../src/testing/mod.ts";
import { secretIn } from "../flows/_second_factor.ts";
import { type Door, DOORS, mine } from "../integrations/_doors.ts";
import { passOn } from "./_pass_on.ts";
import type { Town } from "./_together_town.ts";
import { GRACE, PASSWORD, pathOf, update } from "./_together_walk.ts";

/** Mounts a config, and returns the application. */
type Mount = (config: AuthConfig, stack: AsyncDisposableStack) => Site | Promise<Site>;

/** That of the runtime: the test of a page replaces it. */
const { serve } = Deno;

/** The application answers each path with `mine`. */
function mountAt(door: Door): Mount {
  return async (config, stack) => {
    const replaced = Deno.serve;
    Object.assign(Deno, { serve });
    const { port } = stack.use(await door(config, mine()));
    Object.assign(Deno, { serve: replaced });
    // The proxy before it adds the address of its client.
    return (request) => passOn(request, port, { "x-forwarded-for": "192.0.2.1" });
  };
}

const IN_DOORS = ["Astro", "Fastify", "Koa", "Node", "SvelteKit", "h3 1", "h3 2"];

export const MOUNTS: Readonly<Record<string, Mount>> = {
  Deno: (config) => DenoAuth(config, () => new Response("mine")) as Site,
  ...Object.fromEntries(IN_DOORS.map((name) => [name, mountAt(DOORS[name]!)])),
};

/** The whole walk. */
export async function walkConfig(town: Town): Promise<void> {
  const { recipe } = town;
  const { adapter, invite } = await recipe.load("auth.ts");
  await checkStrangers(town);
  for (const name of ["grace", "linus", "root", "mary"]) invite(`${name}@example.com`);
  const grace = await signUp(town);
  await byLink(town);
  const linus = recipe.browser();
  await byProvider(town, linus, "google", {
    sub: "1",
    name: "Linus",
    email: "linus@example.com",
    locale: "fi",
  });
  const { user, ...fields } = await town.session(linus);
  assert.deepEqual([user.name, fields.locale, fields.role, fields.admin], ["Linus", "fi", "member", null]);
  await useSecondFactor(town, grace);
  await callApi(town, user.id);
  await actAs(town, user.id);
  await signOutAtProvider(town);
  await removeUsers(town, linus, user.id);
  assert.equal(await adapter.getUser(user.id), null);
  recipe.platform.tick(24 * 3600);
  await recipe.load("cleanup.ts");
  assert.match(recipe.printed(), /Removed [1-9]\d* rows/);
}

/** Posts a form of the library. @returns The response, without following a redirect. */
async function post(
  town: Town,
  browser: Browser,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const { recipe, ask } = town;
  const { csrfToken } = await (await ask(browser, `${recipe.basePath}/csrf`)).json();
  return await town.post(browser, `${recipe.basePath}/${path}`, { csrfToken, ...fields });
}

/** Signs in at a provider. */
async function byProvider(
  town: Town,
  browser: Browser,
  id: "google" | "keycloak",
  user: Readonly<Record<string, unknown>> & { readonly sub: string },
): Promise<string> {
  town[id].login({ email_verified: true, ...user });
  const page = await town.open(`${town.recipe.basePath}/signin?callbackUrl=/orders`, browser);
  return pathOf(await page.submit(`${town.recipe.basePath}/signin/${id}`));
}

/** Who is not invited gets no account and no mail. */
async function checkStrangers(town: Town): Promise<void> {
  const { recipe, open } = town;
  const stranger = recipe.browser();
  const eve = "eve@example.com";
  assert.equal(await byProvider(town, stranger, "google", { sub: "9", email: eve }), "/waiting-list");
  const form = await open(`${recipe.basePath}/signup`, stranger);
  await form.submit(`${recipe.basePath}/signup`, { email: eve, password: PASSWORD });
  await post(town, stranger, "signin/resend", { email: eve, "cf-turnstile-response": "a person" });
  assert.equal(await town.session(stranger), null);
  assert.deepEqual(town.mails, []);
}

/** Grace signs up with a password, and gives her name later. */
async function signUp(town: Town): Promise<Browser> {
  const { recipe, open } = town;
  const grace = recipe.browser();
  const form = await open(`${recipe.basePath}/signup?callbackUrl=/orders`, grace);
  const wait = await form.submit(`${recipe.basePath}/signup`, { email: GRACE, password: PASSWORD });
  assert.match(wait.html, /Acme/);
  const done = await wait.submit(`${recipe.basePath}/callback/password`, { code: town.codeTo(GRACE) });
  assert.deepEqual([pathOf(done), done.text], ["/orders", "mine"]);
  await update(town, grace, { name: "Grace Hopper" });
  assert.equal((await town.session(grace)).user.name, "Grace Hopper");
  return grace;
}

/** Mary signs in by a link, for which she has solved a captcha; her mail is in her language. */
async function byLink(town: Town): Promise<void> {
  const { recipe, open } = town;
  const mary = recipe.browser();
  const email = "mary@example.com";
  const sent = town.mails.length;
  const answer = (text: string) =>
    post(town, mary, "signin/resend", { email, callbackUrl: "/orders", "cf-turnstile-response": text });
  assert.match((await answer("a machine")).headers.get("location")!, /error=EmailSignInError/);
  assert.equal(town.mails.length, sent);
  await answer("a person");
  assert.equal(town.mailTo(email).subject, "Your sign-in to Acme");
  assert.equal(pathOf(await open(town.linkTo(email), mary)), "/orders");
  assert.equal((await town.session(mary)).user.email, email);
}

/** Grace sets up a second factor, and signs in with it at another device. */
async function useSecondFactor(town: Town, grace: Browser): Promise<void> {
  const { recipe, open } = town;
  const setUp = `${recipe.basePath}/second-factor-setup`;
  const form = await open(`${setUp}?callbackUrl=/orders`, grace);
  const secret = secretIn(form);
  await form.submit(setUp, { code: town.appCode(secret) });
  assert.equal((await town.session(grace)).aal, 2);
  recipe.platform.tick(60);
  const phone = recipe.browser();
  const page = await open(`${recipe.basePath}/signin?callbackUrl=/orders`, phone);
  const fields = { email: GRACE, password: PASSWORD };
  const asked = await page.submit(`${recipe.basePath}/callback/password`, fields);
  assert.equal(pathOf(asked), `${recipe.basePath}/second-factor`);
  assert.equal(await town.session(phone), null);
  const done = await asked.submit(`${recipe.basePath}/second-factor`, { code: town.appCode(secret) });
  assert.equal(pathOf(done), "/orders");
  assert.equal((await town.session(phone)).aal, 2);
  assert.match((await open(`${recipe.basePath}/account`, phone)).text, /grace@example\.com/);
}

/** A job reads the calendars of Linus with tokens that are sealed in the table. */
async function callApi({ recipe }: Town, id: string): Promise<void> {
  recipe.platform.tick(3600);
  const { calendarsOf } = await recipe.load("digest.ts");
  assert.deepEqual(await calendarsOf(id), ["Work"]);
  const { sql } = await recipe.load("auth.ts");
  const rows: { refresh_token: string }[] = sql.prepare("SELECT refresh_token FROM auth_accounts").all();
  for (const { refresh_token: token } of rows) assert.match(token ?? "sealed:", /^(?!refresh)/);
}

/** An administrator acts as a user. */
async function actAs(town: Town, userId: string): Promise<void> {
  const { recipe } = town;
  const { adapter } = await recipe.load("auth.ts");
  const { actAs, stopActing } = await recipe.load("acting.ts");
  const root = recipe.browser();
  await byProvider(town, root, "google", { sub: "2", name: "Root", email: "root@example.com" });
  const { id } = (await town.session(root)).user;
  assert.equal(await actAs(await town.session(root), userId), false);
  await adapter.updateUser({ id, role: "admin" });
  assert.equal(await actAs(await town.session(root), userId), true);
  const shown = await town.session(root);
  assert.deepEqual([shown.user.name, shown.role, shown.admin.name], ["Linus", "member", "Root"]);
  stopActing(shown);
  assert.equal((await town.session(root)).user.name, "Root");
}

/** A member of the staff signs in at Keycloak, and signs out there, too. */
async function signOutAtProvider(town: Town): Promise<void> {
  const { recipe, keycloak } = town;
  const { invite } = await recipe.load("auth.ts");
  invite("ada@staff.example");
  const ada = recipe.browser();
  await byProvider(town, ada, "keycloak", { sub: "7", name: "Ada", email: "ada@staff.example" });
  assert.equal((await town.session(ada)).user.name, "Ada");
  const left = await post(town, ada, "signout", { provider: "true", callbackUrl: "/" });
  const end = new URL(left.headers.get("location")!);
  assert.equal(end.origin + end.pathname, `${keycloak.origin}/end`);
  assert.equal(await town.session(ada), null);
}

/** Users who are blocked, whom a directory removes, or who are deleted, keep nothing: no session, and no key. */
async function removeUsers(town: Town, linus: Browser, userId: string): Promise<void> {
  const { recipe } = town;
  const { adapter, block } = await recipe.load("auth.ts");
  const { createKey, userOfKey } = await recipe.load("api_keys.ts");
  const { onDirectory } = await recipe.load("directory.ts");
  const mary = await adapter.getUserByEmail("mary@example.com");
  const worker = await adapter.createUser({ id: "w", email: "worker@engine.example", emailVerified: null });
  const ids = [mary.id, worker.id, userId];
  const keys = await Promise.all(ids.map(async (id) => (await createKey(id, "a program")).key));
  const users = () => Promise.all(keys.map((key) => userOfKey(`Bearer ${key}`)));
  assert.deepEqual(await users(), ids);
  await block(mary.id);
  assert.deepEqual(await users(), [null, worker.id, userId]);
  const refused = recipe.browser();
  await byProvider(town, refused, "google", { sub: "5", name: "Mary", email: "mary@example.com" });
  assert.equal(await town.session(refused), null);
  const left = { event: "user.deleted", tenant: "engine", data: { id: "1", email: "Worker@engine.example" } };
  const [body, now] = [JSON.stringify(left), recipe.platform.now()];
  const signature = createHmac("sha256", recipe.env.SCIM_SECRET!).update(`${now}.${body}`).digest("hex");
  assert.equal(await onDirectory(body, `t=${now},s=${signature}`), 200);
  assert.deepEqual(await users(), [null, null, userId]);
  assert.ok(await town.session(linus));
  await adapter.deleteUser(userId);
  assert.deepEqual(await users(), [null, null, null]);
  assert.equal(await town.session(linus), null);
}
