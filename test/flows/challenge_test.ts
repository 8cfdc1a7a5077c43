/**
 * Challenges in the forms that anyone may send: `Challenge()`, `Turnstile()`, `HCaptcha()`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { Challenge, HCaptcha, type OpenForm, Turnstile } from "../../src/entries/challenge.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { createClient } from "../../src/client/client.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { afterTests } from "../_after.ts";
import { ADA, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { WAYS } from "./_sign_up.ts";
import { APP } from "./_world.ts";

/** Which paths take each form, and what a person types there. */
const FORMS: Readonly<Record<OpenForm, readonly [path: string, fields: Record<string, string>]>> = {
  signUp: ["signup", { email: "new@example.com", password: GOOD }],
  signIn: ["callback/password", { email: ADA, password: GOOD }],
  forgotPassword: ["forgot-password", { email: ADA }],
  mail: ["signin/email", { email: ADA }],
};

/** The page that has each form. */
const PAGES: Readonly<Record<OpenForm, string>> = {
  signUp: "signup",
  signIn: "signin",
  forgotPassword: "forgot-password",
  mail: "signin",
};

const ALL = Object.keys(FORMS) as OpenForm[];

/** A challenge that a person solves by typing a number. */
const sum = (forms?: readonly OpenForm[]) =>
  Challenge({
    ...forms && { forms },
    check: (_request, { fields }) => fields.answer === "7",
    widget: { html: '<label>3 + 4? <input name="answer"></label>' },
  });

/** A world in which Ada has a password. */
async function openAda(feature: ReturnType<typeof Challenge | typeof Turnstile>) {
  // The challenge begins when she is there.
  let isOn = false;
  const guarded = Challenge({ ...sum().options, check: () => !isOn });
  const before = openPasswords({ features: [guarded] });
  await before.register();
  isOn = true;
  const world = openPasswords({ features: [feature], adapter: before.db.adapter });
  return world;
}

const failed = (response: Response) =>
  new URL(response.headers.get("location")!, APP).searchParams.get("error");

for (const form of ALL) {
  testForms(
    `The form ${form} does nothing before its challenge is solved, shows itself again, and keeps the address (CG-01, CG-02)`,
    async () => {
      const world = await openAda(sum());
      const { browser, db, mails } = world;
      const [path, fields] = FORMS[form];
      const page = await browser.open(`${APP}/auth/${PAGES[form]}?callbackUrl=/home`);
      db.calls.length = 0;
      const again = await page.submit(`/auth/${path}`, { ...fields, answer: "8" });
      assert.match(again.url, new RegExp(`/auth/${PAGES[form]}\\?.*error=ChallengeFailed`), world.log());
      assert.match(again.text, /We couldn't confirm that you're human\. Please try again\./);
      assert.match(again.html, new RegExp(`value="${fields.email}"`));
      assert.doesNotMatch(again.html, new RegExp(GOOD));
      assert.deepEqual([db.calls, mails.length], [[], 0], "nothing was looked up, counted or sent");
      const done = await again.submit(`/auth/${path}`, { ...fields, answer: "7" });
      assert.doesNotMatch(done.url, /error/, world.log());
      assert.equal(form === "signIn" ? Boolean(await world.session()) : mails.length === 1, true);
    },
  );
}

testForms(
  "A challenge that is not solved says the same to a right and a wrong password, a user and a stranger (CG-03)",
  async () => {
    const world = await openAda(sum());
    for (const [path, fields] of Object.values(FORMS)) {
      const tries = [ADA, "nobody@example.com"].flatMap((email) =>
        [GOOD, "a wrong password"].map((password) =>
          send(world.visitor(), path, { ...fields, email, password })
        )
      );
      const answers = (await Promise.all(tries)).map((response) => {
        assert.equal(failed(response), "ChallengeFailed", path);
        return [response.status, response.headers.get("location")];
      });
      for (const answer of answers) assert.deepEqual(answer, answers[0]);
    }
    // Nor does it count as a wrong password.
    for (let i = 0; i < 30; i++) {
      await send(world.visitor(), "callback/password", { email: ADA, password: "wrong" });
    }
    await send(world.browser, "callback/password", { email: ADA, password: GOOD, answer: "7" });
    assert.ok(await world.session(), world.log());
  },
);

