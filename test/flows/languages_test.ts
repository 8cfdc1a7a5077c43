import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { de } from "../../src/messages/de.ts";
import { en } from "../../src/messages/en.ts";
import { all, en as english } from "../../src/messages/languages.ts";
import type { Page } from "../../src/testing/mod.ts";
import { assertFailed, type DatabaseOptions, openDatabase, storeUser } from "./_database.ts";
import { confirm } from "./_mails.ts";
import { APP, openPlain, request, start } from "./_world.ts";

/** Values of `Accept-Language`, and the language of the page. */
const ACCEPTED: Readonly<Record<string, string>> = {
  "": "en",
  "de-AT,de;q=0.9,en;q=0.8": "de",
  "en-GB,de;q=0.5": "en",
  "tlh,de;q=0.1": "de",
  "tlh": "en",
  "*": "en",
};

for (const [header, language] of Object.entries(ACCEPTED)) {
  test(`GET signin is in the language that the browser prefers: ${language} for "${header}"`, async () => {
    const response = await page(openPlain().config, { accept: header });
    const messages = language === "de" ? de : en;
    const html = await response.text();
    assert.ok(html.includes(`<html lang="${language}" dir="ltr">`), html.slice(0, 100));
    assert.ok(html.includes(`<h1>${messages.signIn.heading}</h1>`));
    assert.equal(response.headers.get("content-language"), language);
    assert.equal(response.headers.get("vary"), "Accept-Language");
  });
}

test("A header that was seen before finds the same language, also after hundreds of others (PG-25)", async () => {
  const { config } = openPlain();
  const headers = Array.from(
    { length: 300 },
    (_, n) => [`x-${n},${n % 2 ? "de" : "en"}`, n % 2 ? "de" : "en"] as const,
  );
  const long = [`${"tlh,".repeat(50)}de`, "de"] as const;
  for (const [accept, language] of [...headers, long, ...headers, long]) {
    assert.equal((await page(config, { accept })).headers.get("content-language"), language);
  }
});

test("ui_locales goes before language, which goes before the languages of the browser", async () => {
  const chooses = async (language: AuthConfig["language"], query: string, accept: string) =>
    (await page(openPlain({ language }).config, { accept, query })).headers.get("content-language");
  assert.equal(await chooses("de", "ui_locales=en", "de"), "en");
  assert.equal(await chooses("de", "", "en"), "de");
  assert.equal(await chooses("de-CH", "ui_locales=tlh", "en"), "de");
  assert.equal(await chooses(() => "de", "", "en"), "de");
  assert.equal(await chooses(() => Promise.resolve("tlh"), "", "de"), "de");
  for (const none of [null, undefined, "", 7]) {
    assert.equal(await chooses(() => none as null, "", "de"), "de");
  }
  assert.equal(await chooses(undefined, "ui_locales=tlh+de+en", "en"), "de");
});

test("ui_locales that is not a list of tags has no effect, and goes into no form (PG-24)", async () => {
  for (const odd of ["<b>", "de,en", `de ${"x".repeat(200)}`, "de\n", "", " "]) {
    const query = String(new URLSearchParams({ ui_locales: odd }));
    const response = await page(openPlain().config, { query });
    assert.equal(response.headers.get("content-language"), "en");
    assert.doesNotMatch(await response.text(), /ui_locales/);
  }
});

test("language receives the request", async () => {
  const seen: Request[] = [];
  const language = (request: Request) => (seen.push(request), request.headers.get("x-language"));
  const { config } = openPlain({ language });
  const answer = await Auth(request("/auth/signin?a=b", { headers: { "x-language": "de" } }), config);
  assert.equal(answer.headers.get("content-language"), "de");
  assert.deepEqual(seen.map(({ url }) => url), [`${APP}/auth/signin?a=b`]);
});

test("A language function that fails is logged, and the browser's languages apply", async () => {
  const failures = [() => {
    throw new Error("no");
  }, () => Promise.reject(new Error("no"))];
  for (const language of failures) {
    const world = openPlain({ language });
    const { headers } = await page(world.config, { accept: "de" });
    assert.equal(headers.get("content-language"), "de");
    assert.match(world.log(), /ServerError: Cannot ask `language`: it failed/);
  }
});

