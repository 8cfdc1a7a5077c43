import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setupOf } from "../../src/config/setup.ts";
import { ENGLISH } from "../../src/messages/en.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { APP, openPage, type Recipe, type SentMail as Mail } from "./_recipe.ts";

const page = openPage("recipes/mail.md");

const ADDRESS = "ada@example.com";

/** Starts the application of a section. Returns the mails that it has sent, oldest first. */
async function openApp(recipe: Recipe): Promise<Mail[]> {
  const mails: Mail[] = [];
  const service = async (request: Request) => {
    assert.equal(request.headers.get("authorization"), "Bearer the key");
    mails.push(await request.json());
    return Response.json({ id: "1" });
  };
  Object.assign(recipe.env, { AUTH_RESEND_KEY: "the key", MAIL_KEY: "the key" });
  Object.assign(recipe.sites, { "https://api.resend.com": service, "https://mail.example.com": service });
  await recipe.start();
  return mails;
}

async function askForMail(recipe: Recipe, provider: string, headers?: { language: string }) {
  const browser = recipe.browser();
  const query = headers ? `?ui_locales=${headers.language}` : "";
  const form = await browser.open(`${APP}/auth/signin${query}`);
  const waiting = await form.submit(`/auth/signin/${provider}`, { email: ADDRESS });
  return { browser, waiting };
}

const linkIn = ({ text }: Mail) => /https:\S+/.exec(text)![0];
const codeIn = ({ text }: Mail) => /^\d{4} ?\d{4}$/m.exec(text)![0];
/** Follows a link in a browser that has not asked for the mail, and confirms it. */
async function confirm(browser: Browser, mail: Mail, provider: string): Promise<Page> {
  return await (await browser.open(linkIn(mail))).submit(`/auth/callback/${provider}`);
}

const hasCode = ({ html }: Page) => html.includes('name="code"');

page.section("A link and a code, by an email service", async (recipe) => {
  const mails = await openApp(recipe);
  const { browser } = await askForMail(recipe, "resend");
  assert.equal((await browser.open(linkIn(mails[0]!))).text, `Hello ${ADDRESS}`);
  const { waiting } = await askForMail(recipe, "resend");
  const home = await waiting.submit("/auth/callback/resend", { code: codeIn(mails[1]!) });
  assert.equal(home.text, `Hello ${ADDRESS}`);
  const { browser: late } = await askForMail(recipe, "resend");
  recipe.platform.tick(3600);
  assert.match((await confirm(late, mails[2]!, "resend")).url, /error=Verification/);
  await askForMail(recipe, "resend");
  assert.equal((await confirm(recipe.browser(), mails[3]!, "resend")).text, `Hello ${ADDRESS}`);
});

page.section("By SMTP", async (recipe) => {
  const [, name, value] = /^(\w+)=(.+)$/.exec(recipe.read(".env"))!;
  recipe.env[name!] = value!;
  await recipe.start();
  const page = await recipe.browser().open(`${APP}/auth/signin`);
  assert.match(page.html, /action="[^"]*\/auth\/signin\/nodemailer"/);
  assert.deepEqual(recipe.platform.lines.filter(({ level }) => level === "error"), []);
});

page.section("Other words, name and colours", async (recipe) => {
  const mails = await openApp(recipe);
  await askForMail(recipe, "resend");
  assert.equal(mails[0]!.subject, "Your sign-in to Acme");
  await askForMail(recipe, "resend", { language: "de" });
  assert.equal(mails[1]!.subject, "Ihre Anmeldung bei Acme");
  const text = await readFile(new URL("../../docs/recipes/mail.md", import.meta.url), "utf8");
  const [table] = /^\| name .*\n(?:\|.*\n)+/m.exec(text)!;
  const names = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  assert.deepEqual(names, Object.keys(ENGLISH.messages.mail));
  for (const part of ["Open Acme", "https://example.com/logo.png", "#4f46e5"]) {
    assert.ok(unescaped(mails[0]!.html).includes(part), part);
  }
  assert.deepEqual(recipe.platform.lines, []);
});

page.section("Your own email", async (recipe) => {
  const mails = await openApp(recipe);
  const { browser, waiting } = await askForMail(recipe, "resend");
  assert.ok(hasCode(waiting));
  await askForMail(recipe, "resend", { language: "de" });
  assert.deepEqual(mails.map(({ subject }) => subject), ["Sign in to Acme", "Ihre Anmeldung bei Acme"]);
  const href = unescaped(/href="([^"]+)"/.exec(mails[0]!.html)![1]!);
  assert.equal((await browser.open(href)).text, `Hello ${ADDRESS}`);
  recipe.sites["https://api.resend.com"] = () => new Response(null, { status: 500 });
  const { waiting: failed } = await askForMail(recipe, "resend");
  assert.match(failed.url, /error=EmailSignInError/);
});