testForms(
  "Another mail, codes, passkeys, providers and second factors are not asked (KL-45)",
  async () => {
    const asked: string[] = [];
    const check = (_: Request, { form }: { form: string }) => asked.push(form) > 0;
    const features = [Challenge({ check, widget: { html: "" } }), SecondFactor()];
    const world = openPasswords({ features, more: () => [Passkey()] });
    const { mails, platform, idp } = world;
    const email = "grace@example.com";
    const page = await world.signUp({ email });
    platform.tick(61);
    const other = await page.submit("/auth/signin/password");
    await other.submit("/auth/callback/password", { code: mails.at(-1)!.code });
    assert.ok(await world.session(), world.log());
    assert.deepEqual(asked, ["signUp"]);
    idp.login({ sub: "eve", email: "eve@example.com" });
    const visitor = world.visitor();
    await (await visitor.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.ok(await world.sessionIn(visitor), world.log());
    const newcomer = world.visitor();
    await WAYS["a passkey"]!(world, newcomer);
    assert.ok(await world.sessionIn(newcomer), world.log());
    const forgotten = await world.forget(world.visitor(), email);
    const signedIn = await forgotten.submit("/auth/callback/password", {
      code: mails.at(-1)!.code,
      password: "seven purple teapots",
    });
    assert.equal(signedIn.url, `${APP}/home`, world.log());
    assert.deepEqual(asked, ["signUp", "forgotPassword"]);
  },
);

testForms("A check that fails is a 503 with a page, and nothing of the form is done (CG-04)", async () => {
  const fails = () => Promise.reject(new Error("no network"));
  const world = await openAda(Challenge({ check: fails }));
  for (const [path, fields] of Object.values(FORMS)) {
    const visitor = world.visitor();
    const response = await send(visitor, path, fields);
    assert.equal(response.status, 503, world.log());
    assert.match(await response.text(), /busy at the moment/);
    assert.equal(await world.sessionIn(visitor), null);
  }
  assert.equal(world.mails.length, 0);
});

test("Only pages whose forms ask have the widget and allow what it loads; all others stay as they are (CG-05)", async () => {
  const widget = {
    html: '<div class="robot"></div>',
    script: "https://robot.example/v1/api.js?render=auto",
    integrity: "sha384-abc",
    policy: { "frame-src": ["https://robot.example"] },
  };
  const forms: OpenForm[] = ["signUp", "forgotPassword"];
  const asking = openPasswords({ features: [Challenge({ check: () => true, forms, widget })] });
  const plain = openPasswords();
  for (const path of ["signin", "signout", "error", "signup", "forgot-password", "verify-request"]) {
    const [page, without] = await Promise.all(
      [asking, plain].map(({ browser }) => browser.open(`${APP}/auth/${path}`)),
    );
    const policy = page!.headers.get("content-security-policy")!;
    const former = without!.headers.get("content-security-policy")!;
    if (!["signup", "forgot-password"].includes(path)) {
      assert.equal(policy, former, path);
      assert.doesNotMatch(page!.html, /robot"|robot\.example/);
      continue;
    }
    const scripts = /script-src [^;]*/.exec(former)![0];
    assert.equal(
      policy,
      `${
        former.replace(scripts, `${scripts} https://robot.example/v1/api.js`)
      }; frame-src https://robot.example`,
    );
    assert.match(
      page!.html,
      /<div class="robot"><\/div><noscript><p class="note">This form needs JavaScript\./,
    );
    assert.match(
      page!.html,
      /<script src="[^"]*render=auto" integrity="sha384-abc" crossorigin="anonymous" defer>/,
    );
    const german = await asking.browser.open(`${APP}/auth/${path}?ui_locales=de&error=ChallengeFailed`);
    assert.match(german.html, /Dieses Formular braucht JavaScript\./);
    assert.match(german.text, /Wir konnten nicht feststellen, dass Sie ein Mensch sind\./);
  }
});

test("Each form of a page may have its own widget: the page loads what all need, each script once", async () => {
  const robot = {
    script: "https://robot.example/api.js",
    policy: { "frame-src": ["https://robot.example"] },
  };
  for (const loaders of [["mail"], ["signIn"], ["mail", "signIn"]] as OpenForm[][]) {
    const widget = ({ form }: { form: OpenForm }) => ({ html: "", ...loaders.includes(form) && robot });
    const { browser } = openPasswords({ features: [Challenge({ check: () => true, widget })] });
    const { html, headers } = await browser.open(`${APP}/auth/signin`);
    assert.equal(html.split(`<script src="${robot.script}"`).length, 2, String(loaders));
    const policy = headers.get("content-security-policy")!;
    assert.match(policy, /script-src [^;]*https:\/\/robot\.example\/api\.js/);
    assert.match(policy, /frame-src https:\/\/robot\.example$/);
  }
});

