/**
 * The application's own forms for passwords that the library keeps, in each integration but Next.
 *
 * @module
 */

import assert from "node:assert/strict";
import { AuthError } from "../../mod.ts";
import { InvalidPassword } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { config as base } from "./_application.ts";
import { ask } from "./_express.ts";
import { DOORS, type Listening, type RouteAnswer } from "./_doors.ts";

const [FIRST, SECOND, THIRD] = ["lovely engine weaves", "seven purple teapots", "eleven brass kettles"];

const mails: VerificationRequest[] = [];

const config = {
  ...base,
  adapter: Memory(),
  providers: [
    Password(),
    Email({ mails: "both", sendVerificationRequest: (mail: VerificationRequest) => void mails.push(mail) }),
  ],
  session: { strategy: "database" },
  callbacks: {},
} as const;

type Form = "signUp" | "forgot" | "reset" | "keep" | "change";

/** `/<form>?<field>=<value>` submits a form of the application; `/code?code=…` types the code of the sign-up. */
async function route(path: string, auth: RequestAuth<typeof config>): Promise<RouteAnswer> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const form = new FormData();
  for (const [name, value] of searchParams) form.append(name, value);
  try {
    const location = pathname === "/code"
      ? await auth.signIn({ providerId: "password", fields: Object.fromEntries(searchParams) })
      : await auth.password[pathname.slice(1) as Form](form);
    return { status: 303, location, body: [(await auth())?.user.email ?? null] };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return { status: 400, body: [error instanceof InvalidPassword ? error.code : error.type] };
  }
}

/** A browser: submits a form, keeps the cookies, and returns path and query of the page it is sent to, or the failure. */
function openBrowser(server: Listening) {
  const jar = new Map<string, string>();
  return async (path: string, fields: Record<string, string>, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await ask(`${server.url}/${path}?${new URLSearchParams(fields)}`, {
      method: "POST",
      ...init,
      headers: { origin: server.url, cookie, ...init.headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";", 1)[0]!.split("=", 2);
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return [response.headers.get("location")?.replace(server.url, "") ?? null, ...await response.json()];
  };
}

for (const [index, [name, open]] of Object.entries(DOORS).entries()) {
  const email = `ada.${index}@example.com`;

  test(`Own forms for passwords in a route on ${name}: sign up, change, forget, choose a new one`, async () => {
    await using server = await open(config, route);
    const submit = openBrowser(server);
    const waiting = "/auth/verify-request?provider=password&type=email";

    assert.deepEqual(await submit("signUp", { email, password: "short" }), [null, "TooShort"]);
    assert.deepEqual(await submit("signUp", { email: "ada", password: FIRST }), [null, "InvalidEmail"]);
    assert.deepEqual(await submit("signUp", { email, password: FIRST, redirectTo: "/home" }), [
      waiting,
      null,
    ]);
    assert.deepEqual(await submit("code", { code: "00000000" }), [null, "InvalidCode"]);
    assert.deepEqual(await submit("code", { code: mails.at(-1)!.code! }), ["/home", email]);

    assert.deepEqual(await submit("keep", { choice: "never" }), [null, "InvalidCheck"]);

    const change = { password: SECOND, redirectTo: "/settings" };
    assert.deepEqual(await submit("change", { ...change, current: "wrong" }), [
      null,
      "WrongPassword",
    ]);
    const changed = await submit("change", { ...change, current: FIRST });
    assert.deepEqual(changed, ["/settings?done=password-changed", email]);

    const phone = openBrowser(server);
    const [page, user] = await phone("forgot", { email, redirectTo: "/home" });
    assert.deepEqual([page, user], ["/auth/new-password?provider=password&type=email", null]);
    const { code = "" } = mails.at(-1)!;
    assert.deepEqual(await phone("reset", { code, password: "short" }), [null, "TooShort"]);
    assert.deepEqual(await phone("reset", { code, password: THIRD }), ["/home", email]);
    const tablet = openBrowser(server);
    const asked = await tablet("code", { email, password: THIRD, callbackUrl: "/home" });
    assert.deepEqual(asked, [`${waiting}&again=unknownBrowser`, null]);
    assert.deepEqual(await tablet("code", { code: mails.at(-1)!.code! }), ["/home", email]);
    // The session of the other browser has ended.
    assert.match(
      String(await submit("change", change)),
      /^\/auth\/signin\?.*error=SessionRequired,$/,
    );
  });
}
