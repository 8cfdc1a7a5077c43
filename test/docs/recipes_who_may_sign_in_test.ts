import assert from "node:assert/strict";
import { StatementSync } from "node:sqlite";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { Password } from "../../src/providers/password.ts";
import { Resend } from "../../src/providers/resend.ts";
import type { Browser, Site } from "../../src/testing/mod.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { addGitHub } from "./_github.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/who_may_sign_in.md");

const STAFF = "https://sso.example.com/realms/staff";

/** Starts the application of a section, with Google and a realm of Keycloak. */
async function openApp(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const keycloak = recipe.addProvider(STAFF, "KEYCLOAK");
  await recipe.start();
  return { google, keycloak };
}

/** The id of the user who is signed in. */
async function idOf(recipe: Recipe, browser: Browser): Promise<string> {
  const { user } = await recipe.session(browser);
  assert.ok(user.id);
  return user.id;
}

/** Adds Discord: its endpoints lead to a fake provider. The servers of a user are in the field `guilds`. */
function addDiscord(recipe: Recipe) {
  const idp = recipe.addProvider("https://discord.com", "DISCORD");
  const { authorization_endpoint, token_endpoint, userinfo_endpoint } = idp.metadata;
  const endpoints: Record<string, string> = {
    "/oauth2/authorize": authorization_endpoint!,
    "/api/oauth2/token": token_endpoint!,
    "/api/users/@me": userinfo_endpoint!,
  };
  recipe.sites["https://discord.com"] = (request) => {
    const { pathname, search } = new URL(request.url);
    const { guilds } = idp.user as { guilds?: unknown };
    if (pathname === "/api/users/@me/guilds") {
      return Response.json(guilds ?? {}, { status: guilds ? 200 : 401 });
    }
    return idp.fetch(new Request((endpoints[pathname] ?? request.url) + search, request));
  };
  return idp;
}

/** Signs up with a password, and then signs in with it. @returns The addresses of both last pages. */
async function usePassword(recipe: Recipe, mails: readonly { text: string }[], email: string) {
  const { config } = await recipe.load("auth.ts");
  const others = config.providers.filter(({ id }: { id?: string }) => id !== "resend");
  const providers = [
    Password({ unknownBrowsers: "allow" }),
    ...others,
    Resend({ from: "Acme <hello@example.com>" }),
  ];
  recipe.sites[APP] = DenoAuth({ ...config, providers }, () => new Response("mine")) as Site;
  const password = "lovely engine weaves";
  const browser = recipe.browser();
  const form = await browser.open(`${APP}/auth/signup`);
  const wait = await form.submit("/auth/signup", { email, password });
  if (!wait.url.includes("/verify-request")) return [wait.url];
  const code = /\b\d{4} ?\d{4}\b/.exec(mails.at(-1)!.text)![0];
  const first = await wait.submit("/auth/callback/password", { code });
  const again = await recipe.browser().open(`${APP}/auth/signin`);
  return [first.url, (await again.submit("/auth/callback/password", { email, password })).url];
}

page.section("Only addresses of your company", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    const { google } = await openApp(recipe);
    const end = async (user: object) => {
      google.login({ sub: "1", name: "Ada", ...user });
      const { url, text } = await recipe.signIn(recipe.browser(), "google");
      return url === `${APP}/` ? text : new URL(url).searchParams.get("error");
    };
    assert.equal(await end({ email: "Ada@Example.com", email_verified: true }), "Hello Ada");
    assert.equal(await end({ sub: "2", email: "eve@notexample.com", email_verified: true }), "AccessDenied");
    assert.equal(await end({ sub: "3", email: "eve@example.com", email_verified: false }), "AccessDenied");
    assert.equal(await end({ sub: "4" }), "AccessDenied");
    for (
      const email of ["eve@example.com.evil.example", "eve@sub.example.com", "eve@example.com@evil.example"]
    ) {
      assert.equal(await end({ sub: email, email, email_verified: true }), "AccessDenied", email);
    }
    assert.equal(await end({ sub: "5", email: "eve@example.com", email_verified: "true" }), "AccessDenied");

    const ask = async (email: string) => {
      const browser = recipe.browser();
      const page = await browser.open(`${APP}/auth/signin`);
      return { browser, page: await page.submit("/auth/signin/resend", { email }) };
    };
    assert.match((await ask("eve@evil.example")).page.url, /error=AccessDenied/);
    for (const both of ["eve@evil.example,grace@example.com", "eve@evil.example\r\nbcc:grace@example.com"]) {
      assert.match((await ask(both)).page.url, /\/signin\?|\/error\?/, both);
    }
    assert.equal(mails.length, 0);
    const { browser } = await ask("grace@example.com");
    assert.match(JSON.stringify(mails[0]!.to), /grace@example\.com/);
    const [link] = /https:\/\/app\.test\/auth\/callback\/\S+/.exec(mails[0]!.text)!;
    assert.equal((await browser.open(link)).text, "Hello grace@example.com");
    assert.deepEqual(await usePassword(recipe, mails, "mary@example.com"), [`${APP}/`, `${APP}/`]);
    assert.match((await usePassword(recipe, mails, "eve@evil.example")).join(), /error=AccessDenied/);
  }));