test("A language function that returns an unknown language is logged once per value, and the browser's languages apply", async () => {
  const answers = ["german", "german", "x\n".repeat(50), 7, null, undefined, "", "de-CH"];
  const world = openPlain({ language: () => answers.shift() as string, languages: ["en", "de"] });
  const found = [];
  while (answers.length) found.push((await page(world.config)).headers.get("content-language"));
  assert.deepEqual(found, ["en", "en", "en", "en", "en", "en", "en", "de"]);
  const advice = "Return null, or one of de, en";
  const named = [`"german"`, `"${"x\\n".repeat(20)}"`, "a value of type number"];
  assert.deepEqual(
    world.log().match(/unknown-language: .*/g),
    named.map((each) => `unknown-language: The function \`language\` returned ${each}. ${advice}`),
  );
});

test("The log names twenty unknown languages of a function, and no more, since they may come from the request (PG-25)", async () => {
  const world = openPlain({ language: (request) => request.headers.get("x-language") });
  for (let n = 0; n < 50; n++) {
    await Auth(request("/auth/signin", { headers: { "x-language": `unknown-${n}` } }), world.config);
  }
  assert.equal(world.log().match(/unknown-language: /g)?.length, 20);
});

test("languages limits the choice, and its first one is the default", async () => {
  const { config } = openPlain({ languages: ["de"] });
  for (const accept of ["en", "tlh", "", "de"]) {
    assert.equal(
      (await page(config, { accept, query: "ui_locales=en" })).headers.get("content-language"),
      "de",
    );
  }
});

test("A page in Portuguese says that it is that of Brazil, and one in European messages that it is not", async () => {
  const european = { messages: { "pt-PT": { signIn: { heading: "Iniciar sessão" } } } };
  for (
    const [options, accept, language] of [
      [{}, "pt", "pt-BR"],
      [{}, "pt-BR", "pt-BR"],
      [{}, "pt-PT", "pt-BR"],
      [european, "pt-PT", "pt-PT"],
      [european, "pt-BR", "pt-BR"],
    ] as const
  ) {
    const { headers, html } = await asked(options, accept);
    assert.ok(html.includes(`<html lang="${language}" dir="ltr">`), `${accept}: ${html.slice(0, 60)}`);
    assert.equal(headers.get("content-language"), language);
  }

  async function asked(options: Partial<AuthConfig>, accept: string) {
    const answer = await page(openPlain(options).config, { accept });
    return { headers: answer.headers, html: await answer.text() };
  }
});

test("messages replaces single messages in their language", async () => {
  const { config, log } = openPlain({ messages: { de: { signIn: { heading: "Hereinspaziert <b>" } } } });
  const html = await (await page(config, { accept: "de" })).text();
  assert.ok(html.includes("<h1>Hereinspaziert &#60;b&#62;</h1>"));
  assert.ok((await (await page(config)).text()).includes(`<h1>${en.signIn.heading}</h1>`));
  assert.equal(log(), "");
});

test("messages adds a language, completed with the nearest one, and in its own direction", async () => {
  const { config } = openPlain({
    messages: {
      "fa": { signIn: { heading: "ورود", purpose: "برای ادامه در {app}" } },
      "de-ch": { signIn: { heading: "Grüezi" } },
    },
  });
  const persian = await (await page(config, { accept: "fa-IR" })).text();
  assert.match(persian, /<html lang="fa" dir="rtl">.*<h1>ورود<\/h1>/s);
  assert.match(persian, /<p>برای ادامه در \u2068<b>app\.test<\/b>\u2069<\/p>/);
  const swiss = await (await page(config, { accept: "de-CH" })).text();
  assert.match(swiss, /<html lang="de-CH" dir="ltr">.*<h1>Grüezi<\/h1>/s);
  assert.ok(swiss.includes(de.signIn.button.split("{")[0]!));
  assert.match(await (await page(config, { accept: "de-DE" })).text(), /<html lang="de" dir="ltr">/);
});

