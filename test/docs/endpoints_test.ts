/**
 * `docs/concepts/endpoints.md` lists the endpoints of the library, and each answers as the page says.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { skipCSRFCheck } from "../../mod.ts";
import { ACTIONS, isAuthAction, methodsOf } from "../../src/http/endpoints.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { Password } from "../../src/providers/password.ts";
import { type DatabaseOptions, PASSWORD } from "../flows/_database.ts";
import { openPasskeys } from "../flows/_passkeys.ts";
import { APP, openPlain } from "../flows/_world.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { readPage, tableBelow } from "./_checked_pages.ts";
import {
  bare,
  broken,
  type Drive,
  type Driven,
  get,
  inNew,
  inSession,
  NEEDED,
  post,
  VALUES,
} from "./_endpoint_drives.ts";
import { OF_FEATURES, openSignUp, WITH_FEATURES, WITH_STAFF } from "./_endpoint_features.ts";
import { unsaidOf } from "./_openapi.ts";
import {
  type All,
  answerIn,
  asked,
  callbackUrl,
  errorOf,
  keepForm,
  openActing,
  openAll,
  putQuestion,
  signedIn,
  turnOnFactor,
  worded,
} from "./_endpoint_worlds.ts";

const page = await readPage("docs/concepts/endpoints.md");

const rows = tableBelow("All endpoints", page).map(
  ([endpoint, audience, token, succeeds, fails]) => ({
    endpoint: endpoint!,
    audience: audience!,
    needsToken: token === "yes",
    succeeds: list(succeeds!),
    fails: list(fails!),
  }),
);

/** The parts of a cell, sorted. */
function list(cell: string): readonly string[] {
  return cell.split(",").map((part) => part.trim()).filter(Boolean).sort();
}

/** The library keeps the passwords. */
const KEPT: DatabaseOptions = { password: null, more: () => [Passkey(), Password()] };
const inKept = (drive: Drive) => inNew(drive, KEPT);
/** Ada has asked for a new password in this browser. */
const forgotten = (drive: Drive) =>
  inKept(async (world) => {
    await world.post("forgot-password", { email: "ada@example.com" });
    return await drive(world);
  });
/** Ada has signed in with a mail, and has no password yet. */
const mailed = (drive: Drive) =>
  inKept(async (world) => {
    await world.ask();
    await world.follow();
    return await drive(world);
  });
/** Ada has proven her address, and has a password from before. */
const questioned = (drive: Drive) => inKept(async (world) => await drive(await putQuestion(world)));
const NEW = { email: "ada@example.com", password: "lovely engine weaves" };

/** The database never had the user of the session. */
const ELSEWHERE: DatabaseOptions = {
  session: { strategy: "jwt" },
  callbacks: { jwt: ({ token }) => ({ ...token, sub: "ldap-7" }) },
};

const WITHOUT_PAGE = { account: false } as const;

