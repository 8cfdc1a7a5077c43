import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ENGLISH } from "../../src/messages/en.ts";
import { confirmationPage, signedInPage } from "../../src/pages/confirmation.ts";
import { errorPage } from "../../src/pages/error.ts";
import { FORM_SCRIPT } from "../../src/pages/form_script.ts";
import { fields, imageSource, layout, linkTarget } from "../../src/pages/layout.ts";
import { markup } from "../../src/markup/html.ts";
import { linkPage } from "../../src/pages/link.ts";
import { keptFormPage } from "../../src/pages/kept_form.ts";
import { takenOverPage } from "../../src/pages/taken_over.ts";
import { signInPage, toSignInTemplate } from "../../src/pages/signin.ts";
import { signOutPage } from "../../src/pages/signout.ts";
import type { Page, SignInVisit } from "../../src/pages/types.ts";
import { verifyRequestPage } from "../../src/pages/verify.ts";
import { email as formWithEmail, fields as formWithFields } from "./_signin.ts";
import type { Theme } from "../../src/values/types.ts";

type SignInBase = Parameters<typeof toSignInTemplate>[0];

const ORIGIN = "https://app.example.com";
const HOSTILE = `"'><script>alert(1)</script><b onclick=x style=y>&`;

test("layout() admits exactly its own style sheet", async () => {
  for (const page of await pages({ brandColor: "#0d9488", buttonText: "gold", colorScheme: "dark" })) {
    const sheets = [...page.html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, sheet]) => sheet!);
    assert.equal(sheets.length, 1);
    const hash = createHash("sha256").update(sheets[0]!).digest("base64");
    assert.equal(directives(page)["style-src"], `'sha256-${hash}'`);
  }
});

test("layout() sets a policy with its own script at most, without a plug-in, a frame or a base", async () => {
  for (const page of await pages({})) {
    const { "style-src": _, "script-src": scripts, ...rest } = directives(page);
    assert.equal(scripts, scriptSourceOf(page.html));
    assert.deepEqual(rest, {
      "default-src": "'none'",
      "img-src": "'self'",
      "form-action": "'self' https:",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
    });
    assert.doesNotMatch(page.policy, /unsafe|\*/);
  }
});

test("layout() lets forms lead to http only where the application itself is on http", async () => {
  const page = await layout({ locale: ENGLISH, theme: {}, origin: "http://localhost:3000" }, {
    heading: "x",
    body: markup``,
  });
  assert.equal(directives(page)["form-action"], "'self' https: http:");
});

test("layout() shows the logo and admits its origin", async () => {
  for (
    const [logo, source] of [
      ["/logo.svg", "'self'"],
      [`${ORIGIN}/logo.svg`, "'self'"],
      ["https://cdn.example.net/a/logo.svg?x=1&y=2", "'self' https://cdn.example.net"],
      ["http://localhost:8080/logo.png", "'self' http://localhost:8080"],
      ["data:image/svg+xml,<svg/>", "'self' data:"],
    ] as const
  ) {
    for (const page of await pages({ logo })) {
      assert.equal(directives(page)["img-src"], source);
      const escaped = logo.replaceAll("&", "&#38;").replaceAll("<", "&#60;").replaceAll(">", "&#62;");
      assert.ok(page.html.includes(`<picture class="logo"><img src="${escaped}" alt=""></picture>`), logo);
    }
  }
});

test("layout() shows the logo for dark pages where they are dark", async () => {
  const theme = { logo: "/light.svg", logoDark: "https://cdn.example.net/dark.svg" };
  const both = '<picture class="logo"><source srcset="https://cdn.example.net/dark.svg" ' +
    'media="(prefers-color-scheme: dark)"><img src="/light.svg" alt=""></picture>';
  for (
    const [more, picture, source] of [
      [{}, both, "'self' https://cdn.example.net"],
      [{ colorScheme: "auto" }, both, "'self' https://cdn.example.net"],
      [{ colorScheme: "light" }, '<picture class="logo"><img src="/light.svg"', "'self'"],
      [
        { colorScheme: "dark" },
        '<picture class="logo"><img src="https://cdn.example.net/dark.svg"',
        "'self' https://cdn.example.net",
      ],
      [
        { logo: "" },
        '<picture class="logo"><img src="https://cdn.example.net/dark.svg"',
        "'self' https://cdn.example.net",
      ],
    ] as const
  ) {
    for (const page of await pages({ ...theme, ...more })) {
      assert.ok(page.html.includes(picture), page.html);
      assert.equal(directives(page)["img-src"], source);
    }
  }
});

