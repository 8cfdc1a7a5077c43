/**
 * `signIn(provider, { data })`: what the application's own code gives a sign-in, and its callbacks and events get.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn, type SignInAction } from "../../src/core/server_action.ts";
import { serializeCookie } from "../../src/http/cookies.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { type DatabaseOptions, openDatabase } from "./_database.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { openSignUp } from "./_sign_up.ts";
import { APP, type World } from "./_world.ts";

const DATA = { plan: "pro", invitedBy: "7", tags: ["a", "b"] };

/** What the application has got: the name of a callback or of an event, and the data. */
type Seen = (readonly [name: string, data: unknown])[];

/** The callbacks and events that note it. */
function noting(seen: Seen): Pick<DatabaseOptions, "callbacks" | "events"> {
  const note = (name: string) => ({ data }: { readonly data?: unknown }) => void seen.push([name, data]);
  return {
    callbacks: {
      signIn: (params: { readonly data?: unknown }) => {
        note("callbacks.signIn")(params);
        return true;
      },
      jwt: (params: { readonly token: object; readonly trigger?: string; readonly data?: unknown }) => {
        if (params.trigger === "signIn" || params.trigger === "signUp") note("callbacks.jwt")(params);
        return params.token;
      },
    },
    events: {
      createUser: note("createUser"),
      linkAccount: note("linkAccount"),
      signIn: note("signIn"),
    },
  } as Pick<DatabaseOptions, "callbacks" | "events">;
}

/** Lets the application have a page that signs in. */
function withPage<W extends World>(world: W, action: SignInAction) {
  const { sites } = world.platform;
  const library = sites[APP]!;
  sites[APP] = async (request) => {
    if (new URL(request.url).pathname !== "/begin") return await library(request);
    const wanted = { redirectTo: "/home", data: DATA, ...action };
    const { url, cookies } = await signIn(
      { ...request, url: request.url, headers: request.headers, method: "POST" },
      wanted,
      world.config,
    );
    const headers = new Headers({ location: url });
    for (const cookie of cookies) headers.append("set-cookie", serializeCookie(cookie));
    return new Response(null, { status: 303, headers });
  };
  const begin = async (browser: Browser = world.browser): Promise<Page> => {
    // The door of the library knows its ways to sign in.
    await browser.open(`${APP}/auth/signin`);
    return await browser.open(`${APP}/begin`);
  };
  return { ...world, begin };
}

for (const strategy of ["database", "jwt"] as const) {
  test(`A sign-in at a provider takes data along, to each callback and event: ${strategy}`, async () => {
    const seen: Seen = [];
    const world = withPage(openDatabase({ session: { strategy }, ...noting(seen) }), { providerId: "idp" });
    const page = await world.begin();
    assert.equal(page.url, `${APP}/home`, world.log());
    const jwt = strategy === "jwt" ? ["callbacks.jwt"] : [];
    const names = ["callbacks.signIn", "createUser", "linkAccount", ...jwt, "signIn"];
    assert.deepEqual(seen, names.map((name) => [name, DATA]));
    // The next one has none.
    seen.length = 0;
    await world.signIn();
    assert.deepEqual(seen.map(([, data]) => data), seen.map(() => undefined));
  });
}

test("A browser gives no data, and reads none (OA-37)", async () => {
  const seen: Seen = [];
  const world = withPage(openDatabase(noting(seen)), { providerId: "idp" });
  const started = await world.post("signin/idp", { data: JSON.stringify(DATA), "data[plan]": "pro" });
  assert.doesNotMatch([...started.headers].join(), /invitedBy|plan/);
  const location = started.headers.get("location")!;
  await world.browser.open(location);
  assert.equal(seen.length > 0, true, world.log());
  assert.deepEqual(seen.map(([, data]) => data), seen.map(() => undefined));
});

