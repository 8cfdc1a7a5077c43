/**
 * What is silent in other libraries has a warning: http, a logo that mails cannot show, a user without an id.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { MissingSecret } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { setEnvDefaults } from "../../src/config/env.ts";
import { setupOf } from "../../src/config/setup.ts";
import { mount } from "../../src/integrations/mount/integration.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Loops } from "../../src/providers/loops.ts";
import { Nodemailer } from "../../src/providers/nodemailer.ts";
import { Resend } from "../../src/providers/resend.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { User } from "../../src/values/types.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** The warnings of a code after start, with a config in an environment. */
async function warningsAt(code: string, config: Partial<AuthConfig>, env: Record<string, string> = {}) {
  const platform = testPlatform();
  mount({ secret: SECRET, providers: [], platform, ...config }, env);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return platform.lines.filter(({ text }) => text.includes(`${code}:`)).map(({ text }) => text);
}

test("a url on http is named at start, wherever it is written", async () => {
  for (
    const [config, env] of [
      [{ url: "http://app.example.com" }, {}],
      [{ url: "HTTP://app.example.com/shop" }, {}],
      [{}, { AUTH_URL: "http://app.example.com/api/auth" }],
      [{ useSecureCookies: true }, { AUTH_URL: "http://192.168.0.7:3000" }],
    ] as const
  ) {
    const [line, ...others] = await warningsAt("insecure-url", config, env);
    assert.match(
      line!,
      /`url` \(AUTH_URL\) is http:.*without encryption: .* Write the https URL of the site/,
    );
    assert.deepEqual(others, []);
  }
  for (
    const AUTH_URL of [
      "https://app.example.com",
      "http://localhost:3000",
      "http://127.0.0.1",
      "http://[::1]:8000",
    ]
  ) {
    assert.deepEqual(await warningsAt("insecure-url", {}, { AUTH_URL }), [], AUTH_URL);
  }
});

test("a logo that mails cannot show is named at start, with what to write", async () => {
  const mail = { from: "us@app.test" };
  const senders = [
    Nodemailer({ ...mail, server: "smtp://mail.test" }),
    Resend({ ...mail, apiKey: "key" }),
    { ...Resend({ ...mail, apiKey: "key" }), id: "copy" },
  ];
  const common = { url: "https://app.test", adapter: Memory() };
  for (const provider of senders) {
    for (
      const logo of ["/logo.svg", "https://cdn.test/logo.svg?v=2", "data:image/png;base64,AAAA", "/logo.SVGZ"]
    ) {
      const [line] = await warningsAt("unshown-logo", { ...common, providers: [provider], theme: { logo } });
      assert.match(
        line!,
        /mails are sent without `theme\.logo`, .* write the URL or the path of a PNG or JPEG/,
      );
      assert.doesNotMatch(line!, /AAAA/);
    }
    const dark = { logo: "/logo.png", logoDark: "/dark.svg" };
    const [line, ...others] = await warningsAt("unshown-logo", {
      ...common,
      providers: [provider],
      theme: dark,
    });
    assert.match(line!, /`theme\.logoDark`, "\/dark\.svg"/);
    assert.deepEqual(others, []);
  }
  const own = { ...Resend({ ...mail, apiKey: "key" }), sendVerificationRequest: () => {} };
  const optional = Resend({ ...mail, apiKey: "key", sendVerificationRequest: () => {} });
  for (const provider of [own, optional, Loops({ apiKey: "key", transactionalId: "id" })]) {
    const theme = { logo: "/logo.svg" };
    assert.deepEqual(await warningsAt("unshown-logo", { ...common, providers: [provider], theme }), []);
  }
  const theme = { logo: "/logo.png", logoDark: "https://cdn.test/dark.webp" };
  assert.deepEqual(
    await warningsAt("unshown-logo", { ...common, providers: senders.slice(0, 2), theme }),
    [],
  );
});

/** Signs in twice with what `authorize` returns. */
async function signInTwice(user: unknown) {
  const platform = testPlatform();
  const config: AuthConfig = {
    url: "https://app.test",
    secret: SECRET,
    platform,
    providers: [Credentials({ credentials: {}, authorize: () => user as User })],
  };
  const auth = mount(config, {});
  const ids: unknown[] = [];
  for (let i = 0; i < 2; i++) {
    const request = { url: "https://app.test/login", headers: new Headers() };
    const { cookies } = await auth.signIn(request, { providerId: "credentials" });
    const cookie = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
    const response = await Auth(
      new Request("https://app.test/auth/session", { headers: { cookie } }),
      config,
    );
    ids.push((await response.json())?.user?.name);
  }
  return { ids, log: () => platform.lines.map(({ text }) => text).join("\n") };
}

test("a user without id from authorize is signed in, and named in the log once", async () => {
  for (const user of [{ name: "Ada" }, { id: undefined, name: "Ada" }, { id: null, name: "Ada" }]) {
    const { ids, log } = await signInTwice(user);
    assert.deepEqual(ids, ["Ada", "Ada"]);
    assert.equal(log().match(/user-without-id:/g)?.length, 1, log());
    assert.match(
      log(),
      /`authorize` of provider "credentials" .* return the id of the user in your database/,
    );
    assert.doesNotMatch(log(), /Ada/);
  }
  assert.doesNotMatch((await signInTwice({ id: "1", name: "Ada" })).log(), /user-without-id/);
  assert.doesNotMatch((await signInTwice({ id: 0, name: "Ada" })).log(), /user-without-id/);
});

test("an id from authorize that everyone would share is refused", async () => {
  for (const id of ["", NaN, Infinity, 2 ** 53, 0.1, true, false, () => "1", Symbol("1")]) {
    await assert.rejects(
      signInTwice({ id, name: "Ada" }),
      /`authorize` returned no text or exact whole number as `id`/,
    );
  }
});

test("a missing secret names the command that makes one, and setEnvDefaults() only to a config that skipped it", () => {
  const config: AuthConfig = { providers: [], trustHost: true, platform: testPlatform() };
  const filled = { ...config };
  setEnvDefaults({}, filled);
  const short = { ...config };
  setEnvDefaults({ AUTH_SECRET: "short" }, short);
  const messageOf = (each: AuthConfig) => {
    try {
      setupOf(each, "https");
    } catch (error) {
      assert.ok(error instanceof MissingSecret);
      return error.message;
    }
    return assert.fail();
  };
  for (const each of [config, filled, short]) {
    assert.match(messageOf(each), /`npx @latchkey\/auth secret --env` writes a new one into \.env/);
    assert.doesNotMatch(messageOf(each), /openssl/);
  }
  assert.match(messageOf(config), /call `setEnvDefaults/);
  assert.doesNotMatch(messageOf(filled) + messageOf(short), /setEnvDefaults/);
});
