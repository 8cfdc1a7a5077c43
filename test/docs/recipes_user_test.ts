import assert from "node:assert/strict";
import type { Browser } from "../../src/testing/mod.ts";
import { built } from "./_built.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/user_in_session.md", { built });

const STAFF = "https://sso.example.com/realms/staff";

const GRACE = { sub: "grace", name: "Grace Hopper", email: "grace@example.com", email_verified: true };

/** Starts the application of a section, with a realm of Keycloak. */
async function openRealm(recipe: Recipe) {
  recipe.env.AUTH_KEYCLOAK_ISSUER = STAFF;
  const keycloak = recipe.addProvider(STAFF, "KEYCLOAK");
  await recipe.start();
  return keycloak;
}

page.section("The id of the user", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const [first, second] = [recipe.browser(), recipe.browser()];
  const ask = async (browser: Browser, path = "/api/id") => await (await browser.fetch(APP + path)).json();
  assert.equal((await first.fetch(`${APP}/api/id`)).status, 401);
  await recipe.signIn(first, "google");
  const { id } = await ask(first);
  assert.ok(id);
  await recipe.signIn(second, "google");
  assert.deepEqual(await ask(second), { id });
  google.login(GRACE);
  await recipe.signIn(second, "google");
  const own = await ask(second);
  assert.notDeepEqual(own, { id });
  // The user chooses no id: neither in the URL nor in the session.
  await recipe.update(second, { id, sub: id, user: { id } });
  assert.deepEqual(await ask(second, `/api/id?id=${id}`), own);
});

page.section("A role that the provider knows", async (recipe) => {
  const keycloak = await openRealm(recipe);
  const browser = recipe.browser();
  await recipe.signIn(browser, "keycloak");
  assert.equal((await recipe.session(browser)).role, "member");
  await recipe.update(browser, { role: "admin", profile: { roles: ["admin"] } });
  assert.equal((await recipe.session(browser)).role, "member");
  for (const roles of ["admin", ["administrator"], { admin: true }]) {
    keycloak.login({ ...GRACE, roles });
    await recipe.signIn(browser, "keycloak");
    assert.equal((await recipe.session(browser)).role, "member", JSON.stringify(roles));
  }
  keycloak.login({ ...GRACE, roles: ["staff", "admin"] });
  await recipe.signIn(browser, "keycloak");
  assert.equal((await recipe.session(browser)).role, "admin");
});

page.section("Roles from the groups of a company", async (recipe) => {
  const tenant = "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0";
  recipe.env.AUTH_MICROSOFT_ENTRA_ID_ISSUER = tenant;
  const entra = recipe.addProvider(tenant, "MICROSOFT_ENTRA_ID");
  await recipe.start();
  const admins = "6c4b1c2e-3ba8-4b6a-9e2e-31ac3a2bd4f1";
  const browser = recipe.browser();
  const roleAfter = async (claims: object) => {
    entra.login({ ...GRACE, ...claims });
    await recipe.signIn(browser, "microsoft-entra-id");
    return (await recipe.session(browser)).role;
  };
  assert.equal(await roleAfter({ groups: [admins] }), "admin");
  assert.equal(await roleAfter({}), "member");
  const isCut = {
    _claim_names: { groups: "src1" },
    _claim_sources: { src1: { endpoint: "https://x.test/" } },
  };
  const value = [{ "@odata.type": "#microsoft.graph.group", id: admins }];
  recipe.sites["https://graph.microsoft.com"] = () => Response.json({ value });
  assert.equal(await roleAfter(isCut), "admin");
  // Who can't be asked about signs in as nobody.
  recipe.sites["https://graph.microsoft.com"] = () => new Response(null, { status: 503 });
  entra.login({ ...GRACE, sub: "eve", ...isCut });
  const other = recipe.browser();
  await recipe.signIn(other, "microsoft-entra-id");
  assert.equal(await recipe.session(other), null);
});

page.section("Roles from groups, with a database", async (recipe) => {
  recipe.env.AUTH_OKTA_ISSUER = "https://acme.okta.com";
  const okta = recipe.addProvider("https://acme.okta.com", "OKTA");
  await recipe.start();
  const browser = recipe.browser();
  for (const groups of [["admins", "staff"], ["staff"], undefined, ["admins"]]) {
    okta.login({ ...GRACE, groups });
    await recipe.signIn(browser, "okta");
    const role = groups?.includes("admins") ? "admin" : "member";
    assert.equal((await recipe.session(browser)).role, role, String(groups));
  }
});