/** Requests to each endpoint that succeed, and that fail. */
const DRIVEN: Readonly<Record<string, Driven>> = {
  "GET kept-form": {
    succeeds: [
      inSession(async (world) => await get("kept-form")(await keepForm(world))),
      inNew(get("kept-form")),
    ],
  },
  "GET csrf": { succeeds: [inNew(get("csrf"))], fails: [inNew(get("csrf"), { skipCSRFCheck })] },
  "GET providers": { succeeds: [inNew(get("providers"))] },
  "GET session": {
    succeeds: [inNew(get("session")), inSession(get("session")), inNew(broken(get("session")))],
    fails: [inSession(broken(get("session")))],
  },
  "POST session": {
    succeeds: [inNew(post("session")), inSession(post("session", { data: "1" }))],
    fails: [inSession(bare("session")), inSession(broken(post("session")))],
  },
  "GET signin": { succeeds: [inNew(get("signin")), inSession(get("signin"))] },
  "POST signin": { succeeds: [inNew(post("signin"))], fails: [inNew(bare("signin"))] },
  "POST signin/:provider": {
    succeeds: [
      inNew(post("signin/idp")),
      inNew(post("signin/email", { email: "ada@example.com" })),
      inNew(post("signin/password")),
      inNew(post("signin/passkey")),
    ],
    fails: [
      inNew(bare("signin/idp")),
      inNew(post("signin/unknown")),
      inNew(post("signin/email", { email: "ada" })),
    ],
  },
  "GET callback/:provider": {
    succeeds: [
      inNew(async (world) => world.send(await callbackUrl(world))),
      inNew(async (world) => (await world.ask(), world.send(world.mails[0]!.url))),
      inNew(async (world) => (await world.ask(), world.send(world.mails[0]!.url, {}, world.visitor()))),
    ],
    fails: [
      inNew(get("callback/idp?code=1&state=2")),
      inNew(get("callback/password")),
      inNew(get("callback/email")),
    ],
  },
  "POST callback/:provider": {
    succeeds: [inSession(post("callback/password", { password: PASSWORD }))],
    fails: [
      inNew(post("callback/password", { password: "wrong" })),
      inNew(async (world) => (await world.ask(), world.post("callback/email", { code: "0" }))),
      inNew(post("callback/passkey", { action: "authenticate", data: "{}" })),
      inNew(bare("callback/idp")),
    ],
  },
  "GET signout": { succeeds: [inNew(get("signout")), inSession(get("signout"))] },
  "POST signout": {
    succeeds: [inNew(post("signout")), inSession(post("signout"))],
    fails: [inSession(bare("signout"))],
  },
  "GET link": { succeeds: [async () => (await asked()).send("link")], fails: [inSession(get("link"))] },
  "POST link": {
    succeeds: [async () => (await asked()).post("link", { choice: "cancel" })],
    fails: [inSession(post("link", { choice: "link" })), inSession(bare("link"))],
  },
  "GET taken-over": { succeeds: [inNew(get("taken-over?removed=idp"))] },
  "GET account": {
    succeeds: [inSession(get("account"))],
    fails: [inNew(get("account")), inNew(get("account"), WITHOUT_PAGE)],
  },
  "GET account/:tab": {
    succeeds: [inSession(get("account/security"))],
    fails: [inNew(get("account/devices")), inNew(get("account/devices"), WITHOUT_PAGE)],
  },
  "POST account": {
    succeeds: [inSession(post("account", { action: "sign-out-others" }))],
    fails: [
      inNew(post("account", { action: "sign-out-others" })),
      inSession(bare("account")),
      inSession(post("account", { action: "unknown" })),
      inNew(post("account"), WITHOUT_PAGE),
    ],
  },
  "GET account-data": {
    succeeds: [inSession(get("account-data"))],
    fails: [
      inNew(get("account-data")),
      inNew(get("account-data"), WITHOUT_PAGE),
      inSession(broken(get("account-data"))),
      inSession(get("account-data"), ELSEWHERE),
    ],
  },
  "GET error": {
    succeeds: ["error", "error?error=AccessDenied", "error?error=Verification"].map((path) =>
      inNew(get(path))
    ),
  },
  "GET verify-request": { succeeds: [inNew(get("verify-request?provider=email&type=email"))] },
  "GET webauthn-options/:provider": {
    succeeds: [inNew(get("webauthn-options/passkey"))],
    fails: [
      inNew(get("webauthn-options/passkey?action=unknown")),
      inNew(broken(get("webauthn-options/passkey?action=register&email=ada@example.com"))),
    ],
  },
  "GET signup": { succeeds: [inKept(get("signup"))], fails: [inNew(get("signup"))] },
  "POST signup": {
    succeeds: [inKept(post("signup", NEW))],
    fails: [
      inKept(post("signup", { ...NEW, password: "short" })),
      inKept(bare("signup")),
      inNew(post("signup")),
    ],
  },
  "GET forgot-password": {
    succeeds: [inKept(get("forgot-password"))],
    fails: [inNew(get("forgot-password"))],
  },
  "POST forgot-password": {
    succeeds: [inKept(post("forgot-password", NEW))],
    fails: [
      inKept(post("forgot-password", { email: "ada" })),
      inKept(bare("forgot-password")),
      inNew(post("forgot-password")),
    ],
  },
  "GET new-password": {
    succeeds: [forgotten(get("new-password"))],
    fails: [inKept(get("new-password")), inNew(get("new-password"))],
  },
  "GET keep-password": {
    succeeds: [questioned(get("keep-password"))],
    fails: [inKept(get("keep-password")), inNew(get("keep-password"))],
  },
  "POST keep-password": {
    succeeds: [questioned(async (world) => await world.post("keep-password", await answerIn(world)))],
    fails: [
      inKept(post("keep-password", NEW)),
      questioned(bare("keep-password")),
      inNew(post("keep-password")),
    ],
  },
  "GET password": {
    succeeds: [mailed(get("password"))],
    fails: [inKept(get("password")), inNew(get("password"))],
  },
  "POST password": {
    succeeds: [mailed(post("password", NEW))],
    fails: [
      mailed(post("password", { password: "short" })),
      inKept(post("password", NEW)),
      mailed(bare("password")),
      inNew(post("password")),
    ],
  },
  ...OF_FEATURES,
  "GET webauthn-script": {
    succeeds: [inNew(get("webauthn-script"))],
    fails: [inNew(get("webauthn-script"), { more: () => [] })],
  },
  "GET passkey-offer": {
    succeeds: [
      inSession(get("passkey-offer"), { offersPasskey: true }),
      inNew(get("passkey-offer"), { offersPasskey: true }),
    ],
    fails: [inNew(get("passkey-offer"))],
  },
};