page.section("Only addresses that you list, with GitHub or Discord", async (recipe) => {
  const { login: github, api } = addGitHub(recipe);
  const discord = addDiscord(recipe);
  await recipe.start();
  const end = async (provider: string) => {
    const { url, text } = await recipe.signIn(recipe.browser(), provider);
    return url === `${APP}/` ? text : new URL(url).searchParams.get("error");
  };
  const hers = { email: "Ada@example.com", primary: true, verified: true };
  github({ email: null });
  api["/user/emails"] = () => Response.json([hers]);
  assert.equal(await end("github"), "Hello Ada Lovelace");
  api["/user/emails"] = () => Response.json([{ ...hers, verified: false }]);
  assert.equal(await end("github"), "AccessDenied");
  api["/user/emails"] = () => Response.json([{ ...hers, email: "eve@example.com" }]);
  assert.equal(await end("github"), "AccessDenied");
  // The claim of another provider proves nothing here.
  github({ email: "ada@example.com", email_verified: true, verified: true });
  assert.equal(await end("github"), "AccessDenied");

  discord.login({ id: "1", username: "ada", email: "ada@example.com", verified: true });
  assert.equal(await end("discord"), "Hello ada");
  discord.login({
    id: "1",
    username: "ada",
    email: "ada@example.com",
    verified: false,
    email_verified: true,
  });
  assert.equal(await end("discord"), "AccessDenied");
  discord.login({ id: "1", username: "ada", email: null, verified: true });
  assert.equal(await end("discord"), "AccessDenied");
});

page.section("Any verified address of a GitHub user", async (recipe) => {
  const { login, api } = addGitHub(recipe);
  await recipe.start();
  const own = { email: "ada@private.example", primary: true, verified: true };
  const endWith = async (...addresses: object[]) => {
    login({ email: null });
    api["/user/emails"] = () => Response.json([own, ...addresses]);
    return new URL((await recipe.signIn(recipe.browser(), "github")).url).searchParams.get("error");
  };
  assert.equal(await endWith({ email: "Ada@Example.com", primary: false, verified: true }), null);
  assert.equal(await endWith({ email: "ada@example.com", primary: false, verified: false }), "AccessDenied");
  assert.equal(
    await endWith({ email: "ada@notexample.com", primary: false, verified: true }),
    "AccessDenied",
  );
  assert.equal(await endWith(), "AccessDenied");
});

page.section("Only members of a GitHub organization", async (recipe) => {
  const { login, api, idp } = addGitHub(recipe);
  login({ email: null });
  await recipe.start();
  const membership = "/user/memberships/orgs/acme";
  const end = async () =>
    new URL((await recipe.signIn(recipe.browser(), "github")).url).searchParams.get("error");
  assert.equal(await end(), "AccessDenied");
  const asked: (string | null)[] = [];
  api[membership] = ({ headers }) => {
    asked.push(headers.get("authorization"));
    return Response.json({ state: "active", organization: { login: "acme" } });
  };
  assert.equal(await end(), null);
  assert.match(asked[0]!, /^Bearer \S{20}/);
  assert.match(idp.requests[0]!.params.get("scope")!, /\bread:org\b/);
  api[membership] = () => Response.json({ state: "pending" });
  assert.equal(await end(), "AccessDenied");
  api[membership] = () => {
    throw new TypeError("no connection");
  };
  assert.equal(await end(), "AccessDenied");
});

