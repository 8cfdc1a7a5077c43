import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Google } from "../../src/providers/google.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import type { Browser, Site } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { type AnswerJson, createAuthenticator, type Options } from "../flows/_authenticator.ts";
import { inPage, type ScriptPage } from "./_page.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const ADA = { id: "1", name: "Ada Lovelace", email: "ada@example.com" };

/** A server on a port of its own, for programs outside of this process. */
const answers: { site: Site } = { site: () => new Response(null, { status: 404 }) };
const server = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen() {} },
  async (request) => await answers.site(request),
);
afterTests(() => server.shutdown());
const LOCAL = `http://localhost:${server.addr.port}`;

const page = openPage("concepts/endpoints.md", { replace: { "http://localhost:8000": LOCAL } });

/** Serves the library with each type of provider, and stored sessions. Ada has a password. */
async function openApp(recipe: Recipe) {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const adapter = Memory();
  await adapter.createUser({ ...ADA, emailVerified: null });
  const mails: VerificationRequest[] = [];
  const site = DenoAuth({
    adapter,
    providers: [
      Google,
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: ({ password }) => password === "correct horse" ? adapter.getUser("1") : null,
        revoke: () => false,
      }),
      {
        id: "email",
        name: "Email",
        type: "email",
        mails: "both",
        sendVerificationRequest: (mail) => void mails.push(mail),
      },
      Passkey(),
    ],
    features: [AccountPage()],
    callbacks: {
      session: ({ session, trigger, newSession }) =>
        trigger === "update" ? { ...session, changed: newSession } : session,
    },
  }, () => new Response("home"));
  recipe.sites[APP] = site;
  const browser = recipe.browser();
  return {
    browser,
    google,
    mails,
    site,
    inPage: (run: (page: ScriptPage) => Promise<void>) => inPage(browser, `${APP}/`, run),
  };
}

async function signIn(recipe: Recipe, browser: Browser): Promise<void> {
  await recipe.post(browser, "callback/credentials", { password: "correct horse" });
}

page.section("Post from a script", async (recipe) => {
  const app = await openApp(recipe);
  await app.inPage(async () => {
    const { post } = await recipe.load("post.ts");
    assert.equal((await post("signout", { callbackUrl: "/home" })).href, `${APP}/home`);
    assert.equal((await post("signin/unknown")).searchParams.get("error"), "InvalidProvider");
    await assert.rejects(post("signout", { long: "x".repeat(70_000) }), /413/);
    const digits = (await (await fetch("/auth/csrf")).json()).csrfToken;
    assert.match(digits, /^[\da-f]{128}$/);
  });
});

page.section("List the providers", async (recipe) => {
  const { browser } = await openApp(recipe);
  const { google, credentials } = await (await browser.fetch(`${APP}/auth/providers`)).json();
  assert.deepEqual({ google, credentials }, JSON.parse(recipe.read("providers.json")));
});

page.section("Begin a sign-in", async (recipe) => {
  const app = await openApp(recipe);
  await app.inPage(async ({ element, left }) => {
    await recipe.load("google.ts");
    element("#google").dispatchEvent(new Event("click"));
    while (left.length === 0) await new Promise((resolve) => setTimeout(resolve));
    const { origin, pathname } = new URL(left[0]!);
    assert.equal(origin + pathname, app.google.metadata.authorization_endpoint);
    const home = await app.browser.open(left[0]!);
    assert.equal(home.url, `${APP}/account`);
    const { post } = await recipe.load("post.ts");
    const { searchParams } = await post("signin/google?login_hint=ada@example.com&state=mine");
    assert.equal(searchParams.get("login_hint"), "ada@example.com");
    assert.notEqual(searchParams.get("state"), "mine");
  });
  await recipe.post(app.browser, "signout");
  await app.inPage(async () => {
    const { askForMail, enterCode } = await recipe.load("mail.ts");
    assert.equal(await askForMail("grace"), "InvalidEmail");
    assert.equal(await askForMail("grace@example.com"), null);
    assert.equal(await enterCode("0"), "InvalidCode");
    assert.equal(await enterCode(app.mails[0]!.code!), null);
  });
  assert.equal((await recipe.session(app.browser)).user.email, "grace@example.com");
});