test("a request of this file drives each endpoint of docs/concepts/endpoints.md", () => {
  assert.deepEqual(Object.keys(DRIVEN).sort(), rows.map(({ endpoint }) => endpoint).sort());
});

for (const { endpoint, succeeds, fails } of rows) {
  test(`docs/concepts/endpoints.md and openapi.json say how ${endpoint} answers, that no cache keeps it, and that it has no CORS header`, async () => {
    const driven = DRIVEN[endpoint]!;
    const answers = (drives: Driven["succeeds"]) =>
      withQuickScrypt(() => Promise.all(drives.map((drive) => drive())));
    const good = await answers(driven.succeeds);
    const bad = await answers(driven.fails ?? []);
    assert.deepEqual([...new Set(good.map(worded))].sort(), succeeds);
    assert.deepEqual([...new Set(bad.map(({ status }) => String(status)))].sort(), fails);
    assert.deepEqual(good.map(errorOf).filter(Boolean), []);
    for (const answer of bad.filter(({ status }) => status === 303)) assert.ok(errorOf(answer));
    for (const answer of [...good, ...bad]) {
      const names = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
      assert.deepEqual(names, []);
      const isScript = endpoint === "GET webauthn-script" && answer.status === 200;
      const kept = isScript ? "public, max-age=3600" : "private, no-cache, no-store";
      assert.equal(answer.headers.get("cache-control"), kept);
      assert.deepEqual(await unsaidOf(endpoint, answer), []);
    }
  });
}

/** Paths that only passwords of the library have. */
const KEPT_PATHS: ReadonlySet<string> = new Set(["signup", "forgot-password", "keep-password", "password"]);

/** The paths of an endpoint, with each type of provider. */
function pathsOf(endpoint: string): readonly string[] {
  const path = endpoint.split(" ")[1]!;
  if (!path.endsWith("/:provider")) return [path];
  return ["idp", "email", "password", "passkey"].map((id) => path.replace(":provider", id));
}

test("docs/concepts/endpoints.md says which endpoints need the CSRF token", async () => {
  for (const { endpoint, needsToken } of rows) {
    const isOfProvider = endpoint === "POST backchannel-logout/:provider";
    assert.equal(needsToken, endpoint.startsWith("POST") && !isOfProvider, endpoint);
    if (!needsToken) continue;
    for (const path of pathsOf(endpoint)) {
      const world = openAll({
        ...WITH_FEATURES,
        ...(KEPT_PATHS.has(path) && KEPT),
      });
      const answer = await world.postBare(path);
      if (path === "session") assert.deepEqual([answer.status, await answer.json()], [400, null]);
      else assert.equal(errorOf(answer), path === "callback/idp" ? "InvalidCheck" : "MissingCSRF", path);
    }
  }
});

/** The pages for people: a part has the parameters of the whole. */
const PAGES = rows.filter(({ audience, endpoint }) => audience === "people" && !endpoint.includes("/:"));

test("docs/concepts/endpoints.md says for which pages the application can have its own", async () => {
  const own = `${APP}/mine`;
  const names = [
    ...["signIn", "signOut", "error", "verifyRequest", "link", "takenOver", "account"],
    ...["signUp", "forgotPassword", "newPassword", "keepPassword", "password"],
    ...["finishSignUp", "secondFactor", "secondFactorSetup", "passkeyOffer", "acting", "admin"],
  ];
  const pages = Object.fromEntries(names.map((name) => [name, own]));
  const found: string[] = [];
  for (const action of [...ACTIONS.keys()].filter(isAuthAction)) {
    if (!methodsOf(action, undefined).includes("GET")) continue;
    const { send } = await worldFor(action, { pages });
    const location = (await send(action)).headers.get("location");
    if (location?.split("?")[0] === own) found.push(`GET ${action}`);
  }
  assert.deepEqual(found.sort(), PAGES.map(({ endpoint }) => endpoint).sort());
});