test("The page of an invalid config is in the language of the browser, and in English without languages", async () => {
  const odd = [undefined, "de", [null, "de", 7, { tag: "de" }]] as unknown as (typeof all)[];
  for (const [languages, messages] of [[all, de] as const, ...odd.map((each) => [each, en] as const)]) {
    const config = { providers: [], languages, logger: { error() {}, warn() {} } };
    const html = (await (await page(config, { accept: "de" })).text()).replaceAll("&#39;", "'");
    assert.ok(html.includes(messages.error.Configuration.heading), JSON.stringify(languages));
  }
});

test("Auth() has English alone without languages, and the log names once what a visitor has asked for in vain", async () => {
  const { config, log } = openPlain();
  const bare = { ...config, languages: undefined };
  const asked = [["en-GB,de;q=0.5", ""], ["tlh", ""], ["de-AT,en;q=0.5", ""], ["ja", ""], [
    "",
    "ui_locales=fr",
  ]] as const;
  for (const [accept, query] of asked) {
    assert.equal((await page(bare, { accept, query })).headers.get("content-language"), "en");
  }
  assert.deepEqual(log().match(/missing-language: .*/g), [
    'missing-language: A visitor asked for "de", and this program has no messages in it. Write `languages: [en, de]` with ' +
    '`import { en, de } from "@latchkey/auth/languages"`',
  ]);
});

test("The log names no language in vain where the application has chosen its languages, or the visitor's is there", async () => {
  for (
    const options of [{ languages: [english] }, { language: "en" }, {
      messages: { cy: {} },
      languages: [english, "cy"],
    }]
  ) {
    const { config, log } = openPlain(options);
    for (const accept of ["de", "cy", "ja"]) await page(config, { accept });
    assert.equal(log(), "");
  }
  const { config, log } = openPlain({ messages: { cy: {} } });
  await page({ ...config, languages: undefined }, { accept: "cy,de" });
  assert.equal(log(), "");
});

test("languages takes a language of the application's own, and loads its messages once", async () => {
  let loads = 0;
  const swiss = {
    tag: "de-CH",
    load: () => (loads++, Promise.resolve({ ...de, signIn: { ...de.signIn, heading: "Grüezi" } })),
  };
  const { config } = openPlain({ languages: [english, swiss] });
  for (let n = 0; n < 2; n++) {
    const html = await (await page(config, { accept: "de-CH,de" })).text();
    assert.match(html, /<html lang="de-CH" dir="ltr">.*<h1>Grüezi<\/h1>/s);
  }
  assert.equal(loads, 1);
});

test("a language of the application's own that is older than a message has it in English", async () => {
  const { secure: _, ...account } = de.account;
  const older = { tag: "de-CH", load: () => Promise.resolve({ ...de, account } as typeof de) };
  const world = openPlain({ languages: [english, older] });
  await world.signIn();
  const { html } = await world.browser.open(`${APP}/auth/account/secure?ui_locales=de-CH`);
  assert.match(html, /<h1>Secure your account<\/h1>/);
  assert.ok(html.includes(de.account.sessions), "the rest is the application's");
});

/** Pages with a form, and what must have happened before. */
const FORMS: Readonly<Record<string, (options?: DatabaseOptions) => Promise<Page>>> = {
  "the sign-in page": async () => await openDatabase().browser.open(`${APP}/auth/signin?ui_locales=de`),
  "the sign-out page": async () => {
    const world = openDatabase();
    await storeUser(world);
    await world.typePassword();
    return await world.browser.open(`${APP}/auth/signout?ui_locales=de`);
  },
  "the page for the code": async () => await askInGerman(openDatabase()),
  "the confirmation page": async () => {
    const world = openDatabase();
    await askInGerman(world);
    return await world.follow(world.visitor());
  },
  "the page that asks to link": async () => {
    const world = openDatabase();
    await storeUser(world, { email: "grace@example.com" });
    await world.typePassword();
    return await (await world.browser.open(`${APP}/auth/signin?ui_locales=de`)).submit("/auth/signin/idp");
  },
};

for (const [name, open] of Object.entries(FORMS)) {
  test(`Each form of ${name} keeps ui_locales, and the page is in that language`, async () => {
    const { html, url } = await open();
    assert.match(html, /<html lang="de"/, url);
    const forms = [...html.matchAll(/<form\b.*?<\/form>/gs)];
    assert.ok(forms.length > 0, html);
    for (const [form] of forms) assert.match(form, /<input type="hidden" name="ui_locales" value="de">/);
  });
}

