import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient } from "../../src/client/client.ts";
import { APP, createClock, createWindow, settle } from "./_tabs.ts";

test("passkey.autofill() replaces a challenge before the server refuses it, but not on a page that no one sees", async () => {
  const { client, clock, asked, setVisible, leave } = openPage();
  const result = client.passkey.autofill({ signal: leave.signal, redirect: false });
  await settle();
  assert.deepEqual(asked, ["authenticate"]);
  await clock.tick(240_000);
  assert.deepEqual(asked, ["authenticate", "authenticate"]);
  setVisible(false);
  await clock.tick(3_600_000);
  assert.equal(asked.length, 2);
  setVisible(true);
  await settle();
  assert.equal(asked.length, 3);
  leave.abort();
  assert.equal(await result, null);
  assert.equal(clock.count(), 0);
});

test("passkey.autofill() that is called again takes the place of the first call", async () => {
  const { client, asked, leave } = openPage();
  const first = client.passkey.autofill({ redirect: false });
  await settle();
  const second = client.passkey.autofill({ signal: leave.signal, redirect: false });
  assert.equal(await first, null);
  await settle();
  assert.equal(asked.length, 2);
  leave.abort();
  assert.equal(await second, null);
});

test("passkey.autofill() with a signal that is aborted does not ask", async () => {
  const { client, asked, leave } = openPage();
  leave.abort();
  assert.equal(await client.passkey.autofill({ signal: leave.signal }), null);
  assert.deepEqual(asked, []);
});

test("passkey.autofill() in a browser that cannot is null", async () => {
  const { client } = openPage({ offers: false });
  assert.equal(await client.passkey.autofill(), null);
});

test("passkey.add() says that the passkey is for the account, in the query and in the form", async () => {
  const { client, posted, asked } = openPage({ answers: true });
  const { ok } = await client.passkey.add({ redirect: false, nickname: "laptop" });
  assert.ok(ok);
  assert.deepEqual(asked, ["register"]);
  const { link, action, data, callbackUrl, nickname } = posted[0]!;
  assert.deepEqual([link, action, callbackUrl, nickname], ["true", "register", `${APP}/page`, "laptop"]);
  assert.deepEqual(JSON.parse(data!), { id: "passkey" });
});

test("passkey.proveSecondFactor() asks the second step for its options, and posts the answer there", async () => {
  const { client, posted, asked, paths } = openPage({ answers: true });
  const { ok } = await client.passkey.proveSecondFactor({
    redirect: false,
    question: "abc",
    remember: true,
    redirectTo: "/home",
  });
  assert.ok(ok);
  assert.deepEqual([asked, paths], [["authenticate"], [
    "/auth/second-factor-options?question=abc&remember=true",
    "/auth/second-factor",
  ]]);
  const { question, action, data, callbackUrl, remember } = posted[0]!;
  assert.deepEqual([question, action, callbackUrl, remember], ["abc", "authenticate", `${APP}/home`, "true"]);
  assert.deepEqual(JSON.parse(data!), { id: "passkey" });
});

/** A page in a browser whose authenticator never answers, unless `answers`. */
function openPage({ offers = true, answers = false } = {}) {
  const clock = createClock();
  const asked: string[] = [];
  const posted: Record<string, string>[] = [];
  const paths: string[] = [];
  const ask = ({ signal }: { signal: AbortSignal }): Promise<unknown> =>
    answers
      ? Promise.resolve({ toJSON: () => ({ id: "passkey" }) })
      : new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const { window, setVisible } = createWindow(clock, {
    PublicKeyCredential: {
      isConditionalMediationAvailable: () => Promise.resolve(offers),
      parseCreationOptionsFromJSON: (options: object) => options,
      parseRequestOptionsFromJSON: (options: object) => options,
    },
    navigator: { credentials: { get: ask, create: ask } },
  });
  const client = createClient({
    window,
    fetch(url, init) {
      const { pathname, searchParams } = new URL(url);
      if (/webauthn-options|second-factor-options/.test(pathname)) {
        paths.push(new URL(url).pathname + new URL(url).search.replace("&action=authenticate", ""));
        asked.push(searchParams.get("action")!);
        assert.ok(!searchParams.has("callbackUrl"));
        return Promise.resolve(Response.json({ options: { challenge: "AA" } }));
      }
      if (init?.method !== "POST") return Promise.resolve(Response.json({ csrfToken: "token" }));
      paths.push(pathname);
      posted.push(JSON.parse(String(init.body)));
      return Promise.resolve(Response.json({ url: `${APP}/page` }));
    },
  });
  return {
    client,
    clock,
    asked,
    posted,
    paths,
    leave: new AbortController(),
    setVisible,
  };
}