page.section("Sign in with a password", async (recipe) => {
  const app = await openApp(recipe);
  await app.inPage(async () => {
    const { signIn } = await recipe.load("password.ts");
    assert.equal(await signIn("ada@example.com", "wrong"), "credentials");
    assert.equal(await signIn("ada@example.com", "correct horse"), null);
  });
  assert.equal((await recipe.session(app.browser)).user.email, "ada@example.com");
});

page.section("Read the session", async (recipe) => {
  const app = await openApp(recipe);
  const { user, expires } = JSON.parse(recipe.read("session.json"));
  await app.inPage(async () => {
    const { getSession } = await recipe.load("session.ts");
    const { updateSession } = await recipe.load("update.ts");
    assert.equal(await getSession(), null);
    assert.equal(await updateSession({ theme: "dark" }), null);
    await signIn(recipe, app.browser);
    const session = await getSession();
    assert.deepEqual(Object.keys(session), ["user", "expires"]);
    assert.deepEqual(session.user, user);
    assert.equal(session.expires, new Date(session.expires).toISOString());
    assert.equal(expires, new Date(expires).toISOString());
    assert.deepEqual((await updateSession({ theme: "dark" })).changed, { theme: "dark" });
  });
});

page.section("Sign out", async (recipe) => {
  const app = await openApp(recipe);
  await signIn(recipe, app.browser);
  await app.inPage(async ({ left }) => {
    const { signOut } = await recipe.load("sign_out.ts");
    await signOut();
    await signOut();
    assert.deepEqual(left, [`${APP}/`, `${APP}/`]);
  });
  assert.equal(await recipe.session(app.browser), null);
});

page.section("Read the account", async (recipe) => {
  const app = await openApp(recipe);
  await app.inPage(async () => {
    const { getAccount } = await recipe.load("account.ts");
    assert.equal(await getAccount(), null);
    await signIn(recipe, app.browser);
    assert.equal((await getAccount()).user.email, "ada@example.com");
  });
});

page.section("Use a passkey", async (recipe) => {
  const app = await openApp(recipe);
  const authenticator = createAuthenticator(APP);
  const parse = (options: Options) => options;
  type Ask = { readonly publicKey: Options };
  const browserApi = {
    PublicKeyCredential: { parseRequestOptionsFromJSON: parse, parseCreationOptionsFromJSON: parse },
    navigator: {
      credentials: {
        get: ({ publicKey }: Ask): Promise<AnswerJson> => authenticator.get(publicKey),
        create: ({ publicKey }: Ask): Promise<AnswerJson> => authenticator.create(publicKey),
      },
    },
  };
  const names = Object.keys(browserApi);
  const before = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  for (const [name, value] of Object.entries(browserApi)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  afterTests(() =>
    names.forEach((name, index) =>
      before[index]
        ? Object.defineProperty(globalThis, name, before[index])
        : Reflect.deleteProperty(globalThis, name)
    )
  );
  await app.inPage(async () => {
    const { register, signIn } = await recipe.load("passkey.ts");
    await assert.rejects(register("grace"), /InvalidEmail/);
    assert.equal(await register("grace@example.com"), null);
    assert.equal((await recipe.session(app.browser)).user.email, "grace@example.com");
    await recipe.post(app.browser, "signout");
    assert.equal(await signIn(), null);
  });
  assert.equal((await recipe.session(app.browser)).user.email, "grace@example.com");
});

page.section("Try it in a terminal", async (recipe) => {
  const [script, expected] = [recipe.read("sh"), recipe.read("terminal")];
  recipe.env.AUTH_URL = LOCAL;
  answers.site = (await openApp(recipe)).site;
  const folder = await mkdtemp(join(tmpdir(), "latchkey-curl-"));
  afterTests(() => rm(folder, { recursive: true }));
  const output = await new Promise<string | null>((resolve, reject) => {
    execFile(
      "sh",
      ["-c", `command -v curl > /dev/null || exit 127\n${script}`],
      { cwd: folder },
      (error, out) => {
        if (error?.code === 127) resolve(null);
        else if (error) reject(error);
        else resolve(out);
      },
    );
  });
  if (output === null) return console.log("skip: requests from a terminal: install curl");
  const lines = (text: string) =>
    text.trim().split("\n").map((line) => line.replace(/"expires":"[^"]+"/, ""));
  assert.deepEqual(lines(output), lines(expected));
});

page.last();