test("A POST that fails ends at a page in the language of its form", async () => {
  const world = openDatabase();
  const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home&ui_locales=de`);
  for (
    const [form, fields, error] of [
      ["/auth/signin/email", { email: "nobody" }, "InvalidEmail"],
      ["/auth/callback/password", { password: "wrong" }, "CredentialsSignin"],
    ] as const
  ) {
    const failed = await page.submit(form, fields);
    await assertFailed(world, failed, ["signin", error]);
    assert.ok(failed.html.includes(`id="error">${de.signInErrors[error].what} `), failed.html);
  }
});

test("The language of the sign-in page is also that of the provider's pages, and of the page after a refusal", async () => {
  const world = openDatabase();
  world.idp.tamper = { authorization: ({ state, iss }) => ({ state, iss, error: "access_denied" }) };
  const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home&ui_locales=de+en`);
  const failed = await page.submit("/auth/signin/idp");
  const asked = world.browser.visited.map((url) => new URL(url)).find(({ origin }) =>
    origin === world.idp.origin
  );
  assert.equal(asked?.searchParams.get("ui_locales"), "de en");
  await assertFailed(world, failed, ["signin", "OAuthCallbackError"]);
  assert.equal(new URL(failed.url).searchParams.get("ui_locales"), "de en");
  assert.ok(failed.html.includes(de.signInErrors.OAuthCallbackError.what));
  // But not the language of the application, which the page has without it.
  const { searchParams } = await start(openPlain({ language: "de" }));
  assert.equal(searchParams.get("ui_locales"), null);
});

test("A mail is in the language of the request that asks for it, and its link leads to a page in that language", async () => {
  const world = openDatabase();
  await askInGerman(world);
  const { locale: { messages: { asked, ...messages }, ...locale }, url } = world.mails[0]!;
  assert.deepEqual(locale, { language: "de", direction: "ltr" });
  assert.deepEqual({ ...messages, asked: de.mail.asked }, de.mail);
  assert.match(asked, /^Angefordert: 1\. Januar 2030 um 00:00 UTC$/);
  assert.equal(new URL(url).searchParams.get("ui_locales"), "de");
  await world.ask();
  assert.equal(world.mails[1]!.locale.language, "en");
  assert.equal(new URL(world.mails[1]!.url).searchParams.get("ui_locales"), null);
});

test("A link that no longer works leads to an error page in its language, and from there to the sign-in page", async () => {
  const world = openDatabase();
  await askInGerman(world);
  const { url } = world.mails[0]!;
  const confirmation = await world.visitor().open(url);
  await world.follow();
  const failed = await confirmation.submit(de.confirmation.button);
  assert.ok(failed.html.includes(de.error.Verification.heading), failed.html);
  const again = await failed.follow(de.error.Verification.button);
  assert.ok(again.html.includes(`<h1>${de.signIn.heading}</h1>`));
  await assert.rejects(confirm(world.visitor(), url), /Sign in/, "the English button is not there");
});

test("Pages of the application receive ui_locales", async () => {
  const pages = { signIn: "/in", signOut: "/out", error: "/oops", verifyRequest: "/sent" };
  const { config } = openPlain({ pages });
  for (const path of ["signin", "signout", "error", "verify-request"]) {
    const { headers } = await Auth(request(`/auth/${path}?ui_locales=de`), config);
    assert.equal(new URL(headers.get("location")!).searchParams.get("ui_locales"), "de", path);
    const plain = await Auth(request(`/auth/${path}`), config);
    assert.equal(new URL(plain.headers.get("location")!).searchParams.get("ui_locales"), null, path);
  }
});

/** Asks for a mail at the German page. */
async function askInGerman({ browser }: ReturnType<typeof openDatabase>): Promise<Page> {
  const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home&ui_locales=de`);
  return await page.submit("/auth/signin/email", { email: "ada@example.com" });
}

async function page(
  config: AuthConfig,
  { accept = "", query = "" }: { readonly accept?: string; readonly query?: string } = {},
): Promise<Response> {
  return await Auth(
    request(`/auth/signin?${query}`, {
      headers: { accept: "text/html", ...(accept && { "accept-language": accept }) },
    }),
    config,
  );
}