test("A button without fields, such as one for guests, asks too (CG-01)", async () => {
  const features = [sum(["signIn"])];
  const guests = Credentials({ id: "guest", credentials: {}, authorize: () => ({ id: "guest-1" }) });
  const { browser, session, log } = openPasswords({
    features,
    session: { strategy: "jwt" },
    more: () => [guests],
  });
  const page = await browser.open(`${APP}/auth/signin`);
  assert.match(page.html, /3 \+ 4\?.*<ul class="ways">/s);
  assert.doesNotMatch(page.html, /needs JavaScript/);
  assert.equal(failed(await send(browser, "callback/guest", {})), "ChallengeFailed");
  await send(browser, "callback/guest", { answer: "7" });
  assert.ok(await session(), log());
});

/** A service that verifies answers, as Turnstile and hCaptcha document theirs. `good` counts once. */
async function startService(secret: string) {
  const asked: URLSearchParams[] = [];
  const used = new Set<string>();
  const answerTo = (sent: URLSearchParams): object | string => {
    const response = sent.get("response")!;
    if (sent.get("secret") !== secret) return { success: false, "error-codes": ["invalid-input-secret"] };
    if (response === "broken") return "<html>502</html>";
    if (response !== "good") return { success: false, "error-codes": ["invalid-input-response"] };
    if (used.has(response)) return { success: false, "error-codes": ["timeout-or-duplicate"] };
    used.add(response);
    return { success: true, "error-codes": [], hostname: "app.test", action: "login" };
  };
  const server = createServer(async (request: IncomingMessage, response) => {
    let body = "";
    for await (const part of request) body += part;
    const sent = new URLSearchParams(body);
    asked.push(sent);
    const answer = answerTo(sent);
    response.end(typeof answer === "string" ? answer : JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterTests(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { asked, used, url: `http://127.0.0.1:${port}/siteverify` };
}

const SERVICES = {
  Turnstile: {
    feature: Turnstile,
    field: "cf-turnstile-response",
    verifier: "https://challenges.cloudflare.com",
    policy:
      /script-src [^;]* https:\/\/challenges\.cloudflare\.com.*; frame-src https:\/\/challenges\.cloudflare\.com$/,
    html: /<div class="cf-turnstile" data-size="flexible" data-sitekey="a-site"><\/div>/,
  },
  HCaptcha: {
    feature: HCaptcha,
    field: "h-captcha-response",
    verifier: "https://api.hcaptcha.com",
    policy:
      /style-src [^;]* https:\/\/\*\.hcaptcha\.com; script-src [^;]* https:\/\/\*\.hcaptcha\.com .*; frame-src [^;]*; connect-src/,
    html: /<div class="h-captcha" data-sitekey="a-site"><\/div>/,
  },
} as const;

/** A world that asks a service, which the network reaches at its own address. */
async function openAsking(
  { field, verifier, toFeature }: {
    readonly field: string;
    readonly verifier: string;
    readonly toFeature: (keys: { siteKey: string; secretKey: string }) => ReturnType<typeof HCaptcha>;
  },
) {
  const service = await startService("a-key");
  const world = await openAda(toFeature({ siteKey: "a-site", secretKey: "a-key" }));
  world.platform.sites[verifier] = async (request) =>
    await fetch(service.url, { method: "POST", body: await request.text() });
  const enter = async (answer?: string) =>
    await send(world.browser, "callback/password", {
      email: ADA,
      password: GOOD,
      ...(answer !== undefined && { [field]: answer }),
    });
  return { ...service, world, enter };
}

for (const [name, { feature, field, verifier, policy, html }] of Object.entries(SERVICES)) {
  const openService = (options: object = {}) =>
    openAsking(
      { field, verifier, toFeature: (keys) => feature({ ...keys, ...options }) },
    );

  testForms(
    `${name}() lets a form through whose answer the service accepts, once, and asks nothing without one (CG-01, CG-06)`,
    async () => {
      const { asked, world, enter } = await openService();
      const page = await world.browser.open(`${APP}/auth/signin`);
      assert.match(page.headers.get("content-security-policy")!, policy);
      assert.match(page.html, html);
      for (const answer of [undefined, "", "x".repeat(20_000)]) {
        assert.equal(failed(await enter(answer)), "ChallengeFailed");
      }
      assert.equal(asked.length, 0);
      assert.equal(failed(await enter("forged")), "ChallengeFailed");
      assert.equal(await world.session(), null);
      assert.equal(failed(await enter("good")), null, world.log());
      assert.ok(await world.session());
      assert.deepEqual([asked[1]!.get("secret"), asked[1]!.get("response")], ["a-key", "good"]);
      assert.equal(failed(await enter("good")), "ChallengeFailed", "a second time");
    },
  );

  testForms(
    `${name}() refuses with 503 while the service fails or refuses the key, unless outages are accepted (CG-04)`,
    async () => {
      const wrongKey = { secretKey: "wrong" };
      // What the service refuses is no outage: a client may have made it refuse.
      for (const options of [{}, wrongKey, { ...wrongKey, onFailure: "accept" }]) {
        const { world, enter } = await openService(options);
        assert.equal((await enter("secretKey" in options ? "good" : "broken")).status, 503);
        assert.match(world.log(), new RegExp(`Cannot verify a challenge at ${name}`, "i"));
        assert.equal(await world.session(), null);
      }
      const { world, enter } = await openService({ onFailure: "accept" });
      assert.equal(failed(await enter()), "ChallengeFailed", "a form without an answer meets no outage");
      assert.equal(failed(await enter("broken")), null);
      assert.ok(await world.session());
      assert.match(world.log(), /Cannot verify a challenge at/);
    },
  );

  testForms(`${name}() accepts no answer from the page of another host (CG-06)`, async () => {
    const { world, enter } = await openService({ hostname: "other.test" });
    assert.equal(failed(await enter("good")), "ChallengeFailed");
    assert.equal(await world.session(), null);
  });
}

testForms("Turnstile() compares the action, if the config has one (CG-06)", async () => {
  const service = await startService("a-key");
  const feature = (action: string) =>
    Turnstile({ siteKey: "a", secretKey: "a-key", url: service.url, action });
  for (const [action, error] of [["sign-up", "ChallengeFailed"], ["login", null]] as const) {
    service.used.clear();
    const world = openPasswords({ features: [feature(action)] });
    world.platform.sites[new URL(service.url).origin] = async (request) =>
      await fetch(service.url, { method: "POST", body: await request.text() });
    const page = await world.browser.open(`${APP}/auth/signin`);
    assert.match(page.html, new RegExp(`data-action="${action}"`));
    const answer = { email: ADA, "cf-turnstile-response": "good" };
    assert.equal(failed(await send(world.browser, "signin/email", answer)), error, world.log());
  }
});

testForms("Own forms, server code and the browser client send the field on (CG-01)", async () => {
  const world = await openAda(sum());
  const { browser, config, mails } = world;
  const request = { url: `${APP}/login`, headers: new Headers({ origin: APP }), method: "POST" };
  const auth = mount(config as AuthConfig, {});
  const ask = (fields: Record<string, string>) => auth.signIn(request, { providerId: "email", fields });
  await assert.rejects(ask({ email: ADA }), { type: "ChallengeFailed" });
  assert.match((await ask({ email: ADA, answer: "7" })).url, /verify-request/);
  assert.equal(mails.length, 1);
  const page = await browser.open(`${APP}/home`);
  const location = { href: page.url, assign() {}, reload() {} };
  const window = { location, setTimeout, clearTimeout, setInterval, clearInterval };
  const client = createClient({ window, fetch: page.fetch });
  const [stay, solved] = [{ redirect: false }, { answer: "7", redirect: false }] as const;
  const { password } = client;
  const forms = [
    (more: typeof stay | typeof solved) => client.signIn("email", { email: ADA, ...more }),
    (more: typeof stay | typeof solved) => password.forgot({ email: ADA, ...more }),
    (more: typeof stay | typeof solved) =>
      password.signUp({ email: "new@example.com", password: GOOD, ...more }),
  ];
  for (const send of forms) {
    assert.equal((await send(stay)).error, "ChallengeFailed");
    assert.equal((await send(solved)).ok, true, world.log());
  }
  assert.equal(mails.length, 4);
});

test("The options are checked at start", async () => {
  const keys = { siteKey: "a", secretKey: "b" };
  const wrong: readonly [feature: unknown, message: RegExp][] = [
    [Challenge({} as never), /Cannot use `Challenge`: `check` must be a function/],
    [Challenge({ check: () => true, forms: ["login"] as never }), /list some of "signUp"/],
    [Turnstile({ siteKey: "a", secretKey: undefined }), /Cannot use `Turnstile`: its `secretKey` is missing/],
    [HCaptcha({ ...keys, siteKey: "" }), /Cannot use `HCaptcha`: write its `siteKey`/],
    [HCaptcha({ ...keys, timeout: 0 }), /`timeout` must be a number of seconds/],
    [HCaptcha({ ...keys, url: "siteverify" }), /`url` must be an http or https URL/],
    [Turnstile({ ...keys, onFailure: "ignore" as never }), /`onFailure` must be/],
  ];
  for (const [feature, message] of wrong) {
    const { browser, log } = openPasswords({ features: [feature as ReturnType<typeof Challenge>] });
    await browser.open(`${APP}/auth/signin`);
    assert.match(log(), message);
  }
});
