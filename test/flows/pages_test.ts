import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { Auth, type Theme } from "../../mod.ts";
import { FORM_SCRIPT } from "../../src/pages/form_script.ts";
import { APP, cookiesOf, oauth2, oidc, open, openPlain, request, type WorldConfig } from "./_world.ts";

/** The built-in pages, by their paths, with status and heading. */
const PAGES: readonly (readonly [path: string, status: number, heading: string])[] = [
  ["signin", 200, "Sign in"],
  ["signin?error=OAuthCallbackError&callbackUrl=/home", 200, "Sign in"],
  ["signout", 200, "You're signed out"],
  ["verify-request?provider=mail&type=email", 200, "Check your email"],
  ["error", 200, "Something went wrong"],
  ["error?error=AccessDenied", 403, "You don't have access"],
  ["error?error=Verification", 403, "This link no longer works"],
  ["error?error=Configuration", 200, "Sign-in isn't working"],
  ["error?error=ServerError", 200, "Something went wrong"],
  ["error?error=Anything", 200, "Something went wrong"],
];

for (const [path, status, heading] of PAGES) {
  test(`GET ${path} answers ${status} and has the heading "${heading}"`, async () => {
    const response = await get(path);
    const html = (await response.text()).replaceAll("&#39;", "'");
    assert.equal(response.status, status);
    assert.match(html, /^<!DOCTYPE html>\n<html lang="en" dir="ltr">/);
    const title = path.startsWith("error") || path.includes("?error=") ? `Error: ${heading}` : heading;
    assert.ok(html.includes(`<title>${title} &#8211; app.test</title>`), html.slice(0, 400));
    assert.ok(html.includes(`<h1>${heading}</h1>`));
  });

  test(`GET ${path} is private, cannot be framed, and loads no external content (PG-12 … PG-17)`, async () => {
    const { headers } = await get(path);
    const actual = Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
    const policy = actual["content-security-policy"]!;
    delete actual["content-security-policy"];
    assert.deepEqual(actual, {
      "cache-control": "private, no-cache, no-store",
      "content-language": "en",
      "content-type": "text/html; charset=utf-8",
      expires: "0",
      pragma: "no-cache",
      "referrer-policy": "same-origin",
      vary: "Accept-Language",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    assert.deepEqual(policy.replaceAll(/'sha256-[^']+'/g, "'sha256-…'").split("; "), [
      "default-src 'none'",
      "style-src 'sha256-…'",
      ...path.startsWith("signin") ? ["script-src 'sha256-…'"] : [],
      "img-src 'self'",
      "form-action 'self' https:",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ]);
  });

  test(`GET ${path} has one style sheet and, with a form, one script: those that its policy admits (PG-19)`, async () => {
    const response = await get(path);
    const html = await response.text();
    const sheets = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, sheet]) => sheet!);
    assert.equal(sheets.length, 1);
    const hash = createHash("sha256").update(sheets[0]!).digest("base64");
    assert.ok(response.headers.get("content-security-policy")!.includes(`style-src 'sha256-${hash}';`));
    const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script]) => script!);
    assert.equal(scripts.length, html.includes("<form") ? 1 : 0);
    for (const script of scripts) {
      const hash = createHash("sha256").update(script).digest("base64");
      assert.ok(response.headers.get("content-security-policy")!.includes(`script-src 'sha256-${hash}';`));
    }
    assert.doesNotMatch(html, /<script |<link|<iframe|\son\w+=|\sstyle=|javascript:/i);
    assert.doesNotMatch(html, /(src|href|action)="(?!https:\/\/app\.test(["/]))/);
  });
}

test("Auth() sends no content security policy with answers other than pages (PG-18)", async () => {
  const { post } = openPlain();
  const responses = [
    ...await Promise.all(
      ["csrf", "session", "providers", "unknown", "callback/idp"].map((path) => get(path)),
    ),
    await post("signout"),
    await post("session"),
  ];
  for (const { headers, url } of responses) {
    assert.equal(headers.get("content-security-policy"), null, url);
    assert.notEqual(headers.get("content-type"), "text/html; charset=utf-8");
  }
});