/** A world in which a page has something to show. */
async function worldFor(
  page: string,
  config: DatabaseOptions,
  other: (config: DatabaseOptions) => All | Promise<All> = openAll,
): Promise<All> {
  if (page === "link") return await asked(config);
  if (page === "passkey-offer") return await signedIn({ ...config, offersPasskey: true });
  if (page.startsWith("second-factor")) return await turnOnFactor(config);
  if (page === "acting") return await openActing(config);
  if (page === "admin") return await signedIn({ ...config, ...WITH_STAFF });
  if (page === "finish-signup") return await openSignUp(config);
  if (![...KEPT_PATHS, "new-password"].includes(page)) return await other(config);
  const world = openAll({ ...KEPT, ...config });
  if (page === "new-password") await world.post("forgot-password", NEW);
  if (page === "keep-password") await putQuestion(world);
  if (page === "password") {
    await world.post("signin/email", { email: "ada@example.com" });
    await world.send(world.mails[0]!.url);
  }
  return world;
}

test("docs/concepts/endpoints.md lists what the URL of each page may have, and where its forms post", async () => {
  const listed = tableBelow("The pages for people", page);
  const people = PAGES.map(({ endpoint }) => endpoint.slice(4));
  assert.deepEqual(listed.map(([name]) => name).sort(), people.sort());
  for (const [name, , query, forms] of listed) {
    const world = await worldFor(name!, {}, signedIn);
    // Another session, which the page offers to end.
    if (name === "account") await world.typePassword(PASSWORD, world.visitor());
    if (name === "verify-request") await world.post("signin/email", { email: "ada@example.com" });
    const htmlOf = async (params: Record<string, string>) =>
      (await (await world.send(`${name}?${new URLSearchParams(params)}`)).text()).replaceAll(
        /[\da-f]{128}/g,
        "",
      );
    const plain = await htmlOf({});
    for (const parameter of list(query!)) {
      const needed = NEEDED[parameter] ?? {};
      const without = await htmlOf(needed);
      assert.notEqual(
        await htmlOf({ ...needed, [parameter]: VALUES[parameter]! }),
        without,
        `${name}?${parameter}`,
      );
    }
    const posted = [...plain.matchAll(/<form\b[^>]*\baction="https:\/\/app\.test\/auth\/([^"?]+)/g)];
    const paths = posted.map(([, path]) => path!.replace(/(?<=^(?:signin|callback)\/).+/, ":provider"));
    assert.deepEqual([...new Set(paths)].sort(), list(forms!), name ?? "");
  }
});

test("docs/concepts/endpoints.md lists why a passkey is refused", async () => {
  const path = "webauthn-options/passkey";
  const missing = () => Promise.reject(new Error("the package is not installed"));
  const names = Object.keys(Passkey().simpleWebAuthn);
  const simpleWebAuthn = Object.fromEntries(names.map((name) => [name, missing])) as never;
  const noPackage = Passkey({ simpleWebAuthn });
  const answers = [
    await openAll().send(`${path}?action=unknown`),
    await openAll().send(`${path}?action=register`),
    await (await signedIn()).send(path),
    await openAll().send(`${path}?action=register&email=ada`),
    await openAll().send("webauthn-options/unknown"),
    await openAll().send("webauthn-options/idp"),
    await openAll({ more: () => [noPackage] }).send(path),
    await inNew(broken(get(`${path}?action=register&email=ada@example.com`)))(),
  ];
  const found = await Promise.all(
    answers.map(async (answer) => [String(answer.status), (await answer.json()).error]),
  );
  const listed = tableBelow("Use a passkey", page).map((cells) => cells.slice(0, 2));
  assert.deepEqual([...new Set(found.map(String))].sort(), listed.map(String).sort());
});

