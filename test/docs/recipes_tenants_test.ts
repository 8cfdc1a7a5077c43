import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { sealStored } from "../../src/crypto/stored_seal.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { Browser, Site } from "../../src/testing/mod.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { rotationSteps, type Variables } from "../_rotation_steps.ts";
import { run } from "../cli/_command.ts";
import { blocksOf } from "./_blocks.ts";
import { built } from "./_built.ts";
import { inPage } from "./_page.ts";
import { APP, openPage, type Recipe, SECRET } from "./_recipe.ts";

const page = openPage("recipes/tenants.md", { built });

const ACME = "https://acme.example.com";
const GLOBEX = "https://globex.example.com";
const UNKNOWN = ["https://other.example.com", "https://10.0.0.1", "https://acme.example.com.evil.example"];

/** Adds the providers of both tenants, and removes the URL that a single site would have. */
async function addTenants(recipe: Recipe): Promise<void> {
  const { findTenant } = await recipe.load("tenants.ts");
  for (const origin of [ACME, GLOBEX]) {
    const { issuer, clientId, clientSecret } = findTenant(new URL(origin).host);
    recipe.addProvider(issuer, "UNUSED", { clientId, clientSecret });
  }
  delete recipe.env.AUTH_URL;
}

/** Gives the session cookie of one tenant to the site of another. */
function copySession(browser: Browser, from: string, to: string): Browser {
  const name = "__Host-latchkey.session-token";
  const { value } = browser.cookies(from).find((cookie) => cookie.name === name)!;
  browser.setCookie(to, `${name}=${value}; Path=/; Secure; HttpOnly`);
  return browser;
}

async function checkTenants(recipe: Recipe, app: Site): Promise<void> {
  for (const origin of [ACME, GLOBEX, ...UNKNOWN]) recipe.sites[origin] = app;
  const browser = recipe.browser();
  const tenantAt = async (origin: string) => (await recipe.session(browser, origin))?.tenant;
  assert.match((await browser.open(`${ACME}/`)).text, /Nobody is signed in/);
  const home = await recipe.signIn(browser, "sso", { origin: ACME });
  assert.equal(home.url, `${ACME}/`);
  assert.match(home.text, /Hello Ada Lovelace/);
  assert.deepEqual([await tenantAt(ACME), await tenantAt(GLOBEX)], ["acme", undefined]);
  assert.match((await browser.open(`${GLOBEX}/`)).text, /Nobody is signed in/);

  copySession(browser, ACME, GLOBEX);
  assert.match((await browser.open(`${GLOBEX}/`)).text, /Nobody is signed in/);
  const headers = { "x-forwarded-host": new URL(ACME).host };
  const forwarded = await browser.fetch(`${GLOBEX}${recipe.basePath}/session`, { headers });
  assert.equal(await forwarded.json(), null);
  const callback = new URL(browser.visited.find((url) => url.includes("/callback/sso?"))!);
  await browser.open(GLOBEX + callback.pathname + callback.search);
  assert.equal(await tenantAt(GLOBEX), undefined, "the answer of a provider counts for one tenant");

  await recipe.signIn(browser, "sso", { origin: GLOBEX });
  assert.deepEqual([await tenantAt(ACME), await tenantAt(GLOBEX)], ["acme", "globex"]);
  for (const origin of UNKNOWN) {
    for (const path of ["/", `${recipe.basePath}/signin`, `${recipe.basePath}/session`]) {
      const answer = await browser.fetch(origin + path);
      assert.deepEqual([answer.status, await answer.text()], [404, "There is no such site."], origin + path);
    }
  }
}

/** Asks for a config without a usable `AUTH_SECRET`, for a tenant whose id is long and public. */
async function checkMissingSecret(recipe: Recipe): Promise<void> {
  const { findTenant } = await recipe.load("tenants.ts");
  const { configOf } = await recipe.load("auth.ts");
  const tenant = { ...findTenant("acme.example.com"), id: "t_0d9b6f5c1a7e4e0f9c3b2a1d" };
  for (const secret of [undefined, "", "short"]) {
    delete recipe.env.AUTH_SECRET;
    if (secret !== undefined) recipe.env.AUTH_SECRET = secret;
    await assert.rejects(configOf(tenant), /Set AUTH_SECRET/);
  }
}

