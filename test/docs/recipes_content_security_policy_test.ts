import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { root } from "../../tools/exports.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/content_security_policy.md", { built });

/** `next.config.ts` without what `create-next-app` switches on. */
const NEXT_CONFIG = "export default {};";

page.section("A nonce for each answer", async (recipe) => {
  await recipe.startWithGoogle({ Next: { "next.config.ts": NEXT_CONFIG } });
  const browser = recipe.browser();
  const get = async (path: string) => {
    const answer = await browser.fetch(`${APP}${path}`, { headers: { accept: "text/html" } });
    return { policy: answer.headers.get("content-security-policy") ?? "", html: await answer.text() };
  };
  const nonces = new Set<string>();
  for (const path of ["/", "/", "/?callbackUrl=/account"]) {
    const { policy, html } = await get(path);
    const [, nonce = ""] = /script-src [^;]*'nonce-([\w+/=-]+)'/.exec(policy) ?? [];
    assert.match(nonce, /^.{22,}$/, policy);
    nonces.add(nonce);
    for (const part of ["default-src 'self'", "'strict-dynamic'", "base-uri 'none'", "object-src 'none'"]) {
      assert.ok(policy.includes(part), policy);
    }
    assert.match(policy, /form-action 'self' https:\/\/accounts\.google\.com(;|$)/);
    const scripts = html.match(/<script\b[^>]*>/g) ?? [];
    assert.ok(scripts.length > 0, html);
    for (const script of scripts) assert.ok(script.includes(`nonce="${nonce}"`), script);
  }
  assert.equal(nonces.size, 3, "each answer has a nonce of its own");

  // The pages of the library keep their policy, and get no second one.
  const { basePath } = recipe;
  const own = DenoAuth({ ...(await recipe.load("auth.ts")).config, basePath }, () => new Response("home"));
  const signIn = `${APP}${basePath}/signin`;
  const expected = (await own(new Request(signIn))).headers.get("content-security-policy")!;
  assert.match(expected, /default-src 'none'/);
  // The scripts of the package are minified.
  const hash = /(?<=script-src )'sha256-[^']+'/;
  const { policy } = await get(`${basePath}/signin`);
  assert.match(policy, hash);
  assert.equal(policy.replace(hash, ""), expected.replace(hash, ""));

  const start = await browser.open(`${APP}/`);
  const end = await start.submit("Continue with Google");
  assert.equal(new URL(end.url).origin, APP);
  assert.equal((await recipe.session(browser)).user.name, "Ada Lovelace");
});

page.last();

test("the proxy of Next guards the application's own APIs, and leaves the library and files alone", async () => {
  const page = await readFile(new URL("docs/recipes/content_security_policy.md", root), "utf8");
  const [, matcher = ""] = /matcher: \["\/", "([^"]+)"\]/.exec(page)!;
  const pattern = new RegExp(`^${matcher}$`);
  for (const path of ["/", "/api/report", "/api-keys", "/api/authors", "/members"]) {
    assert.match(path, pattern);
  }
  for (const path of ["/api/auth/signin", "/_next/static/a.js", "/favicon.ico"]) {
    assert.doesNotMatch(path, pattern);
  }
});
