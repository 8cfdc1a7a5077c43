import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "../../mod.ts";
import { Brand } from "../../src/entries/brand.ts";
import { Password } from "../../src/providers/password.ts";
import { Resend } from "../../src/providers/resend.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { ADA, settings, storedUser } from "../../tools/acme.ts";

const ORIGIN = "https://app.acme.example";

/** An application whose theme has CSS, and a browser in which Ada signs in. */
async function openAcme(theme: Parameters<typeof Brand>[0]) {
  let link = "";
  const mail = Resend({
    apiKey: "a-key",
    from: "Acme <hello@acme.example>",
    sendVerificationRequest: ({ url }) => void (link = url),
  });
  const [, ...others] = settings.providers;
  const config = {
    ...settings,
    adapter: await storedUser(),
    providers: [Password(), mail, ...others],
    theme: Brand(theme),
    url: ORIGIN,
  };
  const browser = testBrowser({ [ORIGIN]: (request) => Auth(request, config) });
  const open = async (path: string) => (await browser.open(`${ORIGIN}/auth/${path}`)).html;
  return {
    open,
    async signIn() {
      await (await browser.open(`${ORIGIN}/auth/signin`)).submit("/auth/signin/resend", { email: ADA.email });
      await browser.open(link);
    },
  };
}

/** The elements with a name, as tag and text or type. */
function named(html: string, part: string): readonly string[] {
  const found = html.matchAll(new RegExp(`<(\\w+) data-part="${part}"([^<>]*)>([^<]*)`, "g"));
  return [...found].map(([, tag, attributes, text]) =>
    `${tag} ${text!.trim() || / (?:type|class)="([^"]*)"/.exec(attributes!)?.[1] || ""}`.trim()
  );
}

test("with css, each part of the sign-in page has its name", async () => {
  const { open } = await openAcme({ css: "b{color:red}" });
  const html = await open("signin?error=OAuthAccountNotLinked");
  assert.equal(named(html, "card").length, 1);
  assert.deepEqual(named(html, "title"), ["h1 Sign in"]);
  assert.deepEqual(named(html, "field"), ["input email", "input password"]);
  assert.ok(named(html, "button").length >= 2);
  assert.equal(named(html, "provider").length, 4);
  assert.deepEqual(named(html, "message"), ["p alert"]);
  assert.deepEqual(
    [...html.matchAll(/<(?:input|button)(?![^>]* data-part| data-part)[^>]*>/g)].filter(([tag]) =>
      !/type="hidden"|class="link"/.test(tag!)
    ),
    [],
  );
  // Without a message, the page comes from another template.
  assert.deepEqual(named(await open("signin"), "field"), named(html, "field"));
  assert.deepEqual(named(await open("signup"), "field").slice(0, 1), ["input email"]);
});

test("with css, each part of the account page has its name, and the page around its cards has none", async () => {
  const { open, signIn } = await openAcme({ css: "b{color:red}", providerButtons: "grid" });
  await signIn();
  const html = await open("account");
  assert.doesNotMatch(html, /<main data-part/);
  assert.ok(named(html, "card").length >= 3);
  assert.equal(named(html, "title").length, 1);
  assert.equal(
    named(html, "row").length,
    html.split('<li data-part="row"><span class="picture">').length - 1,
  );
  assert.ok(named(html, "row").length >= 4);
  assert.ok(named(html, "pill").length >= 1);
  assert.ok(named(html, "button").length >= 4);
  const adding = await open("signin?link=true");
  assert.ok(named(adding, "message").length >= 1);
  assert.match(
    adding,
    /<button data-part="provider" class="choice" formaction="[^"]*">.*?<span class="unseen">/s,
  );
});

test("the account page takes the background and the icon of a theme, but not its layout", async () => {
  for (const layout of ["plain", "split"] as const) {
    const { open, signIn } = await openAcme({ layout, background: { light: "#fff7ed" }, icon: "/icon.svg" });
    await signIn();
    const html = await open("account");
    assert.doesNotMatch(html, /class="split"|main\{border:0;background:none|body\{background:var\(--behind/);
    assert.match(html, /--page:#fff7ed/);
    assert.match(html, /<meta name="theme-color" content="#fff7ed" media="\(prefers-color-scheme: light\)">/);
  }
  const { open, signIn } = await openAcme({ background: "#fff7ed", icon: "/icon.svg" });
  await signIn();
  assert.doesNotMatch(await open("account"), /body\{background:var\(--behind/);
  assert.match(await open("account"), /<meta name="theme-color" content="#fff7ed"/);
});

test("without css, no element has a name", async () => {
  const { open } = await openAcme({ layout: "split" });
  assert.doesNotMatch(await open("signin"), /data-part/);
});
