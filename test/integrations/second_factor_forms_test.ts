/**
 * The application's own forms for second factors, in each integration but Next.
 *
 * @module
 */

import assert from "node:assert/strict";
import { AuthError } from "../../mod.ts";
import { InvalidSecondFactor, SessionRequired } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { codeAt } from "../flows/_second_factor.ts";
import { config as base } from "./_application.ts";
import { ask } from "./_express.ts";
import { DOORS, type Listening, type RouteAnswer } from "./_doors.ts";

const PASSWORD = "lovely engine weaves";

const adapter = Memory();

/** The codes that were mailed, the newest last. */
const mailed: string[] = [];

const sendVerificationRequest = ({ code }: { readonly code?: string }) => void (code && mailed.push(code));

let shift = 0;
const now = () => Date.now() + shift;

const config = {
  ...base,
  adapter,
  providers: [
    Password({ unknownBrowsers: "allow" }),
    Email({ mails: "both", notices: true, sendVerificationRequest }),
  ],
  session: { strategy: "database" },
  features: [SecondFactor()],
  pages: { secondFactor: "/prove", secondFactorSetup: "/setup" },
  callbacks: {},
  platform: { now },
} as const;

/** `/<function>?<field>=<value>` submits a form of the application; `/setup` shows what the page has to show. */
async function route(path: string, auth: RequestAuth<typeof config>): Promise<RouteAnswer> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const fields = Object.fromEntries(searchParams);
  const signIn = () => auth.signIn({ providerId: "password", fields, redirectTo: "/home" });
  const acts: Record<string, () => Promise<unknown>> = {
    "/setup": () => auth.secondFactor.start(fields),
    "/isOn": async () => ({ isOn: await auth.secondFactor.isOn() }),
    "/signIn": async () => ({ url: await signIn() }),
    "/signOut": async () => ({ url: await auth.signOut() }),
    "/prove": async () => ({ url: await auth.secondFactor.prove(searchParams) }),
    "/change": () => auth.secondFactor.setUp(searchParams),
  };
  try {
    const result = await acts[pathname]!();
    return { body: { ...result as object, aal: (await auth())?.aal ?? null } };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const to = error instanceof SessionRequired ? error.signInUrl : null;
    return { body: { failure: error instanceof InvalidSecondFactor ? "wrong" : error.type, to } };
  }
}

interface Answer {
  readonly url: string;
  readonly codes: readonly string[];
  readonly secret: string;
  readonly qr: string;
  readonly needsMailCode: boolean;
  readonly isSent: boolean;
  readonly email: string;
  readonly setup: string;
  readonly isOn: boolean;
  readonly aal: number | null;
  readonly failure: string;
  readonly to: string | null;
}

/** A browser: submits a form, keeps the cookies, and returns what the route has answered. */
function openBrowser(server: Listening) {
  const jar = new Map<string, string>();
  return async (
    path: string,
    fields: Record<string, string> = {},
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { origin: server.url, cookie, ...more };
    const method = path === "setup" ? "GET" : "POST";
    const response = await ask(`${server.url}/${path}?${new URLSearchParams(fields)}`, { method, headers });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";", 1)[0]!.split("=", 2);
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    const text = (await response.text()).replaceAll(server.url, "");
    if (path === "setup") assert.match(response.headers.get("cache-control") ?? "", /no-store/);
    return JSON.parse(text);
  };
}

for (const [index, [name, open]] of Object.entries(DOORS).entries()) {
  const email = `ada.${index}@example.com`;

  test(`Own forms for second factors in a route on ${name}: set up, prove, recover, turn off`, async () => {
    await using server = await open(config, route);
    const user = await adapter.createUser({ id: String(index), email, emailVerified: new Date() });
    const row = { userId: user.id, generation: 0, passwordIsProven: true, passwordSetAt: new Date() };
    await adapter.rows.store("security", { ...row, passwordHash: await hashPassword(PASSWORD) }, null);
    const codeOf = (secret: string) => codeAt(secret, Math.floor(now() / 30_000));
    const submit = openBrowser(server);

    assert.deepEqual(await submit("isOn"), { isOn: false, aal: null });
    const stranger = await submit("setup", { redirectTo: "/home" });
    // These throw what their framework answers.
    if (!["SvelteKit", "h3 1", "h3 2"].includes(name)) {
      assert.match(stranger.to!, /^\/auth\/signin\?callbackUrl=.*%2Fsetup%3FcallbackUrl%3D/);
      assert.equal(stranger.failure, "SessionRequired");
    }
    assert.equal(stranger.secret, undefined);
    assert.deepEqual(await submit("signIn", { email, password: PASSWORD }), { url: "/home", aal: 1 });
    assert.equal((await submit("isOn")).isOn, false);
    // Whoever knows the password does not lock Ada out. A page that is fetched in advance mails nothing.
    const early = await submit("setup", { redirectTo: "/home" }, { "sec-purpose": "prefetch" });
    assert.deepEqual([early.needsMailCode, early.isSent, early.email], [true, false, email]);
    const asked = await submit("setup", { redirectTo: "/home" });
    assert.deepEqual([asked.needsMailCode, asked.isSent, asked.email, asked.secret], [
      true,
      true,
      email,
      undefined,
    ]);
    assert.equal((await submit("change", { mailCode: "00000000" })).failure, "wrong");
    const proven = await submit("change", { mailCode: mailed.at(-1)!, redirectTo: "/home" });
    assert.match(proven.url, /^\/setup\?callbackUrl=/);
    const page = await submit("setup", { redirectTo: "/home" });
    assert.match(page.qr, /^<svg/);
    const code = codeOf(page.secret);
    const wrong = await submit("change", { setup: page.setup, code: "000000" });
    assert.equal(wrong.failure, "wrong");
    assert.equal((await submit("setup", { setup: page.setup })).secret, page.secret);
    const on = await submit("change", { setup: page.setup, code, redirectTo: "/home" });
    assert.deepEqual([on.url, on.codes.length, on.aal], ["/home?done=second-factor-on", 10, 2]);
    assert.equal((await submit("isOn")).isOn, true);
    await submit("signOut");

    const { url, aal } = await submit("signIn", { email, password: PASSWORD });
    const { searchParams, pathname } = new URL(url, "http://localhost");
    assert.deepEqual([pathname, searchParams.get("ways"), aal], ["/prove", "code,recoveryCode", null]);
    const question = searchParams.get("question") ?? "";
    shift += 60_000;
    assert.equal((await submit("prove", { question: "x", code })).failure, "InvalidCheck");
    assert.equal((await submit("prove", { question, code })).failure, "wrong");
    const right = { question, code: codeOf(page.secret) };
    assert.deepEqual(await submit("prove", right), { url: "/home", aal: 2 });
    assert.equal((await submit("prove", right)).failure, "InvalidCheck");

    const phone = openBrowser(server);
    const step = new URL((await phone("signIn", { email, password: PASSWORD })).url, "http://localhost");
    const recovery = { question: step.searchParams.get("question") ?? "", recoveryCode: on.codes[0]! };
    assert.deepEqual(await phone("prove", recovery), { url: "/home", aal: 2 });
    const renewed = await phone("change", { action: "codes", redirectTo: "/me" });
    assert.deepEqual([renewed.url, renewed.codes.length], ["/me?done=recovery-codes-replaced", 10]);
    assert.equal((await phone("change", { action: "nothing" })).failure, "wrong");
    const off = await phone("change", { action: "off", redirectTo: "/me", question: "" });
    assert.deepEqual([off.url, off.codes], ["/me?done=second-factor-off", null]);
  });
}
