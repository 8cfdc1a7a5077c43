import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { CLAIMS, COOKIE, cookieOf, DAY, HOUR, signInAt } from "./_sessions.ts";
import { APP, cookiesOf, openPlain, request, SECRET } from "./_world.ts";

test("an altered session token is rejected and removed (SE-04)", async () => {
  const { browser, signIn, config, platform } = openPlain();
  await signIn();
  const token = cookieOf(browser);
  platform.lines.length = 0;
  let tried = 0;
  for (let at = 0; at < token.length; at += 7) {
    const other = token[at] === "A" ? "B" : "A";
    const changed = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
    const response = await sessionWith(changed, config);
    assert.equal(await response.json(), null, `character ${at}`);
    assert.match(cookiesOf(response)[COOKIE]!, /=; Max-Age=0;/);
    tried++;
  }
  // Each is logged once.
  assert.equal(platform.lines.length, tried);
  assert.ok(platform.lines.every(({ text }) => text.includes("JWTSessionError")));
});

test("the cookie of a flow is not a session, and a session is not a flow (SE-07)", async () => {
  const { browser, post, signIn, config } = openPlain();
  await post("signin/idp");
  const flow = browser.cookies(APP).find(({ name }) => name.includes("flow"))!;
  assert.equal(await (await sessionWith(flow.value, config)).json(), null);
  await signIn();
  const cookie = `${flow.name}=${cookieOf(browser)}`;
  const response = await Auth(request("/auth/callback/idp?code=x&state=y", { headers: { cookie } }), config);
  assert.match(response.headers.get("location")!, /error=InvalidCheck/);
});

test("a session token under the name of another cookie is rejected (SE-07)", async () => {
  const { cookies } = await signInAt("http://app.test", openPlain());
  const token = cookies["latchkey.session-token"]!.split(/[=;]/)[1]!;
  assert.equal(await (await sessionWith(token, openPlain().config)).json(), null);
});

test("Sessions outlive a new secret, and end with their own (SE-09)", async () => {
  const next = "the-next-secret-of-forty-letters-or-so-1";
  const { browser, signIn, config, platform, session } = openPlain();
  const use = (secret: AuthConfig["secret"]) => {
    const rotated = { ...config, secret };
    platform.sites[APP] = (request) => Auth(request, rotated);
  };
  await signIn();
  const old = cookieOf(browser);
  use([next, SECRET]);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  platform.tick(DAY);
  await session();
  use([next]);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  assert.equal(await (await sessionWith(old, { ...config, secret: [next] })).json(), null);
});

test("A session with no secret, or an empty one, is never read (CFG-02)", async () => {
  const { browser, signIn, config } = openPlain();
  await signIn();
  for (const secret of [undefined, "", [], [""], [SECRET, ""]]) {
    const response = await sessionWith(cookieOf(browser), { ...config, secret });
    assert.equal(response.status, 500);
    assert.deepEqual(cookiesOf(response), {});
  }
});

test("jwt.encode and jwt.decode keep the token in the application's own way", async () => {
  const seen: unknown[] = [];
  const { browser, signIn, session, post } = openPlain({
    jwt: {
      encode: (params) => (seen.push(params), btoa(JSON.stringify(params.token))),
      decode: (params) => (seen.push(params), JSON.parse(atob(params.token!))),
    },
    session: { maxAge: HOUR },
  });
  await signIn();
  const { sub, ...claims } = JSON.parse(atob(decodeURIComponent(cookieOf(browser))));
  const expected = { ...CLAIMS, auth_time: Date.UTC(2030, 0, 1) / 1000 };
  assert.deepEqual(claims, expected);
  const [encoded, decoded] = seen;
  const secret = [SECRET];
  assert.deepEqual(encoded, { token: { ...expected, sub }, secret, salt: COOKIE, maxAge: HOUR });
  assert.deepEqual(Object.keys(decoded as object).sort(), ["salt", "secret", "token"]);
  assert.equal((await session())?.user.name, "Ada Lovelace");
  await post("signout");
  assert.equal(await session(), null);
});

/** Asks for the session of a token, without a browser. */
function sessionWith(token: string, config: AuthConfig): Promise<Response> {
  return Auth(request("/auth/session", { headers: { cookie: `${COOKIE}=${token}` } }), config);
}