test("layout() shows terms, privacy and help below each page, and the name of the application in each title", async () => {
  const theme = { name: "Acme", links: { terms: "/terms", privacy: "/privacy", support: "/help" } };
  for (const { html } of await pages(theme)) {
    assert.match(html, /<\/main>\s*<footer>(<a href="\/(terms|privacy|help)">\w+<\/a>){3}<\/footer>/);
    assert.match(html, /<title>[^<]+ &#8211; Acme<\/title>/);
  }
  for (const { html } of await pages({})) assert.doesNotMatch(html, /<footer/);
});

test("layout() omits a logo that is not a web address", async () => {
  for (const logo of ["", "javascript:alert(1)", "blob:https://x/y", "http://", "https://a;sandbox/x"]) {
    for (const page of await pages({ logo })) {
      assert.doesNotMatch(page.html, /<img/);
      assert.equal(directives(page)["img-src"], "'self'");
    }
  }
});

test("layout() stays a document without script, handler or style attribute, whatever it is given", async () => {
  const theme = { logo: `https://cdn.example.net/${HOSTILE}`, brandColor: HOSTILE, buttonText: HOSTILE };
  for (
    const page of [...await pages({}), ...await pages(theme), ...await pages({ logo: `data:${HOSTILE}` })]
  ) {
    assertWellFormed(withoutScript(page.html));
    const content = withoutScript(page.html);
    assert.doesNotMatch(content, /<script|javascript:/i);
    for (const [, attributes] of content.matchAll(/<[a-z][\w-]*((?:\s+[\w-]+(?:="[^"]*")?)*)/g)) {
      assert.doesNotMatch(attributes!.replaceAll(/"[^"]*"/g, '""'), /\s(?:on\w+|style)\b/);
    }
    assert.doesNotMatch(page.policy, /[<>"]/);
  }
});

test("layout() is accessible: language, title, viewport, one main, one h1, pictures with alt, labelled inputs, named buttons", async () => {
  for (const { html } of await pages({ logo: "/logo.svg" })) {
    assert.match(html, /^<!DOCTYPE html>\n<html lang="en" dir="ltr">/);
    assert.match(html, /<title>[^<]+ &#8211; app\.example\.com<\/title>/);
    assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
    assert.equal(html.match(/<h1>[^<]+<\/h1>/g)?.length, 1);
    assert.equal(html.match(/<main\b/g)?.length, 1);
    for (const [tag] of html.matchAll(/<img[^>]*>/g)) assert.match(tag, / alt=""/);
    for (
      const [tag] of html.matchAll(/<(?:input|select|textarea)(?![^>]*(?:type="hidden"| hidden>))[^>]*>/g)
    ) {
      const id = tag.match(/ id="([^"]+)"/)![1];
      assert.equal(html.split(`<label for="${id}">`).length, 2, tag);
    }
    for (const [, label] of html.matchAll(/<(?:button|a)\b[^>]*>(.*?)<\/(?:button|a)>/gs)) {
      assert.notEqual(label!.replace(/<[^>]*>/g, "").trim(), "");
    }
  }
});

test("layout() adds no character above U+00FF, so that text of one byte each stays so", async () => {
  for (const { html } of await pages({})) assert.doesNotMatch(html, /[^\0-\xff]/);
});

test("layout() loads nothing from elsewhere", async () => {
  for (const { html } of await pages({})) {
    assert.doesNotMatch(withoutScript(html), /<(?:link|script|iframe|object|embed)|\ssrc=/);
  }
});

test("fields() leaves out an empty CSRF token", () => {
  const callback = '<input type="hidden" name="callbackUrl" value="/a">';
  assert.equal(fields({ csrfToken: "", callbackUrl: "/a" }).toString(), callback);
  assert.equal(
    fields({ csrfToken: "t", callbackUrl: "/a" }).toString(),
    `<input type="hidden" name="csrfToken" value="t">${callback}`,
  );
});

test("imageSource() finds nothing that could end a directive", () => {
  for (const url of ["https://a;b/", "https://a,b/", "https://a'b/", "ftp://a/", "about:blank"]) {
    assert.equal(imageSource(url, ORIGIN), null, url);
  }
  assert.equal(imageSource("https://[::1]:8443/x", ORIGIN), "https://[::1]:8443");
  assert.equal(imageSource("//cdn.example.net/x", ORIGIN), "https://cdn.example.net");
});

test("linkTarget() leads to http and https only", () => {
  for (const url of ["/a?b#c", "https://other.example/a", "http://localhost/"]) {
    assert.equal(linkTarget(url, ORIGIN), url);
  }
  for (const url of ["javascript:alert(1)", " JAVA\nSCRIPT:alert(1)", "data:text/html,x", "https://"]) {
    assert.equal(linkTarget(url, ORIGIN), ORIGIN, url);
  }
});

/** All kinds of pages, with hostile text in every field that takes text. */
function pages(theme: Theme): Promise<Page[]> {
  const base = { locale: ENGLISH, theme, origin: ORIGIN, csrfToken: HOSTILE, callbackUrl: HOSTILE };
  const provider = { id: HOSTILE, name: HOSTILE, action: HOSTILE };
  const user = { id: HOSTILE, name: HOSTILE, email: HOSTILE, image: HOSTILE };
  const input = {
    label: HOSTILE,
    placeholder: HOSTILE,
    autocomplete: HOSTILE,
    value: HOSTILE,
    required: true,
  };
  return Promise.all([
    openSignIn({
      ...base,
      ...VISIT,
      error: null,
      email: null,
      providers: [],
      ways: [],
      current: null,
      link: false,
    }),
    openSignIn({
      ...base,
      ...VISIT,
      error: "UserNotVerified",
      email: HOSTILE,
      providers: [],
      ways: [HOSTILE],
      current: {},
      link: true,
    }),
    openSignIn({
      ...base,
      error: HOSTILE,
      failedForm: { provider: HOSTILE, values: { email: HOSTILE, [HOSTILE]: HOSTILE } },
      last: HOSTILE,
      email: HOSTILE,
      ways: [HOSTILE],
      current: user,
      link: false,
      providers: [
        { ...provider, form: "button", style: { brandColor: HOSTILE }, mark: null },
        { ...provider, form: "button", style: {}, mark: null },
        { ...formWithEmail(HOSTILE), ...provider },
        {
          ...formWithFields(HOSTILE, { [HOSTILE]: input, hidden: { ...input, type: "hidden" } }),
          ...provider,
        },
      ],
    }),
    signOutPage({ ...base, signoutUrl: HOSTILE, stayUrl: HOSTILE, signinUrl: HOSTILE, current: user }),
    signOutPage({ ...base, signoutUrl: HOSTILE, stayUrl: HOSTILE, signinUrl: HOSTILE, current: null }),
    verifyRequestPage({ ...base, error: HOSTILE, mail: null }),
    verifyRequestPage({
      ...base,
      error: HOSTILE,
      mail: {
        email: HOSTILE,
        codeAction: HOSTILE,
        againAction: HOSTILE,
        signinUrl: HOSTILE,
        wait: 30,
        again: HOSTILE,
        csrfToken: HOSTILE,
        callbackUrl: HOSTILE,
        link: true,
      },
    }),
    confirmationPage({ ...base, action: HOSTILE, email: HOSTILE, token: HOSTILE }),
    signedInPage({ ...base, email: HOSTILE }),
    linkPage({
      ...base,
      action: HOSTILE,
      current: user,
      proven: user,
      provider: HOSTILE,
      canSwitch: true,
      question: HOSTILE,
    }),
    takenOverPage({
      ...base,
      removed: [
        { form: { ...provider, form: "button", style: { brandColor: HOSTILE }, mark: null }, url: HOSTILE },
        { form: { ...formWithEmail(HOSTILE), ...provider }, url: null },
      ],
    }),
    keptFormPage({
      ...base,
      action: HOSTILE,
      enctype: "multipart/form-data",
      isOwn: false,
      what: null,
      fields: [[HOSTILE, HOSTILE], ["a".repeat(999), "b".repeat(999)]],
      files: [HOSTILE],
      chosen: [{ name: HOSTILE, file: `\u202e${HOSTILE}` }],
      from: HOSTILE,
      at: NaN,
      now: 0,
    }),
    errorPage({ ...base, error: HOSTILE, signinUrl: HOSTILE }),
    errorPage({ ...base, error: "Configuration", signinUrl: HOSTILE }),
  ]);
}

const VISIT = { failedForm: null, last: null };

/** A page without the library's own script, which the policy admits by its hash. */
function withoutScript(html: string): string {
  return html.replace(`<script>${FORM_SCRIPT}</script>`, "");
}

function scriptSourceOf(html: string): string | undefined {
  const hash = createHash("sha256").update(FORM_SCRIPT).digest("base64");
  return withoutScript(html) === html ? undefined : `'sha256-${hash}'`;
}

async function openSignIn(page: SignInBase & SignInVisit): Promise<Page> {
  return signInPage(await toSignInTemplate(page), page);
}

function directives({ policy }: Page): Record<string, string> {
  return Object.fromEntries(policy.split("; ").map((directive) => directive.split(/ (.*)/)));
}

/** Every element is closed in order, and every `<` and `"` outside the sheet belongs to a tag. */
function assertWellFormed(html: string): void {
  const open: string[] = [];
  const rest = html.replace(/<style>.*?<\/style>/s, "").replace(/^<!DOCTYPE html>/, "").replaceAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s[\w-]+(?:="[^"<]*")?)*)\s?(\/?)>/gi,
    (_, end, name, __, selfClosed) => {
      if (end) assert.equal(open.pop(), name);
      else if (!selfClosed && !/^(?:meta|input|img|br)$/.test(name)) open.push(name);
      return "";
    },
  );
  assert.deepEqual(open, []);
  assert.doesNotMatch(rest, /[<>"]/);
}
