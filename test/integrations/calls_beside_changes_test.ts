/** A function of `auth` that is under way sets no cookies over those of a sign-out, a sign-in or an update that began after it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import { openCookieTokens } from "./_token_doors.ts";
import { routeServers } from "./_route_servers.ts";
import { testForms } from "../flows/_password_forms.ts";

const sleep = (time: number) => new Promise((resolve) => setTimeout(resolve, time));
const DOORS = ["Deno and Bun", "Node", "SvelteKit"];
const isLeft = (set: readonly string[], name: string) => {
  const last = set.filter((each) => each.startsWith(`latchkey.${name}=`)).at(-1);
  return last !== undefined && !/Max-Age=0/.test(last);
};

for (const door of DOORS) {
  test(`accessTokens.get() that is under way sets no tokens after a sign-out (${door})`, async () => {
    const world = openCookieTokens();
    const { platform } = world.config as unknown as { platform: { fetch: typeof fetch } };
    const slow = async (...params: Parameters<typeof fetch>) => {
      await sleep(80);
      return await platform.fetch(...params);
    };
    let isSlow = false;
    const config = {
      ...world.config,
      platform: {
        ...platform,
        fetch: (...params: Parameters<typeof fetch>) => isSlow ? slow(...params) : platform.fetch(...params),
      },
    };
    const cookie = await world.signIn(0);
    await sleep(1100);
    isSlow = true;
    // deno-lint-ignore no-explicit-any -- a test of all integrations
    const route = async (_: string, auth: any) => {
      const later = sleep(30).then(() => auth.signOut({ redirectTo: "/x" }));
      const token = await auth.accessTokens.get("idp").catch((error: Error) => String(error));
      await later;
      return { status: 200, body: { token } };
    };
    // deno-lint-ignore no-explicit-any -- as above
    await using server = await routeServers(config as any, route as any)[door]!();
    const response = await fetch(server.url, { method: "POST", headers: { cookie, origin: server.url } });
    const text = await response.text();
    const set = response.headers.getSetCookie();
    assert.equal(isLeft(set, "session-token"), false, "signed out");
    assert.equal(isLeft(set, "provider-tokens"), false, `${text} ${set}`);
  });

  for (const change of ["signOut", "update", "signIn"] as const) {
    testForms(
      `secondFactor.start() that is under way sets no session after ${change} (${door})`,
      async () => {
        const adapter = Memory();
        const config = {
          secret: "a-secret-of-more-than-32-characters",
          trustHost: true,
          adapter,
          limits: false,
          providers: [
            Password(),
            Email({
              mails: "both",
              notices: true,
              sendVerificationRequest: () => sleep(80) as Promise<void>,
            }),
          ],
          session: { strategy: "jwt" },
          features: [SecondFactor()],
          pages: { secondFactor: "/prove", secondFactorSetup: "/setup" },
          callbacks: {
            // deno-lint-ignore no-explicit-any -- as above
            jwt: ({ token, trigger, session }: any) => ({
              ...token,
              turn: (token.turn ?? 0) + 1,
              ...(trigger === "update" && { text: session.text }),
            }),
            // deno-lint-ignore no-explicit-any -- as above
            session: ({ session, token }: any) => ({ ...session, text: token?.text ?? null }),
          },
        };
        for (const name of ["ada", "bob"]) {
          const { id } = await adapter.createUser({
            id: name,
            email: `${name}@example.com`,
            emailVerified: new Date(),
          });
          const row = { userId: id, generation: 0, passwordIsProven: true, passwordSetAt: new Date() };
          await adapter.setSecurity(
            { ...row, passwordHash: await hashPassword("lovely engine weaves") },
            null,
          );
        }
        // deno-lint-ignore no-explicit-any -- as above
        const route = async (path: string, auth: any) => {
          const enter = (name: string) =>
            auth.signIn({
              providerId: "password",
              fields: { email: `${name}@example.com`, password: "lovely engine weaves" },
              redirectTo: "/home",
            });
          const { pathname } = new URL(path, "http://localhost");
          if (pathname === "/in") await enter("ada");
          if (pathname === "/both") {
            const later = sleep(30).then(() =>
              change === "signOut"
                ? auth.signOut({ redirectTo: "/x" })
                : change === "update"
                ? auth.update({ text: "new" })
                : enter("bob")
            );
            await auth.secondFactor.start().catch(() => {});
            await later;
          }
          return { status: 200, body: await auth() };
        };
        // deno-lint-ignore no-explicit-any -- as above
        await using server = await routeServers(config as any, route as any)[door]!();
        const jar = new Map<string, string>();
        const ask = async (path: string) => {
          const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
          const response = await fetch(server.url + path, {
            method: "POST",
            headers: { origin: server.url, cookie },
          });
          for (const set of response.headers.getSetCookie()) {
            const [name = "", value = ""] = set.split(";", 1)[0]!.split("=", 2);
            if (/Max-Age=0/.test(set)) jar.delete(name);
            else jar.set(name, value);
          }
          return JSON.parse(await response.text());
        };
        await ask("/in");
        await ask("/both");
        const after = await ask("/session");
        if (change === "signOut") assert.equal(after, null);
        if (change === "update") assert.equal(after.text, "new");
        if (change === "signIn") assert.equal(after.user.email, "bob@example.com");
      },
    );
  }
}
