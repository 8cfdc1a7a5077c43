/**
 * A route for GET that signs in, and links to it that stand elsewhere: on another site, on another subdomain, in a mail.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { MissingCSRF } from "../../src/errors/errors.ts";
import { type ActionRequest, mount, type SignInAction } from "../../src/integrations/mount/integration.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Email } from "../../src/providers/email.ts";
import { config as base, IDP } from "./_application.ts";
import { DOORS, type Route } from "./_doors.ts";

const MALLORY = "mallory@evil.example";

/** The addresses that mails went to. */
const mailed: string[] = [];

const config = {
  ...base,
  adapter: Memory(),
  session: { strategy: "jwt" },
  limits: false,
  providers: [
    IDP,
    Email({
      name: "Mail",
      from: "a@app.test",
      sendVerificationRequest: ({ identifier }) => void mailed.push(identifier),
    }),
    Credentials({
      credentials: { name: {} },
      authorize: ({ name }) => ({ id: String(name), name: String(name) }),
    }),
  ],
  callbacks: {},
} satisfies AuthConfig;

/** The sign-in that a link asks for. */
function wishOf(path: string): SignInAction {
  const { provider, ...fields } = Object.fromEntries(new URL(path, "http://localhost").searchParams);
  return { providerId: provider, fields, redirectTo: "/welcome" };
}

/** A route that signs in by a link. */
const route: Route<typeof config> = async (url, auth) => {
  return { status: 303, location: await auth.signIn(wishOf(url)), body: "" };
};

/** Links: of other sites, of no page, and of pages of the application, which another site may have led to. */
const ELSEWHERE: readonly Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  // In the program that shows mails, or typed.
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "cross-site", referer: "http://evil.example/" },
  // Over http.
  { referer: "http://evil.example/" },
  {},
  // The sign-out page of the library redirects to where a link of another site says, on the own origin.
  { "sec-fetch-site": "same-origin" },
  { referer: "http://localhost/auth/signout" },
];

for (const [name, open] of Object.entries(DOORS)) {
  test(`a link sends no mail, wherever it stands: the sign-in page has the address, ${name} (CS-20)`, async () => {
    await using server = await open(config, route);
    const follow = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(server.url + path, { headers, redirect: "manual" });
      await response.body?.cancel();
      const location = response.headers.get("location");
      const cookies = response.headers.getSetCookie().filter((each) => each !== "mine=1");
      return { cookies, location };
    };
    for (const headers of ELSEWHERE) {
      mailed.length = 0;
      const { location, cookies } = await follow(`/login?provider=email&email=${MALLORY}`, headers);
      const what = `${JSON.stringify(headers)} ${location}`;
      const page = new URL(location!);
      assert.equal(page.pathname, "/auth/signin", what);
      assert.equal(page.searchParams.get("email"), MALLORY, what);
      assert.equal(page.searchParams.get("callbackUrl"), `${server.url}/welcome`, what);
      assert.deepEqual([mailed, cookies], [[], []], what);
      const html = await (await fetch(page)).text();
      assert.ok(html.includes(`value="${MALLORY}"`), "the address is filled in");
      const password = await follow("/login?provider=credentials&name=mallory", headers);
      assert.deepEqual(password.cookies, [], `no session: ${what}`);
      const provider = await follow("/login?provider=idp", headers);
      assert.match(provider.location!, /^https:\/\/idp\.example\/authorize/, what);
    }
  });
}

test("a form of the application still sends a mail, whatever is known of it (CS-20)", async () => {
  const auth = mount({ ...config, url: "https://app.test" }, {});
  const own: readonly [Record<string, string>, string | undefined][] = [
    [{ origin: "https://app.test" }, "POST"],
    [{ origin: "https://app.test" }, "GET"],
    [{ origin: "https://app.test", "sec-fetch-site": "same-origin" }, undefined],
    [{}, "POST"],
    [{ "sec-fetch-site": "same-origin" }, "POST"],
    // A server of the application's own, which does not say the method.
    [{}, undefined],
  ];
  for (const [headers, method] of own) {
    mailed.length = 0;
    await auth.signIn(requestOf(headers, method), wishOf("/login?provider=email&email=ada@app.test"));
    assert.deepEqual(mailed, ["ada@app.test"], JSON.stringify([headers, method]));
  }
});

test("a link that stands elsewhere fills no text into the sign-in page that is not a short text (CS-20)", async () => {
  const auth = mount({ ...config, url: "https://app.test" }, {});
  const foreign = requestOf({ "sec-fetch-site": "cross-site" }, "GET");
  for (const email of ["x".repeat(300), ["a@b.test"], { a: 1 }, 7, null, undefined]) {
    const fields = { email } as unknown as Record<string, string>;
    const { url, cookies } = await auth.signIn(foreign, { providerId: "email", fields, redirectTo: "/home" });
    const query = new URLSearchParams({ callbackUrl: "https://app.test/home" });
    assert.deepEqual([url, cookies], [`https://app.test/auth/signin?${query}`, []]);
  }
  const evil = requestOf({ origin: "https://evil.test" }, "POST");
  await assert.rejects(auth.signIn(evil, wishOf("/login?provider=email&email=a@b.test")), MissingCSRF);
  const stripped = requestOf({ "sec-fetch-site": "cross-site" }, "POST");
  const { url } = await auth.signIn(stripped, wishOf("/login?provider=email&email=a@b.test"));
  assert.equal(new URL(url).pathname, "/auth/signin", "a proxy has removed `Origin` of a foreign form");
  const linking = wishOf("/login?provider=email&email=a@b.test&link=true");
  await assert.rejects(auth.signIn(foreign, linking), MissingCSRF);
});

function requestOf(headers: Record<string, string>, method: string | undefined): ActionRequest {
  return { url: "https://app.test/login", headers: new Headers(headers), ...(method && { method }) };
}