test("GET signin has a button for each provider, in the order of the config", async () => {
  const { browser } = open({
    providers: (idp) => [oidc(idp, { id: "b", name: "Beta" }), oauth2(idp, { id: "a", name: "Alpha" })],
  });
  const { html, text } = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  const actions = [...html.matchAll(/<button [^>]*formaction="([^"]+)">/g)].map(([, action]) => action);
  assert.deepEqual(actions, [`${APP}/auth/signin/b`, `${APP}/auth/signin/a`]);
  assert.match(text, /Continue with Beta .*Continue with Alpha/);
  assert.equal(html.match(new RegExp(`name="callbackUrl" value="${APP}/home"`, "g"))?.length, 1);
  assert.equal(html.match(/name="csrfToken" value="[\da-f]{128}"/g)?.length, 1);
});

test("GET signin shows neither the secret nor an endpoint of a provider (PG-11)", async () => {
  const { browser, idp } = open({
    providers: (
      idp,
    ) => [oidc(idp), oauth2(idp, { id: "other", name: "Other", token: "https://idp.test/token" })],
  });
  const { html } = await browser.open(`${APP}/auth/signin`);
  assert.match(html, /\/auth\/signin\/other/);
  for (const hidden of [idp.clientSecret, idp.clientId, "idp.test"]) {
    assert.equal(html.includes(hidden), false, hidden);
  }
});