page.section("Another service", async (recipe) => {
  const mails = await openApp(recipe);
  const { waiting } = await askForMail(recipe, "mail");
  const home = await waiting.submit("/auth/callback/mail", { code: codeIn(mails[0]!) });
  assert.equal(home.text, `Hello ${ADDRESS}`);
  const { browser } = await askForMail(recipe, "mail");
  recipe.platform.tick(15 * 60);
  assert.match((await confirm(browser, mails[1]!, "mail")).url, /error=Verification/);
});

page.section("A code alone", async (recipe) => {
  const mails = await openApp(recipe);
  const { waiting } = await askForMail(recipe, "mail");
  assert.doesNotMatch(mails[0]!.text, /https/);
  // An attacker who has read the code has not asked for it, and whoever guesses has five tries.
  const { waiting: other } = await askForMail(recipe, "mail");
  const stolen = await other.submit("/auth/callback/mail", { code: codeIn(mails[0]!) });
  assert.doesNotMatch(stolen.text, /Hello/);
  for (let n = 0; n < 4; n++) await other.submit("/auth/callback/mail", { code: `0000000${n}` });
  const late = await other.submit("/auth/callback/mail", { code: codeIn(mails[1]!) });
  assert.doesNotMatch(late.text, /Hello/);
  const home = await waiting.submit("/auth/callback/mail", { code: codeIn(mails[0]!) });
  assert.equal(home.text, `Hello ${ADDRESS}`);
});

page.section("Without a mail server, while you develop", async (recipe) => {
  await openApp(recipe);
  const printed: string[] = [];
  const { log } = console;
  console.log = (text: string) => void printed.push(text);
  try {
    const { browser } = await askForMail(recipe, "mail");
    assert.match(printed[0]!, /^Mail to ada@example.com: /);
    const home = await browser.open(/https:\S+/.exec(printed[0]!)![0]);
    assert.equal(home.text, `Hello ${ADDRESS}`);
  } finally {
    console.log = log;
  }
});

page.section("Which addresses get an email", async (recipe) => {
  const mails = await openApp(recipe);
  const ask = async (email: string) => {
    const form = await recipe.browser().open(`${APP}/auth/signin`);
    return await form.submit("/auth/signin/resend", { email });
  };
  await ask(" Ada@Example.COM ");
  assert.equal(mails[0]!.to, ADDRESS);
  assert.match((await ask("a@example.com,b@example.com")).url, /error=InvalidEmail/);
  for (const refused of ["eve@mailinator.com", "Eve@MAILINATOR.com", " eve@mailinator.com\n"]) {
    assert.match((await ask(refused)).url, /error=AccessDenied/, refused);
  }
  for (
    const forged of ["eve@mailinator.com@example.com", "Ada <ada@example.com>", "a@b.com\r\nBcc: c@d.com"]
  ) {
    assert.match((await ask(forged)).url, /error=InvalidEmail/, forged);
  }
  assert.equal(mails.length, 1);
});

page.section("Emails about what has happened", async (recipe) => {
  const { config } = await recipe.load("auth.ts");
  const { securityMails } = setupOf(
    { ...config, secret: "a-secret-of-more-than-32-characters", url: APP },
    "https",
  );
  assert.deepEqual(securityMails, { newDevice: false });
});

page.section("Emails of your application", async (recipe) => {
  const mails: Mail[] = [];
  Object.assign(recipe.env, { AUTH_RESEND_KEY: "the key" });
  recipe.sites["https://api.resend.com"] = async (request) => {
    mails.push(await request.json());
    return Response.json({ id: "1" });
  };
  const { sendInvoice } = await recipe.load("invoice.ts");
  await sendInvoice(ADDRESS, "2026/11");
  const [{ subject, text } = { subject: "", text: "" }] = mails;
  assert.equal(subject, "Your invoice from Acme");
  assert.match(text, /Open the invoice\nhttps:\/\/example\.com\/invoices\/2026%2F11/);
  assert.match(text, /because you ordered at Acme\./);
});

page.last();

function unescaped(html: string): string {
  return html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}
