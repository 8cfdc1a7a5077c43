/**
 * Rows about the authorization response: which provider it is of, which browser, which sign-in.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Page, type Tamper, testBrowser } from "../../src/testing/mod.ts";
import { APP, count, grant, start } from "../flows/_world.ts";
import { type Group, type Refusal, refused, type Row, type Stage } from "./_row.ts";

/** Metadata that do not announce the parameter `iss`. */
const SILENT = { authorization_response_iss_parameter_supported: undefined };

/** No code was redeemed. */
const unredeemed = ({ idp }: Stage) => assert.equal(count(idp, "token"), 0);

function answering(authorization: Tamper["authorization"], metadata: Tamper["metadata"] = {}): Tamper {
  return { authorization, metadata };
}

const issuers: readonly Row[] = [
  {
    id: "iss-right",
    cites: "RFC 9207 §2.4",
    title: "accepts a response with the iss of the provider",
    expected: "accepted",
  },
  {
    id: "iss-absent",
    cites: "RFC 9207 §2.4",
    title: "accepts a response without iss if the metadata do not announce it",
    fault: answering({ iss: undefined }, SILENT),
    expected: "accepted",
  },
  ...Object.entries<readonly [Tamper["authorization"], Tamper["metadata"]?]>({
    "missing": [{ iss: undefined }],
    "empty": [{ iss: "" }],
    "other": [{ iss: "https://evil.test" }],
    "other-not-announced": [{ iss: "https://evil.test" }, SILENT],
    "slash": [{ iss: "https://idp.test/" }],
    "capitals": [{ iss: "https://IDP.test" }],
    "port": [{ iss: "https://idp.test:443" }],
    "twice": [{ iss: ["https://idp.test", "https://idp.test"] }],
    "twice-other": [{ iss: ["https://idp.test", "https://evil.test"] }],
    "other-with-error": [{ iss: "https://evil.test", error: "access_denied", code: undefined }],
    "missing-with-error": [{ iss: undefined, error: "access_denied", code: undefined }],
  }).map(([id, [authorization, metadata]]): Row => ({
    id: `iss-${id}`,
    cites: "RFC 9207 §2.4",
    title: `refuses a response whose iss is wrong (${id}, OA-11), and redeems no code`,
    fault: answering(authorization, metadata),
    expected: refused(/\biss\b/),
    also: unredeemed,
  })),
];

const contents: readonly Row[] = [
  ...Object.entries<readonly [Tamper["authorization"], RegExp]>({
    "code-missing": [{ code: undefined }, /\bcode\b/],
    "code-empty": [{ code: "" }, /\bcode\b/],
    "code-twice": [({ code, ...rest }) => ({ ...rest, code: [code, code] }), /\bcode\b/],
    "access-token": [{ access_token: "t" }, /access_token|code flow/],
    "id-token": [{ id_token: "e30.e30." }, /id_token|code flow/],
    "token-without-code": [
      { code: undefined, access_token: "t", token_type: "bearer" },
      /access_token|\bcode\b/,
    ],
    "JARM": [{ response: "e30.e30." }, /response/],
  }).map(([id, [authorization, log]]): Row => ({
    id: `response-${id}`,
    cites: "RFC 6749 §4.1.2, §3.1",
    title: `refuses an authorization response that is not one of the code flow (${id}, OA-13)`,
    fault: answering(authorization),
    expected: refused(log),
    also: unredeemed,
  })),
  {
    id: "response-unknown-parameters",
    cites: "RFC 6749 §4.1.2",
    title: "ignores parameters of the response that it does not know",
    fault: answering({ session_state: "s", scope: "openid", "x-trace": "1" }),
    expected: "accepted",
  },
  {
    id: "response-form-post",
    cites: "OAuth 2.0 Form Post Response Mode §2",
    title: "accepts a response that the browser posts",
    provider: { authorization: { params: { response_mode: "form_post" } } },
    run: async ({ signIn }) => await (await signIn()).submit(),
    expected: "accepted",
  },
  {
    id: "response-form-post-error",
    plan: "oidcc-client-test-form-post-error",
    cites: "OAuth 2.0 Form Post Response Mode §2",
    title: "refuses an error that the browser posts",
    provider: { authorization: { params: { response_mode: "form_post" } } },
    fault: answering({ error: "login_required", code: undefined }),
    run: async ({ signIn }) => await (await signIn()).submit(),
    expected: refused(/login_required/, "OAuthCallbackError"),
    also: unredeemed,
  },
  ...["access_denied", "login_required", "server_error", "temporarily_unavailable", "<script>", "made-up"]
    .map(
      (error): Row => ({
        id: `response-error-${error.replaceAll(/\W/g, "-")}`,
        cites: "OpenID Connect Core §3.1.2.6",
        title: `refuses a sign-in that the provider answers with the error ${error}`,
        fault: answering({ error, error_description: "no", code: undefined }),
        expected: refused(/answered/, "OAuthCallbackError"),
        also: unredeemed,
      }),
    ),
  {
    id: "response-error-beside-code",
    cites: "RFC 6749 §4.1.2.1",
    title: "refuses an error that comes with a code, and redeems no code",
    fault: answering({ error: "access_denied" }),
    expected: refused(/answered/, "OAuthCallbackError"),
    also: unredeemed,
  },
];

