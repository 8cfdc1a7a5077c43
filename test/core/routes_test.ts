import assert from "node:assert/strict";
import { test } from "node:test";
import { altcha } from "../../src/features/challenge/altcha.ts";
import { accountPages } from "../../src/features/account_page/capability.ts";
import { keptPasswords } from "../../src/features/passwords/capability.ts";
import { allEndpoints, isAuthAction } from "../../src/http/endpoints.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { providerLogouts } from "../../src/features/provider_logout/capability.ts";
import { accessTokens } from "../../src/features/provider_tokens/capability.ts";
import { accountDeletion } from "../../src/features/account_deletion/capability.ts";
import { administration } from "../../src/features/administration/capability.ts";
import { signUp } from "../../src/features/sign_up/capability.ts";
import { secondFactors } from "../../src/features/second_factor/capability.ts";
import { passkeys } from "../../src/sign_in/passkey/capability.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import type { Route } from "../../src/http/route.ts";
import { findRoute, ROUTES } from "../../src/core/routes.ts";
import type { Setup } from "../../src/setup/setup.ts";

const FEATURES = [
  accountPages,
  signUp,
  secondFactors,
  accessTokens,
  providerLogouts,
  accountDeletion,
  administration,
  altcha,
];
const PROVIDERS = [...Object.values(ALL_CAPABILITIES), passkeys, keptPasswords];
const setup = { capabilities: new Set([...PROVIDERS, ...FEATURES]) };
const routes: Readonly<Record<string, Route<Setup>>> = Object.assign(
  {},
  ROUTES,
  ...[...setup.capabilities].map(({ routes }) => routes),
);

const ORIGIN = "https://app.test";
const ACTIONS = [
  "account",
  "account-data",
  "account-deletion",
  "acting",
  "admin",
  "backchannel-logout",
  "callback",
  "challenge",
  "csrf",
  "error",
  "finish-signup",
  "forgot-password",
  "keep-password",
  "kept-form",
  "link",
  "new-password",
  "passkey-offer",
  "password",
  "post-logout",
  "providers",
  "second-factor",
  "second-factor-options",
  "second-factor-setup",
  "session",
  "signin",
  "signout",
  "signup",
  "taken-over",
  "verify-request",
  "webauthn-options",
  "webauthn-script",
];
const WITH_PROVIDER = ["backchannel-logout", "callback", "signin", "webauthn-options"];

/** Requests that have an answer; `csrf` where only the site's own pages get one. */
const SURFACE: Readonly<Record<string, "" | "csrf">> = {
  "GET csrf": "",
  "GET providers": "",
  "GET finish-signup": "",
  "POST finish-signup": "csrf",
  "GET second-factor": "",
  "POST second-factor": "csrf",
  "GET second-factor-options": "",
  "GET second-factor-setup": "",
  "POST second-factor-setup": "csrf",
  "GET session": "",
  "POST session": "csrf",
  "GET signin": "",
  "POST signin": "csrf",
  "POST signin/idp": "csrf",
  "GET callback/idp": "",
  "POST callback/idp": "",
  "GET signout": "",
  "POST signout": "csrf",
  "GET error": "",
  "GET kept-form": "",
  "GET verify-request": "",
  "GET link": "",
  "POST link": "csrf",
  "GET taken-over": "",
  "GET account": "",
  "POST account": "csrf",
  "GET account-data": "",
  "GET account-deletion": "",
  "POST account-deletion": "csrf",
  "GET acting": "",
  "POST acting": "csrf",
  "GET admin": "",
  "POST admin": "csrf",
  "GET webauthn-options/idp": "",
  "GET challenge": "",
  "GET webauthn-script": "",
  "GET passkey-offer": "",
  "GET signup": "",
  "POST signup": "csrf",
  "GET forgot-password": "",
  "POST forgot-password": "csrf",
  "GET new-password": "",
  "GET keep-password": "",
  "POST keep-password": "csrf",
  "GET password": "",
  "POST password": "csrf",
  "GET post-logout": "",
  "POST backchannel-logout/idp": "",
};

function incoming(method: string, path: string) {
  return parseRequest(new Request(`${ORIGIN}/auth/${path}`, { method }), "/auth");
}

test("each endpoint has a route, in ROUTES or in one capability", () => {
  const all = [ROUTES, ...[...setup.capabilities].map(({ routes = {} }) => routes)].flatMap(Object.keys);
  assert.deepEqual(all.sort(), [...allEndpoints()].sort());
});

for (const method of ["GET", "POST"]) {
  for (const action of ACTIONS) {
    for (const path of WITH_PROVIDER.includes(action) ? [action, `${action}/idp`] : [action]) {
      const expected = SURFACE[`${method} ${path}`];
      test(`findRoute() finds ${expected === undefined ? "no action" : "an action"} for a request of ${method} ${path}`, async () => {
        const route = findRoute(await incoming(method, path), setup);
        assert.equal(route === null, expected === undefined);
        assert.equal(route?.csrf === true, expected === "csrf");
      });
    }
  }
}

test("findRoute() has no route by the name of something that every object has", async () => {
  for (const path of ["signin/__proto__", "callback/constructor"]) {
    const [action] = path.split("/") as ["signin" | "callback"];
    assert.equal(findRoute(await incoming("POST", path), setup), ROUTES[`POST ${action}/:provider`]);
  }
});

test("findRoute() finds the endpoints of mail and passkeys only with their code", async () => {
  const none = { capabilities: new Set<never>() };
  for (const path of ["verify-request", "webauthn-options/idp", "webauthn-script", "passkey-offer"]) {
    assert.equal(findRoute(await incoming("GET", path), none), null);
  }
});

test("ROUTES changes something by POST alone, and never without a CSRF token but from a provider", () => {
  const unchecked = Object.entries(routes).filter(([request, { csrf }]) =>
    request.startsWith("POST") && !csrf
  );
  assert.deepEqual(unchecked.map(([request]) => request), [
    "POST callback/:provider",
    "POST backchannel-logout/:provider",
  ]);
});

test("ROUTES and isAuthAction() know the same actions", () => {
  const routed = new Set(Object.keys(routes).map((request) => request.split(/[ /]/)[1]!));
  assert.deepEqual([...routed].toSorted(), ACTIONS);
  for (const action of routed) assert.ok(isAuthAction(action), action);
});