test("GET signin says what to do if the config has no provider", async () => {
  const response = await Auth(request("/auth/signin"), open({ providers: () => [] }).config);
  assert.match(await response.text(), /There&#39;s no way to sign in yet\./);
});

test("GET signin sets a CSRF cookie, and only if the browser has none", async () => {
  const { browser } = openPlain();
  const first = await browser.fetch(`${APP}/auth/signin`);
  assert.deepEqual(Object.keys(cookiesOf(first)), ["__Host-latchkey.csrf-token"]);
  assert.deepEqual(cookiesOf(await browser.fetch(`${APP}/auth/signin`)), {});
  assert.deepEqual(cookiesOf(await browser.fetch(`${APP}/auth/signout`)), {});
});

for (const path of ["error", "verify-request"]) {
  test(`GET ${path} sends no cookies to the browser`, async () => {
    assert.deepEqual(cookiesOf(await get(path)), {});
  });
}

test("The error page leads to the sign-in page, the built-in or the application's own", async () => {
  const builtIn = openPlain();
  const page = await builtIn.browser.open(`${APP}/auth/error?error=AccessDenied`);
  assert.equal((await page.follow("Use another account")).url, `${APP}/auth/signin`);
  const { browser } = openPlain({ pages: { signIn: "/in?from=auth" } });
  const own = await browser.open(`${APP}/auth/error?error=AccessDenied`);
  assert.equal((await own.follow("Use another account")).url, `${APP}/in?from=auth`);
});

/** The library's own script of forms. */
const FORMS = `<script>${FORM_SCRIPT}</script>`;

// What comes from outside

test("pages show no part of a query as HTML (PG-04)", async () => {
  const attack = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`;
  for (const [path] of PAGES) {
    for (const name of ["error", "callbackUrl", "email", "provider", "csrfToken", "theme", attack]) {
      const query = new URLSearchParams([[name, attack]]);
      const html = await (await get(`${path.split("?")[0]}?${query}`)).text();
      assert.doesNotMatch(html.replace(FORMS, ""), /<script|<img|onerror=alert\(1\)>/, `${path} ${name}`);
    }
  }
});

test("pages show no text of a query, because anyone can write it (PG-04)", async () => {
  const lie = "Call 555-0100 to unlock your account";
  for (const [path] of PAGES) {
    for (const name of ["error", "error_description", "message", "email"]) {
      const html = await (await get(`${path.split("?")[0]}?${new URLSearchParams([[name, lie]])}`)).text();
      assert.ok(!html.includes("555-0100"), `${path} ${name}`);
    }
  }
});

test("the sign-in page reads only the address and the error from the query (PG-08)", async () => {
  const { browser } = openPlain();
  const plain = await browser.open(`${APP}/auth/signin`);
  const query = new URLSearchParams({
    csrfToken: "evil",
    providers: "evil",
    signinUrl: "https://evil.test",
    theme: "evil",
    "providers[0][name]": "evil",
    origin: "https://evil.test",
  });
  // The mask of the token differs from page to page.
  const withoutToken = (html: string) => html.replaceAll(/name="csrfToken" value="[\da-f]{128}"/g, "");
  const { html } = await browser.open(`${APP}/auth/signin?${query}`);
  assert.equal(withoutToken(html), withoutToken(plain.html));
});

for (const error of ["__proto__", "constructor", "toString", "hasOwnProperty", "", "A".repeat(5000)]) {
  test(`The pages know of no error "${error.slice(0, 20)}" (PG-09)`, async () => {
    const unknown = await (await get("error")).text();
    const response = await get(`error?${new URLSearchParams({ error })}`);
    assert.equal(response.status, 200);
    assert.equal(await response.text(), unknown);
    const page = await get(`signin?${new URLSearchParams({ error })}`);
    assert.equal(page.status, 200);
    if (error) assert.match(await page.text(), /We couldn&#39;t sign you in\./);
  });
}

// What comes from the config

test("A provider's name is text, whatever it contains (PG-01)", async () => {
  const name = `"'><script>alert(1)</script>&amp;`;
  const { browser } = open({ providers: (idp) => [oauth2(idp, { name })] });
  const page = await browser.open(`${APP}/auth/signin`);
  assert.ok(!page.html.replace(FORMS, "").includes("<script"));
  assert.ok(page.text.includes(`Continue with ${name}`));
});

test("The URL of a logo is an attribute, whatever it contains (PG-02, PG-05)", async () => {
  const logo = `https://cdn.test/x"onerror="alert(1)"'><script>alert(1)</script>&amp;`;
  const { config } = open({
    theme: { logo },
    providers: (idp) => [oauth2(idp, { style: { logo } })],
  });
  const html = await (await Auth(request("/auth/signin"), config)).text();
  const images = html.match(/<img[^>]*>/g)!;
  assert.equal(images.length, 2);
  for (const image of images) assert.match(image, / src="[^"'<>]+" alt=""( loading="lazy")?>$/);
  assert.ok(!html.replace(FORMS, "").includes("<script"));
});

test("The pages wear the theme's colours and logo, and its policy admits them", async () => {
  const theme: Theme = {
    colorScheme: "dark",
    logo: "https://cdn.test/logo.svg?a=1&b=2",
    brandColor: "#b45309",
    buttonText: "oklch(90% 0.1 200)",
  };
  for (const [path] of PAGES) {
    const response = await get(path, { theme });
    const html = await response.text();
    assert.ok(
      html.includes('<picture class="logo"><img src="https://cdn.test/logo.svg?a=1&#38;b=2" alt="">'),
      path,
    );
    assert.ok(html.includes("--brand:#b45309") && html.includes("--on:#"));
    assert.match(
      response.headers.get("content-security-policy")!,
      /; img-src 'self' https:\/\/cdn\.test; /,
    );
    const sheet = /<style>([^]*?)<\/style>/.exec(html)![1]!;
    const hash = createHash("sha256").update(sheet).digest("base64");
    assert.ok(response.headers.get("content-security-policy")!.includes(hash));
  }
});

test("Auth() does not work with a theme that would end the style sheet (PG-06)", async () => {
  const { config, log } = openPlain({ theme: { brandColor: "red}</style><script>alert(1)</script>" } });
  const response = await Auth(request("/auth/signin", { headers: { accept: "text/html" } }), config);
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /alert\(1\)/);
  assert.match(log(), /Cannot use `theme\.brandColor`/);
});

for (const style of [{ logo: "javascript:alert(1)" }, { brandColor: "red}body{display:none" }]) {
  test(`Auth() does not work with a provider's style ${JSON.stringify(style)} (PG-02, PG-03)`, async () => {
    const { config, log } = open({ providers: (idp) => [oauth2(idp, { style })] });
    assert.equal((await Auth(request("/auth/signin"), config)).status, 500);
    assert.match(log(), new RegExp(`Cannot use provider "idp": \`style\\.${Object.keys(style)[0]}\``));
  });
}

// Pages of the application's own

const OWN = [
  ["/in", `${APP}/in?`],
  ["in", `${APP}/in?`],
  ["/in?a=1", `${APP}/in?a=1&`],
  ["/in?a=1#part", `${APP}/in?a=1&`],
  ["https://accounts.test/in", "https://accounts.test/in?"],
  ["https://accounts.test/in?a=1", "https://accounts.test/in?a=1&"],
] as const;

for (const [page, start] of OWN) {
  test(`pages.signIn "${page}" gets the address and the error`, async () => {
    const config = { pages: { signIn: page } };
    const end = page.includes("#") ? "#part" : "";
    const back = encodeURIComponent(`${APP}/home`);
    assert.equal(await locationOf("signin?callbackUrl=/home", config), `${start}callbackUrl=${back}${end}`);
    assert.equal(
      await locationOf("signin?callbackUrl=/home&error=A%26b", config),
      `${start}callbackUrl=${back}&error=A%26b${end}`,
    );
    const failed = new URL(await locationOf("callback/idp?state=x", config));
    assert.ok(failed.href.startsWith(start));
    assert.equal(failed.searchParams.get("error"), "InvalidCheck");
  });

  test(`pages.error "${page}" gets the type of the error`, async () => {
    const config = { pages: { error: page } };
    const end = page.includes("#") ? "#part" : "";
    assert.equal(await locationOf("error?error=A%26b", config), `${start}error=A%26b${end}`);
    assert.equal(new URL(await locationOf("error", config)).searchParams.has("error"), false);
  });

  test(`pages.verifyRequest "${page}" gets the whole query`, async () => {
    const location = await locationOf("verify-request?provider=m%26&type=email", {
      pages: { verifyRequest: page },
    });
    const end = page.includes("#") ? "#part" : "";
    assert.equal(location, `${start}provider=m%26&type=email${end}`);
  });
}

test("A page of the application's own is led to with a redirect that sets no cookies", async () => {
  const response = await get("signin", { pages: { signIn: "/in" } });
  assert.equal(response.status, 302);
  assert.deepEqual(cookiesOf(response), {});
});

test("A sign-in goes through from a page of the application's own", async () => {
  const { browser, platform, config } = openPlain({ pages: { signIn: "/in" } });
  const auth = platform.sites[APP]!;
  platform.sites[APP] = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/in") return await auth(request);
    // The server renders the page: it asks for a token on the browser's behalf.
    const csrf = await Auth(new Request(`${APP}/auth/csrf`, { headers: request.headers }), config);
    const { csrfToken } = await csrf.json();
    const headers = { "set-cookie": csrf.headers.get("set-cookie")! };
    return new Response(
      `<form method="post" action="/auth/signin/idp"><input name="csrfToken" value="${csrfToken}">
       <input name="callbackUrl" value="${searchParams.get("callbackUrl")}"><button>Go</button></form>`,
      { headers },
    );
  };
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
  assert.equal(page.url, `${APP}/in?callbackUrl=${encodeURIComponent(`${APP}/home`)}`);
  const home = await page.submit("Go");
  assert.equal(home.url, `${APP}/home`);
  assert.equal(home.text, "Hello Ada Lovelace");
});

function get(path: string, config: WorldConfig = {}): Promise<Response> {
  return Auth(request(`/auth/${path}`), openPlain(config).config);
}

async function locationOf(path: string, config: WorldConfig): Promise<string> {
  return (await get(path, config)).headers.get("location") ?? assert.fail("there is no redirect");
}
