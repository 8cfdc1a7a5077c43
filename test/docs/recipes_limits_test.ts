import assert from "node:assert/strict";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const page = openPage("recipes/limits.md");

const ADDRESS = "ada@example.com";

/** Starts an application with the config of a section. Its users are behind a proxy that appends an address. */
async function openBehindProxy(recipe: Recipe) {
  const { config } = await recipe.load("auth.ts");
  const app = DenoAuth(config, () => new Response("home"));
  let address = "192.0.2.1";
  recipe.sites[APP] = (request) => {
    const headers = new Headers(request.headers);
    headers.append("x-forwarded-for", `203.0.113.${Math.floor(Math.random() * 256)}`);
    headers.append("x-forwarded-for", address);
    return app(new Request(request, { headers }));
  };
  return { from: (next: string) => void (address = next) };
}

page.section("Behind a proxy", async (recipe) => {
  const mails = recipe.addMails();
  const client = await openBehindProxy(recipe);
  const ask = async (email: string) => {
    const form = await recipe.browser().open(`${APP}/auth/signin`);
    return (await form.submit("/auth/signin/resend", { email })).status;
  };
  for (let n = 0; n < 100; n++) assert.equal(await ask(`user${n}@example.com`), 200);
  assert.equal(await ask(ADDRESS), 429);
  client.from("192.0.2.2");
  assert.equal(await ask(ADDRESS), 200);
  assert.equal(mails.length, 101);
});

page.section("Credentials", async (recipe) => {
  await openBehindProxy(recipe);
  const type = async (username: string, password: string) => {
    const form = await recipe.browser().open(`${APP}/auth/signin`);
    return (await form.submit("/auth/callback/credentials", { username, password })).status;
  };
  for (let n = 0; n < 10; n++) assert.equal(await type(n % 2 ? "Ada" : " ada", "wrong"), 200);
  assert.equal(await type("ADA", "correct horse"), 429);
  assert.equal(await type("grace", "wrong"), 200);
});

page.section("Limits of your own", async (recipe) => {
  const { secondsToWait } = await recipe.load("counters.ts");
  for (let n = 0; n < 20; n++) assert.equal(await secondsToWait("a"), 0);
  assert.ok(await secondsToWait("a") > 59);
  assert.equal(await secondsToWait("b"), 0);
  recipe.platform.tick(60);
  assert.equal(await secondsToWait("a"), 0);
  const { config } = await recipe.load("auth.ts");
  const lines: string[] = [];
  const { info } = console;
  console.info = (line: string) => void lines.push(line);
  try {
    const attempt = { kind: "passkey", account: "x", address: null, provider: "passkey" } as const;
    assert.equal(await config.limits({ ...attempt, request: new Request(APP) }), 0);
  } finally {
    console.info = info;
  }
  assert.deepEqual(lines, ["passkey with passkey for x from null"]);
});

page.section("A form of your own", async (recipe) => {
  const { allowAttempt } = await recipe.load("attempts.ts");
  const rule = { limit: 2, seconds: 60 };
  assert.deepEqual([1, 2, 3].map(() => allowAttempt("invite 1", rule)), [true, true, false]);
  assert.equal(allowAttempt("invite 2", rule), true);
  recipe.platform.tick(60);
  assert.equal(allowAttempt("invite 1", rule), true);
});

page.section("A captcha", async (recipe) => {
  const mails = recipe.addMails();
  recipe.env.TURNSTILE_SECRET = "secret";
  recipe.sites["https://challenges.cloudflare.com"] = async (request) => {
    const form = new URLSearchParams(await request.text());
    const isPerson = form.get("secret") === "secret" && form.get("response") === "person";
    return Response.json(
      isPerson ? { success: true } : { success: false, "error-codes": ["invalid-input-response"] },
    );
  };
  assert.match(recipe.read("html"), /class="cf-turnstile"/);
  const { config } = await recipe.load("auth.ts");
  // A sign-in page of the reader: its route hands all fields of the form to `signIn`.
  recipe.sites[APP] = DenoAuth(config, async (request, auth) => {
    if (request.method !== "POST") return new Response("login");
    const fields = Object.fromEntries(await request.formData()) as Record<string, string>;
    const location = await auth.signIn({ providerId: "resend", fields }).catch((error) =>
      `/login?error=${error.type}`
    );
    return new Response(null, { status: 303, headers: { location } });
  });
  const browser = recipe.browser();
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const post = async (path: string, answer: string | undefined, isJson = false) => {
    const fields = { csrfToken, email: ADDRESS, ...(answer && { "cf-turnstile-response": answer }) };
    const headers = { origin: APP, ...(isJson && { "content-type": "application/json" }) };
    const body = isJson ? JSON.stringify(fields) : new URLSearchParams(fields);
    const init = { method: "POST", redirect: "manual", headers, body } as const;
    return (await browser.fetch(`${APP}${path}`, init)).headers.get("location") ?? "";
  };
  const endpoints = ["/auth/signin/resend", "/auth/signin/resend/", "/login"];
  for (const path of endpoints) {
    for (const answer of [undefined, "robot"]) {
      assert.match(await post(path, answer), /ChallengeFailed/, path);
    }
  }
  assert.match(await post("/auth/signin/resend", undefined, true), /ChallengeFailed/);
  assert.equal(mails.length, 0);
  for (const path of endpoints) assert.match(await post(path, "person"), /verify-request/, path);
  assert.equal(mails.length, 3);
});

page.section("See failed sign-ins", async (recipe) => {
  const { audit } = await recipe.load("audit.ts");
  const { Credentials } = await import("../../src/providers/credentials.ts");
  const lines: string[] = [];
  const { info } = console;
  console.info = (line: string) => void lines.push(line);
  try {
    const authorize = ({ pin }: { pin?: unknown }) => pin === "1234" ? { id: "1" } : null;
    recipe.sites[APP] = DenoAuth(
      { ...audit, providers: [Credentials({ credentials: { pin: {} }, authorize })] },
      () => new Response("home"),
    );
    for (const pin of ["0000", "1234"]) {
      await (await recipe.browser().open(`${APP}/auth/signin`)).submit("/auth/callback/credentials", { pin });
    }
  } finally {
    console.info = info;
  }
  assert.deepEqual(lines, ["failed: CredentialsSignin with credentials", "signed in: 1 with credentials"]);
});

page.last();