page.section("A role from your database", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const { promote } = await recipe.load("promote.ts");
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  assert.equal((await recipe.session(browser)).role, "member");
  await recipe.update(browser, { role: "admin", user: { role: "admin" } });
  assert.equal((await recipe.session(browser)).role, "member");
  await promote(" Ada@Example.com");
  assert.equal((await recipe.session(browser)).role, "admin");

  // Google sends a role: it is no role here.
  google.login({ ...GRACE, email_verified: false, role: "admin" });
  const stranger = recipe.browser();
  await recipe.signIn(stranger, "google");
  const { user, role } = await recipe.session(stranger);
  assert.deepEqual([user.email, role], [GRACE.email, "member"]);
  for (const address of [GRACE.email, "unknown@example.com"]) {
    await assert.rejects(() => promote(address), /no user has verified this address/);
  }
  assert.equal((await recipe.session(stranger)).role, "member");
});

page.section("Fields of your own, from the first sign-in", async (recipe) => {
  const google = await recipe.startWithGoogle();
  google.login({ ...GRACE, locale: "fr", newsletter: true });
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const { adapter } = await recipe.load("auth.ts");
  const { id, locale, newsletter } = await adapter.getUserByEmail(GRACE.email);
  assert.deepEqual([locale, newsletter], ["fr", null]);
  const fields = async () => {
    const session = await recipe.session(browser);
    return [session.locale, session.newsletter];
  };
  assert.deepEqual(await fields(), ["fr", false]);
  await adapter.updateUser({ id, newsletter: true });
  assert.deepEqual(await fields(), ["fr", true]);
  google.login({ ...GRACE, locale: "de" });
  await recipe.signIn(browser, "google");
  assert.deepEqual(await fields(), ["fr", true]);
});

page.section("Data that a sign-in takes along", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const planOf = async (email: string) => (await adapter.getUserByEmail(email)).plan;
  const [pro, free] = [recipe.browser(), recipe.browser()];
  google.login(GRACE);
  const begun = await pro.fetch(`${APP}/plans/pro`, {
    method: "POST",
    headers: { origin: APP, "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  assert.equal((await pro.open(begun.headers.get("location")!)).text, `Hello ${GRACE.name}`);
  assert.equal(await planOf(GRACE.email), "pro");
  google.login({ sub: "2", email: "ada@example.com", email_verified: true, name: "Ada" });
  await recipe.signIn(free, "google");
  assert.equal(await planOf("ada@example.com"), "free");
});

page.section("Keep the name and the picture fresh", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const browser = recipe.browser();
  const signIn = async (more: Readonly<Record<string, string>>) => {
    google.login({ ...GRACE, ...more });
    await recipe.signIn(browser, "google");
    const { user } = await recipe.session(browser);
    return [user.name, user.image];
  };
  const [before, after] = ["https://pictures.test/1.png", "https://pictures.test/2.png"];
  assert.deepEqual(await signIn({ name: "Grace", picture: before }), ["Grace", before]);
  assert.deepEqual(await signIn({ name: "Grace Hopper", picture: after }), ["Grace Hopper", after]);
});

page.section("Types for claims of the token", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  assert.equal((await recipe.session(browser)).plan, "paid");
  google.login({ ...GRACE, email: "ada@example.com", email_verified: false });
  await recipe.signIn(browser, "google");
  assert.equal((await recipe.session(browser)).plan, "free");
  await recipe.update(browser, { plan: "paid" });
  assert.equal((await recipe.session(browser)).plan, "free");
});

page.section("Which type to extend for a field", async (recipe) => {
  const keycloak = await openRealm(recipe);
  const { departmentOf } = await recipe.load("department.ts");
  keycloak.login({ ...GRACE, department: "Navy" });
  keycloak.tamper = { tokens: (genuine) => ({ ...genuine, tenant: "acme" }) };
  const browser = recipe.browser();
  assert.equal(departmentOf(await recipe.session(browser)), "none");
  await recipe.signIn(browser, "keycloak");
  const session = await recipe.session(browser);
  assert.deepEqual([departmentOf(session), session.tenant], ["Navy", "acme"]);
});

page.last();