const lost: Refusal = refused(/\bstate\b|sign-in|flow|cookie/i, "InvalidCheck");

/** Starts a sign-in, lets the provider answer it, and opens another callback. */
function opening(
  change: (callback: URL, stage: Stage) => URL | Promise<URL>,
): (stage: Stage) => Promise<Page> {
  return async (stage) => {
    const callback = await grant(stage.idp, await start(stage));
    return await stage.browser.open((await change(callback, stage)).href);
  };
}

function withState(callback: URL, state: string | null): URL {
  const url = new URL(callback);
  if (state === null) url.searchParams.delete("state");
  else url.searchParams.set("state", state);
  return url;
}

const states: readonly Row[] = [
  ...Object.entries<(callback: URL) => string | null>({
    "missing": () => null,
    "empty": () => "",
    "other": () => "another",
    "longer": ({ searchParams }) => `${searchParams.get("state")}0`,
    "capitals": ({ searchParams }) => searchParams.get("state")!.toUpperCase(),
  }).map(([id, state]): Row => ({
    id: `state-${id}`,
    cites: "RFC 9700 §4.7.1",
    title: `refuses a callback whose state is wrong (${id}, OA-05)`,
    run: opening((callback) => withState(callback, state(callback))),
    expected: lost,
    also: unredeemed,
  })),
  {
    id: "state-twice",
    cites: "RFC 6749 §3.1",
    title: "refuses a callback with two states (OA-14)",
    fault: answering(({ state, ...rest }) => ({ ...rest, state: [state, state] })),
    expected: refused(/\bstate\b/),
    also: unredeemed,
  },
  {
    id: "state-of-another-browser",
    cites: "RFC 9700 §4.7",
    title: "refuses a callback of a sign-in that another browser began",
    run: opening(async (_callback, stage) => await callbackOfAttacker(stage)),
    expected: lost,
    also: unredeemed,
  },
  {
    id: "state-replayed",
    cites: "RFC 9700 §4.7.1",
    title: "refuses a callback that was used before",
    before: async ({ browser, signIn }) => {
      await signIn();
      used.set(browser, browser.visited.findLast((url) => url.includes("/callback/"))!);
    },
    run: ({ browser }) => browser.open(used.get(browser)!),
    expected: lost,
    also: ({ idp }) => assert.equal(count(idp, "token"), 1),
  },
  {
    id: "state-late",
    cites: "RFC 9700 §4.7",
    title: "refuses a callback after fifteen minutes",
    run: opening((callback, { platform }) => {
      platform.tick(901);
      return callback;
    }),
    expected: lost,
    also: unredeemed,
  },
  {
    id: "state-unsolicited",
    cites: "RFC 9700 §4.7",
    title: "refuses a callback of no sign-in, and asks the provider nothing (OA-04, OA-25)",
    run: ({ browser }) => browser.open(`${APP}/auth/callback/idp?code=c&state=s&iss=https%3A%2F%2Fidp.test`),
    expected: lost,
    also: ({ asked }) => assert.deepEqual(asked, []),
  },
  {
    id: "code-injected",
    cites: "RFC 9700 §4.5",
    title: "refuses the code of another sign-in beside the state of its own, because of PKCE (OA-06)",
    run: opening(async (callback, stage) => {
      const stolen = await callbackOfAttacker(stage);
      callback.searchParams.set("code", stolen.searchParams.get("code")!);
      return callback;
    }),
    expected: refused(/invalid_grant/),
  },
  {
    id: "code-injected-without-PKCE",
    cites: "RFC 9700 §4.5.3.2",
    title: "refuses the code of another sign-in without PKCE too, because of the nonce",
    provider: { checks: ["state", "nonce"] },
    run: opening(async (callback, stage) => {
      const stolen = await callbackOfAttacker(stage);
      callback.searchParams.set("code", stolen.searchParams.get("code")!);
      return callback;
    }),
    expected: refused(/\bnonce\b/),
  },
  {
    id: "code-unknown",
    cites: "RFC 6749 §5.2",
    title: "refuses a code that the provider does not know",
    fault: answering({ code: "made-up" }),
    expected: refused(/invalid_grant/),
  },
  ...["PUT", "DELETE"].map((method): Row => ({
    id: `callback-${method}`,
    cites: "RFC 6749 §3.1.2",
    title: `answers a callback with the method ${method} with no session`,
    run: opening(async (callback, { browser }) => {
      const answer = await browser.fetch(callback.href, { method, redirect: "manual" });
      assert.ok(answer.status >= 400, String(answer.status));
      return withState(callback, "another");
    }),
    expected: lost,
    also: unredeemed,
  })),
];

/** The authorization response. */
export const RESPONSE_GROUP: Group = {
  name: "Authorization response",
  rows: [...issuers, ...contents, ...states],
};

/** Callbacks that were used, by their browser. */
const used = new WeakMap<object, string>();

/** The callback of a sign-in that an attacker has begun in a browser of their own. */
async function callbackOfAttacker(stage: Stage): Promise<URL> {
  const browser = testBrowser(stage.platform.sites, { now: stage.platform.now });
  const { csrfToken } = await (await browser.fetch(`${APP}/auth/csrf`)).json();
  const response = await browser.fetch(`${APP}/auth/signin/idp`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ csrfToken }),
  });
  return await grant(stage.idp, new URL(response.headers.get("location")!));
}