page.section("Only members of a Discord server", async (recipe) => {
  const discord = addDiscord(recipe);
  await recipe.start();
  const end = async () =>
    new URL((await recipe.signIn(recipe.browser(), "discord")).url).searchParams.get("error");
  discord.login({ id: "1", username: "ada", guilds: [{ id: "2" }, { id: "613425648685547541" }] });
  assert.equal(await end(), null);
  assert.match(discord.requests[0]!.params.get("scope")!, /\bguilds\b/);
  discord.login({ id: "1", username: "ada", guilds: [{ id: "2", name: "613425648685547541" }] });
  assert.equal(await end(), "AccessDenied");
  discord.login({ id: "1", username: "ada" });
  assert.equal(await end(), "AccessDenied");
});

page.section("Only people you have invited", (recipe) =>
  withQuickScrypt(async () => {
    const mails = recipe.addMails();
    const { google } = await openApp(recipe);
    const { config, invite } = await recipe.load("auth.ts");
    const browser = recipe.browser();
    const refused = await recipe.signIn(browser, "google");
    assert.equal(refused.url, `${APP}/waiting-list`);
    assert.equal(await recipe.session(browser), null);
    assert.equal(await config.adapter.getUserByEmail("ada@example.com"), null);
    invite("Ada@example.com");
    google.login({ sub: "eve", email: "ada@example.com", email_verified: false });
    assert.equal((await recipe.signIn(browser, "google")).url, `${APP}/waiting-list`);
    google.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true });
    assert.equal((await recipe.signIn(browser, "google")).text, "Hello Ada Lovelace");
    google.login({ sub: "home", name: "Ada", email: "ada@home.example", email_verified: true });
    await (await browser.open(`${APP}/auth/signin?link=true`)).submit("/auth/signin/google");
    assert.equal((await recipe.signIn(recipe.browser(), "google")).text, "Hello Ada Lovelace");
    // An address of which the administrator types another spelling than the user.
    invite(" Grace@Müller.example");
    for (const email of ["grace@müller.example", "GRACE@xn--mller-kva.example"]) {
      google.login({ sub: "grace", name: "Grace", email, email_verified: true });
      assert.equal((await recipe.signIn(recipe.browser(), "google")).text, "Hello Grace");
    }
    invite("Mary@Bücher.example ");
    assert.deepEqual(await usePassword(recipe, mails, "mary@bücher.example"), [`${APP}/`, `${APP}/`]);
    // `bun:sqlite` returns null without a row.
    const { get } = StatementSync.prototype;
    Object.assign(StatementSync.prototype, {
      get(this: StatementSync, ...values: Parameters<typeof get>) {
        return get.apply(this, values) ?? null;
      },
    });
    try {
      google.login({ sub: "eve", email: "eve@example.com", email_verified: true });
      assert.equal((await recipe.signIn(recipe.browser(), "google")).url, `${APP}/waiting-list`);
    } finally {
      StatementSync.prototype.get = get;
    }
  }));

page.section("Block a user", async (recipe) => {
  await openApp(recipe);
  const { block } = await recipe.load("auth.ts");
  const [phone, laptop] = [recipe.browser(), recipe.browser()];
  assert.equal((await recipe.signIn(phone, "google")).text, "Hello Ada Lovelace");
  const { user } = await recipe.session(phone);
  assert.equal(await block("nobody", "Spam"), false);
  assert.equal(await block(user.id, "Spam"), true);
  assert.equal(await recipe.session(phone), null);
  assert.match((await recipe.signIn(laptop, "google")).url, /error=AccessDenied/);
  assert.equal(await recipe.session(laptop), null);
});

page.section("OAuthAccountNotLinked", async (recipe) => {
  await openApp(recipe);
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  const other = recipe.browser();
  const refused = await recipe.signIn(other, "keycloak");
  assert.match(refused.url, /error=OAuthAccountNotLinked/);
  assert.match(refused.text, /That account, or its address, belongs to another user/);
  const ways = await browser.open(`${APP}/auth/signin?link=true&callbackUrl=/`);
  assert.equal((await ways.submit("/auth/signin/keycloak")).url, `${APP}/`);
  await recipe.signIn(other, "keycloak");
  assert.equal(await idOf(recipe, other), await idOf(recipe, browser));
});

page.section("Link accounts by their address", async (recipe) => {
  const { keycloak } = await openApp(recipe);
  const [first, second] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(first, "google");
  await recipe.signIn(second, "keycloak");
  assert.equal(await idOf(recipe, second), await idOf(recipe, first));
  keycloak.login({ sub: "eve", email: "ada@example.com", email_verified: false });
  assert.match((await recipe.signIn(recipe.browser(), "keycloak")).url, /error=OAuthAccountNotLinked/);
});

page.last();
