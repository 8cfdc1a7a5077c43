import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { getSession, MiddlewareAuth } from "../../src/integrations/express/express.ts";
import { NextAuth, type NextRequest } from "../../src/integrations/next/next.ts";
import { config as base, IDP } from "./_application.ts";
import { DOORS, mine } from "./_doors.ts";
import { ask, serve, VERSIONS } from "./_express.ts";

/** A config that keeps its warnings. */
function heard(extra: Partial<AuthConfig>): { readonly config: AuthConfig; readonly warnings: string[] } {
  const warnings: string[] = [];
  const logger = { error() {}, warn: (text: string) => void warnings.push(text) };
  return { config: { ...base, providers: [IDP], logger, ...extra } as AuthConfig, warnings };
}

/** Waits until the server of Node has ended its answers, and has said something. */
async function spoken(warnings: readonly string[]): Promise<void> {
  for (let turn = 0; warnings.length === 0 && turn < 1000; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Where the library is, and a request that looks for it elsewhere. */
const MISSED: readonly (readonly [extra: Partial<AuthConfig>, basePath: string, path: string])[] = [
  [{}, "/auth", "/api/auth/signin"],
  [{ basePath: "/api/auth" }, "/api/auth", "/auth/callback/idp?code=1"],
  [{ basePath: "/members" }, "/members", "/auth/csrf"],
  [{ url: "http://localhost/api/auth" }, "/api/auth", "/auth/session"],
  [{ url: "http://localhost/wrong/auth" }, "/wrong/auth", "/auth/signin/idp"],
  [{ url: "http://localhost/app" }, "/app/auth", "/app/api/auth/providers"],
];

/** Requests that are none of the library's concern. */
const OTHERS = [
  "/auth",
  "/auth/login",
  "/auth/account",
  "/auth/error",
  "/auth/signin/unknown",
  "/auth/callback/unknown",
  "/auth/session/list",
  "/x/auth/signin",
  "/oauth/signin",
  "/signin",
  "/favicon.ico",
  "/api/session",
];

for (const [name, open] of Object.entries(DOORS)) {
  test(`${name}: a request for an endpoint at another path is explained once, and left to the application`, async () => {
    for (const [extra, basePath, path] of MISSED) {
      const { config, warnings } = heard(extra);
      await using server = await open(config, mine(404));
      for (let n = 0; n < 3; n++) assert.equal(await (await ask(server.url + path)).text(), "mine", path);
      await spoken(warnings);
      const said = warnings.filter((text) => text.startsWith("other-base-path: "));
      assert.equal(said.length, 1, `${path}: ${warnings.join("\n")}`);
      const other = path.slice(0, path.indexOf("/auth/") + "/auth".length);
      assert.ok(said[0]!.includes(`a request below "${other}" was`), said[0]!);
      assert.ok(said[0]!.includes(`the library is at "${basePath}"`), said[0]!);
      assert.ok(said[0]!.includes(`write \`basePath: "${other}"\``), said[0]!);
    }
  });

  test(`${name}: nothing is explained if the application has the page, or nothing looks for the library`, async () => {
    const own = heard({ basePath: "/api/auth" });
    await using server = await open(own.config, mine());
    for (const path of ["/auth/signin", "/auth/csrf", "/auth/callback/idp"]) {
      assert.equal(await (await ask(server.url + path)).text(), "mine");
    }
    const ordinary = heard({ basePath: "/api/auth" });
    await using other = await open(ordinary.config, mine(404));
    for (const path of OTHERS) await (await ask(other.url + path)).body?.cancel();
    // What a server of Node does after its answers comes before this.
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual([...own.warnings, ...ordinary.warnings], []);
  });
}

for (const { name, express } of VERSIONS) {
  test(`${name}: getSession() sees a request for an endpoint that app.use("/auth") does not`, async () => {
    const { config, warnings } = heard({});
    const app = express().use(async (req, _res, next) => (await getSession(req, config), next()));
    await using server = await serve(app.use("/auth", MiddlewareAuth(config)));
    await (await ask(`${server.url}/api/auth/signin`)).body?.cancel();
    await spoken(warnings);
    assert.match(warnings.join(), /^other-base-path: a request below "\/api\/auth" .* at "\/auth"/);
  });
}

test("the proxy of NextAuth() explains it, unless the application has a sign-in page of its own", async () => {
  for (const [pages, expected] of [[undefined, 1], [{ signIn: "/auth/signin" }, 0]] as const) {
    const { config, warnings } = heard({ pages });
    const { auth } = NextAuth(config);
    const url = new URL("http://localhost:3000/auth/signin");
    const request = {
      method: "GET",
      url: url.href,
      headers: new Headers(),
      nextUrl: Object.assign(url, { basePath: "" }),
    };
    // It hands the request on to Next, which is not here.
    const handed = auth(request as unknown as NextRequest, { waitUntil() {} });
    await assert.rejects(async () => void await handed, /Cannot use Next/);
    assert.equal(
      warnings.filter((text) => /below "\/auth" .* at "\/api\/auth"/.test(text)).length,
      expected,
    );
  }
});
