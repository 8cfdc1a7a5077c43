import assert from "node:assert/strict";
import { test } from "node:test";
import { en, ENGLISH } from "../../src/messages/en.ts";
import { signInMail } from "../../src/providers/_mail.ts";
import type { Theme } from "../../src/values/types.ts";

type MailContent = Parameters<typeof signInMail>[0];

const CONTENT: MailContent = {
  url: "https://app.example.com/auth/callback/mail?callbackUrl=%2Fhome&token=abc&email=ada%40example.com",
  code: "01234567",
  host: "app.example.com",
  maxAge: 3600,
  theme: {},
  locale: { ...ENGLISH, messages: en.mail },
};
const LINK = CONTENT.url.replaceAll("&", "&#38;");
const HOSTILE = `"'><script>alert(1)</script><b onclick=x>&`;

test("signInMail() names the host in the subject", () => {
  assert.equal(signInMail({ ...CONTENT, host: "localhost:3000" }).subject, "Sign in to localhost:3000");
});

test("signInMail() names the application instead, if the theme has its name", () => {
  const { subject, text, html } = signInMail({ ...CONTENT, theme: { name: "Acme & Söhne" } });
  assert.equal(subject, "Sign in to Acme & Söhne");
  assert.match(html, /<h1[^>]*>Sign in to Acme &#38; Söhne</);
  for (const part of [text.replaceAll("&", "&#38;"), html]) {
    assert.match(part, /someone who says they(?:'|&#39;)re from Acme &#38; Söhne/);
  }
});

test("signInMail() shows the logo from the web, with the name where images are blocked", () => {
  const imagesOf = (theme: Theme) =>
    [...signInMail({ ...CONTENT, theme }).html.matchAll(/<img class="(\w+)" src="([^"]+)" alt="([^"]+)"/g)]
      .map(([, ...parts]) => parts);
  const logo = { logo: "/logo.png", name: "Acme" };
  assert.deepEqual(imagesOf(logo), [["only", "https://app.example.com/logo.png", "Acme"]]);
  assert.deepEqual(imagesOf({ ...logo, logoDark: "https://cdn.test/dark.png?a&b" }), [
    ["light", "https://app.example.com/logo.png", "Acme"],
    ["dark", "https://cdn.test/dark.png?a&#38;b", "Acme"],
  ]);
  assert.deepEqual(imagesOf({ ...logo, logoDark: "/dark.png", colorScheme: "dark" }).map(([, url]) => url), [
    "https://app.example.com/dark.png",
  ]);
  for (const url of ["/logo.svg", "data:image/png;base64,AAAA", "javascript:alert(1)", ""]) {
    assert.deepEqual(imagesOf({ logo: url }), [], url);
  }
});

test("signInMail() contains the link, the code, their lifetime and a warning, in both parts (EM-27)", () => {
  const { text, html } = signInMail(CONTENT);
  assert.ok(text.includes(`\n${CONTENT.url}\n`));
  assert.ok(text.includes("\n0123 4567\n"));
  assert.ok(html.includes(">0123 4567</p>"));
  for (const part of [text, html]) {
    assert.match(part, /either one within 1 hour\. It works only once/);
    assert.match(
      part,
      /Don(?:'|&#39;)t share the link or the code with anyone, even someone who says they(?:'|&#39;)re from/,
    );
    assert.match(part, /If you didn(?:'|&#39;)t ask for this email, ignore it/);
  }
});

test("signInMail() has one button, perhaps another link, and at its end the first one to copy", () => {
  const otherUrl = "https://app.example.com/auth/account";
  const messages = { ...en.mail, otherButton: "Review my account" };
  const locale = { ...CONTENT.locale, messages };
  for (
    const [changes, ...more] of [[{ otherUrl }], [{ locale }], [{ otherUrl, locale }, [
      otherUrl,
      "Review my account",
    ]]] as const
  ) {
    const { html, text } = signInMail({ ...CONTENT, ...changes });
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
    assert.deepEqual(links.map(([, url, label]) => [url, label]), [[LINK, "Sign in"], ...more, [LINK, LINK]]);
    assert.match(html, /Copy this address into your browser:<br><a [^>]+>[^<]+<\/a><\/p>\s*(?:<\/\w+>\s*)+$/);
    assert.equal(text.includes(`\n\nReview my account\n${otherUrl}\n\n`), more.length > 0);
  }
});

test("signInMail() begins with a text that an inbox shows beside the subject, and does not repeat it", () => {
  const messages = { ...en.mail, intro: "Welcome to {app}." };
  for (
    const [locale, lead] of [[CONTENT.locale, en.mail.preheader], [
      { ...CONTENT.locale, messages },
      "Welcome to Acme.",
    ]] as const
  ) {
    const { html, text } = signInMail({ ...CONTENT, theme: { name: "Acme" }, locale });
    const [, shown] = /<body[^>]*>\n<div style="display:none[^"]*">([^&<]+)(?:&#847;&#8204;&#160;){80}<\/div>/
      .exec(html)!;
    assert.deepEqual([shown, text.split("\n")[0]], [lead, lead]);
  }
});

test("signInMail() has no empty line for what is not known, nor for words of an older language", () => {
  const { asked: _asked, reason: _reason, preheader: _preheader, ...older } = en.mail;
  const locale = { ...CONTENT.locale, messages: older as typeof en.mail };
  const { html, text } = signInMail({ ...CONTENT, locale });
  assert.doesNotMatch(html + text, /undefined|<p[^>]*><|\n\n\n|^\n/);
});

test("signInMail() rounds the lifetime down", () => {
  const cases = {
    30: "1 minute",
    60: "1 minute",
    119: "1 minute",
    600: "10 minutes",
    3600: "1 hour",
    5400: "90 minutes",
    7200: "2 hours",
    86_400: "1 day",
    604_800: "7 days",
  };
  for (const [maxAge, words] of Object.entries(cases)) {
    const { text } = signInMail({ ...CONTENT, maxAge: Number(maxAge) });
    assert.ok(text.includes(`within ${words}. It works only once`), `${maxAge}: ${text}`);
  }
});

test("signInMail() shows the host so that no mail program makes a link of it", () => {
  const { html } = signInMail(CONTENT);
  assert.match(html, /<h1[^>]*>Sign in to app&#8204;\.example&#8204;\.com<\/h1>/);
  const body = html.slice(html.indexOf("<body")).replaceAll(LINK, "");
  assert.doesNotMatch(body, /app\.example/);
});

test("signInMail() escapes whatever it is given", () => {
  const { html } = signInMail({ ...CONTENT, url: HOSTILE, code: HOSTILE, host: HOSTILE });
  assert.doesNotMatch(html, /<script|<b |"'>/);
  assert.equal(html.split("&#60;script&#62;").length, 9);
});

test("signInMail() uses only colours that mail programs support", () => {
  const plain = signInMail(CONTENT).html;
  for (
    const color of [HOSTILE, "", "red;}", "rgb(1 2 3)", "oklch(0.6 0.2 250)", "#12", "#12345678", "url(x)"]
  ) {
    const theme = { brandColor: color, buttonText: color };
    assert.equal(signInMail({ ...CONTENT, theme }).html, plain, color);
  }
  const { html } = signInMail({ ...CONTENT, theme: { brandColor: "gold", buttonText: "#000" } });
  assert.match(html, /bgcolor="gold"[^>]*background:gold"><a [^>]*;color:#000;/);
});

test("signInMail() puts black or white on the button, whichever is easier to read", () => {
  const cases = {
    "#000": "#ffffff",
    "#fff": "#000000",
    "#2563eb": "#ffffff",
    "#FFCC00": "#000000",
    "#767676": "#000000",
  };
  for (const [brandColor, color] of Object.entries(cases)) {
    const { html } = signInMail({ ...CONTENT, theme: { brandColor } });
    assert.ok(html.includes(`background:${brandColor}"><a class="label" href="${LINK}"`));
    assert.match(html, new RegExp(`<a class="label" href[^>]*;color:${color};`), brandColor);
  }
});

test("signInMail() replaces a buttonText that lacks contrast, and gives dark mails a button that is seen", () => {
  const { html } = signInMail({ ...CONTENT, theme: { brandColor: "#4f46e5", buttonText: "#5048e5" } });
  assert.match(html, /<a class="label" href[^>]*;color:#ffffff;/);
  const plain = signInMail(CONTENT).html;
  assert.match(plain, /background:#15171c"><a class="label" href[^>]*;color:#ffffff;/);
  assert.match(plain, /\.button\{background:#f2f4f7!important\}\n\.label\{color:#000000!important\}/);
});

test("signInMail() keeps its default colours for a colour name without buttonText", () => {
  assert.equal(
    signInMail({ ...CONTENT, theme: { brandColor: "gold" } }).html,
    signInMail(CONTENT).html,
  );
});

test("signInMail() follows colorScheme, and the mail program where it is auto or absent", () => {
  const schemes = { auto: "light dark", light: "light", dark: "dark" } as const;
  for (const [colorScheme, content] of Object.entries(schemes) as ["auto" | "light" | "dark", string][]) {
    const { html } = signInMail({ ...CONTENT, theme: { colorScheme } });
    assert.ok(html.includes(`<meta name="color-scheme" content="${content}">`));
    assert.equal(html.includes("prefers-color-scheme:dark"), colorScheme === "auto");
    assert.equal(/<body[^>]*background:#0b0c0f/.test(html), colorScheme === "dark");
  }
  assert.equal(signInMail({ ...CONTENT, theme: { colorScheme: "auto" } }).html, signInMail(CONTENT).html);
});

test("signInMail() loads nothing, and holds no script, form or picture", () => {
  const { html } = signInMail({ ...CONTENT, theme: { logo: "https://cdn.example.net/logo.svg" } });
  assert.doesNotMatch(
    html,
    /<(?:script|form|img|link|iframe|object|input)|\ssrc=|url\(|@import|cdn\.example/,
  );
});

test("signInMail() is well-formed, and layout tables say that they are none to a screen reader", () => {
  const { html } = signInMail(CONTENT);
  const open: string[] = [];
  for (const [, end, name] of html.matchAll(/<(\/?)([a-z][a-z\d]*)\b[^>]*>/g)) {
    if (end) assert.equal(open.pop(), name);
    else if (!/^(?:meta|br)$/.test(name!)) open.push(name!);
  }
  assert.deepEqual(open, []);
  for (const [table] of html.matchAll(/<table[^>]*>/g)) assert.match(table, / role="presentation"/);
  assert.match(html, /^<!DOCTYPE html>\n<html lang="en" dir="ltr">/);
});