const STEPS = rotationSteps({ old: SECRET, new: "the-next-secret-of-forty-characters-0000" });

/** Rotates the secret step by step, as `sessions.md` says, with a user of each tenant who never signs out. */
async function checkRotation(recipe: Recipe): Promise<void> {
  const { findTenant } = await recipe.load("tenants.ts");
  const { before, told, sealing, after } = STEPS;
  // A database of the page is in memory here: each copy of the module would have another one.
  const adapters = new Map<string, AuthConfig["adapter"]>();
  const deploy = async (variables: Variables) => {
    for (const name of Object.keys(told)) delete recipe.env[name];
    Object.assign(recipe.env, variables);
    // A process of its own has a copy of the module of its own.
    const { configOf } = await recipe.load(`auth.ts?${crypto.randomUUID()}`);
    for (const origin of [ACME, GLOBEX]) {
      const config: AuthConfig = await configOf(findTenant(new URL(origin).host));
      const { adapter } = config;
      if (adapter && !adapters.has(origin)) adapters.set(origin, adapter);
      const kept = adapter ? { ...config, adapter: adapters.get(origin)! } : config;
      recipe.sites[origin] = DenoAuth(kept, () => new Response("home"));
    }
  };
  await deploy(before);
  const browser = recipe.browser();
  for (const origin of [ACME, GLOBEX]) await recipe.signIn(browser, "sso", { origin });
  for (const step of [told, before, told, sealing, told, sealing, after]) {
    await deploy(step);
    for (const origin of [ACME, GLOBEX]) {
      assert.ok(await recipe.session(browser, origin), JSON.stringify(step));
    }
    if (step !== before) recipe.platform.tick(25 * 3600);
  }
}

page.section("A config for each tenant", async (recipe) => {
  await addTenants(recipe);
  await recipe.start();
  await checkTenants(recipe, recipe.sites[APP]!);
  const { configOf } = await recipe.load("auth.ts");
  const { findTenant } = await recipe.load("tenants.ts");
  const acme = findTenant("acme.example.com:8443");
  assert.equal(await configOf(acme), await configOf(acme));
  const globex = await configOf(findTenant("globex.example.com"));
  assert.notDeepEqual((await configOf(acme)).secret, globex.secret);
  assert.equal(findTenant(undefined), undefined);
  // The secrets are the same in each framework.
  if (recipe.tab === "Deno") await checkRotation(recipe);
  await checkMissingSecret(recipe);
});

page.section("Tenants with stored sessions", async (recipe) => {
  await addTenants(recipe);
  const { configOf } = await recipe.load("auth.ts");
  const { findTenant } = await recipe.load("tenants.ts");
  await checkTenants(recipe, async (request) => {
    const tenant = findTenant(new URL(request.url).hostname);
    if (!tenant) return new Response("There is no such site.", { status: 404 });
    const config: AuthConfig = await configOf(tenant);
    return await DenoAuth(config, async (_request, auth) => {
      const session = await auth();
      return new Response(session ? `Hello ${session.user.name}` : "Nobody is signed in");
    })(request);
  });
  const [acme, globex] = await Promise.all(
    [ACME, GLOBEX].map((origin) => configOf(findTenant(new URL(origin).host))),
  );
  const users = await Promise.all(
    [acme, globex].map(({ adapter }) => adapter.getUserByEmail("ada@example.com")),
  );
  assert.notEqual(users[0].id, users[1].id);
  await checkRotation(recipe);
  await checkMissingSecret(recipe);
  recipe.env.AUTH_SECRET = "the-next-secret-of-forty-characters-0000";
  const late = { ...findTenant("acme.example.com"), id: "t_0d9b6f5c1a7e4e0f9c3b2a1d" };
  assert.ok(await configOf(late), "a config that could not be made is made at the next request");
});