test("An email takes data along, in its link as well, also into another browser, but not into another email (OA-37)", async () => {
  const seen: Seen = [];
  const world = withPage(openDatabase(noting(seen)), { providerId: "email", fields: { email: ADA } });
  await world.begin();
  const [mail] = world.mails;
  const phone = world.visitor();
  const asked = await phone.open(mail!.url);
  const page = await asked.submit("/auth/callback/email");
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.deepEqual(seen.at(-1), ["signIn", DATA]);
  assert.deepEqual(seen.find(([name]) => name === "createUser"), ["createUser", DATA]);
  // That of one email is none of another.
  seen.length = 0;
  const other = world.visitor();
  await (await other.open(`${APP}/auth/signin`)).submit("/auth/signin/email", { email: ADA });
  const [plain, sealed] = [new URL(world.mails.at(-1)!.url), new URL(mail!.url)];
  const token = plain.searchParams.get("token")!;
  plain.searchParams.set("token", `${token}~~${sealed.searchParams.get("token")!.split("~~")[1]}`);
  const refused = await world.visitor().open(plain.href);
  const failed = refused.url.includes("error") ? refused : await refused.submit("/auth/callback/email");
  assert.match(failed.url, /error=Verification/);
  assert.deepEqual(seen.filter(([, data]) => data !== undefined), []);
});

test("The same browser keeps the data when it asks for the email again", async () => {
  const seen: Seen = [];
  const world = withPage(openDatabase({ ...noting(seen), mails: "both" } as DatabaseOptions), {
    providerId: "email",
    fields: { email: ADA },
  });
  const waiting = await world.begin();
  world.platform.tick(31);
  await waiting.submit("/auth/signin/email");
  assert.equal(world.mails.length, 2, world.log());
  const page = await world.browser.open(world.mails.at(-1)!.url);
  assert.equal(page.url, `${APP}/home`);
  assert.deepEqual(seen.at(-1), ["signIn", DATA]);
});

testForms("Passwords take data along through a second step, and a question to a new user", async () => {
  const seen: Seen = [];
  const world = withPage(openFactors(noting(seen)), {
    providerId: "password",
    fields: { email: ADA, password: GOOD },
  });
  const kit = await world.registerWithFactor();
  seen.length = 0;
  world.platform.tick(30);
  const page = await world.begin();
  assert.match(page.url, /second-factor/, world.log());
  const home = await world.answer(page, { code: world.nextCode(kit) });
  assert.equal(home.url, `${APP}/home`, world.log());
  assert.deepEqual(seen.map(([name]) => name), ["callbacks.signIn", "signIn"]);
  assert.deepEqual(seen.map(([, data]) => data), [DATA, DATA]);

  const news: Seen = [];
  const invited: unknown[] = [];
  const allow = ({ data }: { readonly data?: unknown }) => invited.push(data) > 0;
  const open = withPage(openSignUp({ allow, fields: ["company"] }, noting(news)), { providerId: "idp" });
  const question = await open.begin();
  const done = await question.submit("/auth/finish-signup", { company: "Ada Ltd" });
  assert.equal(done.url, `${APP}/home`, open.log());
  assert.deepEqual(invited, [DATA, DATA], "before the question, and after it");
  assert.deepEqual(news.at(-1), ["signIn", DATA]);
  assert.deepEqual(news.find(([name]) => name === "createUser"), ["createUser", DATA]);
});

test("Data that is too long, no object, or without a provider is refused", async () => {
  const world = openDatabase();
  const request = new Request(`${APP}/begin`, { method: "POST", headers: { origin: APP } });
  await world.browser.open(`${APP}/auth/signin`);
  const refused = async (action: SignInAction, why: RegExp) =>
    await assert.rejects(async () => await signIn(request, action, world.config), why);
  await refused({ providerId: "idp", data: { long: "x".repeat(500) } }, /at most 500 bytes/);
  await refused({ providerId: "idp", data: ["a"] as never }, /write an object/);
  await refused({ data: DATA }, /name the provider/);
});