test("docs/concepts/endpoints.md says for whom a passkey is registered", async () => {
  const { ask, register } = openPasskeys();
  await register();
  const registeredWith = async (query: Record<string, string>) => {
    const { options } = await ask({ action: "register", ...query });
    return [options.user!.name, options.excludeCredentials?.length];
  };
  const [own, other] = [{ email: "ada@example.com" }, { email: "grace@example.com" }];
  for (const query of [{}, own, { ...other, link: "true" }]) {
    assert.deepEqual(await registeredWith(query), ["ada@example.com", 1]);
  }
  assert.deepEqual(await registeredWith(other), ["grace@example.com", 0]);
});

test("docs/concepts/endpoints.md says that a token stays valid, and that an invalid session cookie is removed", async () => {
  const { send, browser } = openAll();
  const [{ csrfToken }] = [await (await send("csrf")).json(), await (await send("csrf")).json()];
  const body = new URLSearchParams({ csrfToken });
  assert.equal(errorOf(await send("signout", { method: "POST", body })), null);
  const name = "__Host-latchkey.session-token";
  browser.setCookie(APP, `${name}=forged; Path=/; Secure`);
  const answer = await send("session");
  assert.equal(await answer.json(), null);
  assert.match(answer.headers.getSetCookie().join(), new RegExp(`^${name}=; Max-Age=0`));
});

test("docs/concepts/endpoints.md says how other methods and paths are answered", async () => {
  const { send } = openAll();
  for (const method of ["POST", "HEAD", "OPTIONS", "PUT", "DELETE"]) {
    const answer = await send("csrf", { method });
    assert.deepEqual([answer.status, answer.headers.get("allow")], [405, "GET"], method);
  }
  const { status, headers } = await send("signin/idp", { headers: { accept: "text/html" } });
  assert.deepEqual([status, new URL(headers.get("location")!).pathname], [302, "/auth/signin"]);
  assert.equal((await send("signin/idp")).status, 405);
  assert.equal((await send("login")).status, 404);
});

test("docs/concepts/endpoints.md says which bodies are read", async () => {
  const { browser } = openPlain();
  const send = (path: string, init: RequestInit) => browser.fetch(`${APP}/auth/${path}`, init);
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const statusOf = async (body: BodyInit, type?: string) => {
    const headers: Record<string, string> = type ? { "content-type": type } : {};
    return (await send("session", { method: "POST", body, headers })).status;
  };
  const json = "application/json";
  assert.equal(await statusOf(new URLSearchParams({ csrfToken })), 200);
  assert.equal(await statusOf(JSON.stringify({ csrfToken }), json), 200);
  const form = new FormData();
  form.set("csrfToken", csrfToken);
  assert.equal(await statusOf(form), 400);
  assert.equal(await statusOf("[]", json), 400);
  const start = `{"csrfToken":"${csrfToken}","data":"`;
  const fill = (size: number) => `${start}${"x".repeat(size - start.length - 2)}"}`;
  assert.equal(await statusOf(fill(65_536), json), 200);
  assert.equal(await statusOf(fill(65_537), json), 413);
});

test("docs/concepts/endpoints.md says which origins may post, and where a user can go in the end", async () => {
  const { platform: { sites } } = openPlain();
  // Not with a browser, which sends both headers itself.
  const send = async (path: string, init?: RequestInit) =>
    await sites[APP]!(new Request(`${APP}/auth/${path}`, init));
  const issued = await send("csrf");
  const [cookie] = issued.headers.get("set-cookie")!.split(";");
  const { csrfToken } = await issued.json();
  const signOut = async (headers: Record<string, string>, callbackUrl = "/home") => {
    const body = new URLSearchParams({ csrfToken, callbackUrl });
    const answer = await send("signout", { method: "POST", headers: { ...headers, cookie: cookie! }, body });
    return answer.headers.get("location")!;
  };
  for (const headers of [{ origin: APP }, { "sec-fetch-site": "same-origin" }, {}]) {
    assert.equal(await signOut(headers as Record<string, string>), `${APP}/home`);
  }
  const foreign: readonly Record<string, string>[] = [
    { origin: "https://other.test" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
  ];
  for (const headers of foreign) assert.match(await signOut(headers), /error=MissingCSRF/);
  const longest = `/${"x".repeat(2048 - APP.length - 1)}`;
  assert.equal(await signOut({}, APP + longest), APP + longest);
  for (const url of [`${APP}${longest}x`, "https://other.test/", "//other.test", "javascript:alert(1)"]) {
    assert.equal(new URL(await signOut({}, url)).href, `${APP}/`, url);
  }
});