/** The files of the page until here, with a second factor, and a database in one place. */
function filesWithSecondFactor(database: string): Record<string, string> {
  const text = readFileSync(new URL("../../docs/recipes/tenants.md", import.meta.url), "utf8");
  const until = blocksOf(text).filter(({ tab, section }) => !tab && !section.startsWith("Users who belong"));
  return Object.fromEntries(
    until.filter(({ file }) => file.endsWith(".ts")).map(({ file, text }) => [
      file,
      text.replace('"auth.sqlite"', JSON.stringify(database))
        .replace("  adapter,", "  adapter, features: [SecondFactor()],")
        .replace(
          /^/,
          file === "auth.ts" ? 'import { SecondFactor } from "@latchkey/auth/second-factor";\n' : "",
        ),
    ]),
  );
}

page.section("Rotate the secrets of all tenants", async (recipe) => {
  recipe.read("tenant_config.ts");
  const loops = recipe.read("sh").split("\n\n").map((text) => ({
    tenants: /^for tenant in (.+); do$/m.exec(text)![1]!.split(" "),
    args: /^ {2}TENANT=\$tenant npx @latchkey\/auth (.+) \|\| /m.exec(text)![1]!.split(" "),
  }));
  const [resealing, checking] = loops;
  assert.deepEqual(loops.map(({ args }) => args[0]), ["reseal", "check"]);
  const folder = await mkdtemp(join(tmpdir(), "latchkey-tenants-"));
  const database = join(folder, "auth.sqlite");
  const files = filesWithSecondFactor(database);
  const all = async ({ tenants, args }: typeof loops[number], variables: Variables) =>
    await Promise.all(tenants.map(async (TENANT) => {
      const { out, code } = await run(args, { files, env: { ...variables, TENANT }, ownProcess: true });
      return { out, code };
    }));
  try {
    // Creates the tables.
    await all(checking!, STEPS.before);
    const db = new DatabaseSync(database);
    for (const id of ["acme", "globex"]) {
      const secret = createHmac("sha256", SECRET).update(id).digest("base64url");
      const sealer = { secrets: [secret], platform: webPlatform };
      const totpSecret = await sealStored({ userId: "1", secret: "JBSWY3DPEHPK3PXP" }, "totp secret", sealer);
      const row = { ...noSecondFactor("1"), enabledAt: new Date(), totpSecret };
      await Sqlite(db, { prefix: `${id}_` }).rows.store("secondFactors", row, null);
    }
    db.close();
    const sealed = async (variables: Variables) =>
      (await all(checking!, variables)).map(({ out }) => /^.*\bsealed\b.*$/m.exec(out)?.[0] ?? out);
    for (const line of await sealed(STEPS.sealing)) {
      assert.match(line, /warning .* only an older secret opens/);
    }
    for (const line of await sealed(STEPS.after)) assert.match(line, /wrong .* none of the secrets/);
    for (const { out, code } of await all(resealing!, STEPS.sealing)) {
      assert.match(out, /^Sealed 1 secret of an authenticator app again/);
      assert.equal(code, 0);
    }
    for (const line of await sealed(STEPS.after)) assert.match(line, /ok .* the newest secret opens it/);
    const [unknown] = await all({ ...resealing!, tenants: ["other.example.com"] }, STEPS.sealing);
    assert.match(unknown!.out, /^Cannot reseal: .*Set TENANT to the host of a tenant/);
    assert.equal(unknown!.code, 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

page.section("Users who belong to several organizations", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const { memberships } = await recipe.load("members.ts");
  const browser = recipe.browser();
  const organization = async () => (await recipe.session(browser)).organization;
  await recipe.signIn(browser, "google");
  assert.equal(await organization(), null);
  const { user } = await recipe.session(browser);
  memberships.set(user.id, new Set(["acme"]));
  memberships.set("someone else", new Set(["globex"]));
  await inPage(browser, `${APP}/`, async () => {
    const { choose } = await recipe.load("browser/choose.ts");
    assert.deepEqual([await choose("globex"), await choose("acme"), await choose("globex")], [
      false,
      true,
      false,
    ]);
    for (const forged of [["acme"], { toString: "acme" }, null, "__proto__", ""]) {
      assert.equal(await choose(forged), false, JSON.stringify(forged));
    }
  });
  assert.equal(await organization(), "acme");
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  await browser.fetch(`${APP}/auth/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, data: { organization: "globex", sub: "someone else" } }),
  });
  assert.equal(await organization(), "acme");
  memberships.delete(user.id);
  assert.equal(await organization(), null);
});

page.last();
