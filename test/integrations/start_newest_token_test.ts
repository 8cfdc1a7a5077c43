/** `auth.secondFactor.start()` has its turn among the changes of a request: no token is used twice, and two at once mail one code. */
import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { Email } from "../../src/providers/email.ts";
import { Password } from "../../src/providers/password.ts";
import { SecondFactor } from "../../src/second_factor/second_factor.ts";
import { routeServers } from "./_route_servers.ts";
import { testForms } from "../flows/_password_forms.ts";

const GOOD = "lovely engine weaves";
const EMAIL = "ada@example.com";

// deno-lint-ignore no-explicit-any -- a test of all integrations
async function openDoor(name: string, run: (world: any) => Promise<void>) {
  const adapter = Memory();
  const mailed: string[] = [];
  const seen: number[] = [];
  const twice: number[] = [];
  const config = {
    secret: "a-secret-of-more-than-32-characters",
    trustHost: true,
    adapter,
    logger: { error() {}, warn() {} },
    providers: [
      Password(),
      Email({
        mails: "both",
        notices: true,
        sendVerificationRequest: ({ code }) => void (code && mailed.push(code)),
      }),
    ],
    session: { strategy: "jwt" },
    features: [SecondFactor()],
    pages: { secondFactor: "/prove", secondFactorSetup: "/setup" },
    callbacks: {
      jwt({ token }: { token: Record<string, unknown> }) {
        const turn = Number(token.turn ?? 0);
        if (turn && seen.includes(turn)) twice.push(turn);
        seen.push(turn);
        return { ...token, turn: turn + 1 };
      },
    },
  };
  const user = await adapter.createUser({ id: "1", email: EMAIL, emailVerified: new Date() });
  const row = { userId: user.id, generation: 0, passwordIsProven: true, passwordSetAt: new Date() };
  await adapter.setSecurity({ ...row, passwordHash: await hashPassword(GOOD) }, null);
  // deno-lint-ignore no-explicit-any -- as above
  const route = async (path: string, auth: any) => {
    const { pathname, searchParams } = new URL(path, "http://localhost");
    const fields = Object.fromEntries(searchParams);
    const acts: Record<string, () => Promise<unknown>> = {
      "/in": () => auth.signIn({ providerId: "password", fields, redirectTo: "/home" }),
      "/start": () => auth.secondFactor.start(),
      "/read-start": async () => [await auth(), await auth.secondFactor.start()],
      "/twice": () => Promise.all([auth.secondFactor.start(), auth.secondFactor.start()]),
      "/change": () => auth.secondFactor.setUp(searchParams),
      "/prove": () => auth.secondFactor.prove(searchParams),
      "/session": () => auth(),
    };
    try {
      return { status: 200, body: { value: await acts[pathname]!() } };
    } catch (error) {
      return { status: 400, body: { failure: (error as { type?: string }).type ?? String(error) } };
    }
  };
  // deno-lint-ignore no-explicit-any -- as above
  await using server = await routeServers(config as any, route as any)[name]!();
  const jar = new Map<string, string>();
  const ask = async (
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${server.url}/${path}?${new URLSearchParams(fields)}`, {
      method: headers["x-get"] ? "GET" : "POST",
      headers: { ...(headers["x-get"] ? {} : { origin: server.url }), cookie, ...headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";", 1)[0]!.split("=", 2);
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
    }
    return JSON.parse(await response.text());
  };
  await ask("in", { email: EMAIL, password: GOOD });
  seen.length = twice.length = 0;
  await run({ ask, seen, twice, mailed });
}

for (const name of ["Deno and Bun", "Node", "SvelteKit", "Hono", "Fastify", "Koa"]) {
  for (const path of ["start", "read-start"]) {
    testForms(`auth.secondFactor.start() hands callbacks.jwt no token twice (${path}, ${name})`, async () => {
      await openDoor(name, async ({ ask, twice }) => {
        await ask(path);
        await ask(path);
        assert.deepEqual(twice, []);
      });
    });
  }
}

testForms("two auth.secondFactor.start() at once in one request mail one code", async () => {
  await openDoor("SvelteKit", async ({ ask, mailed }) => {
    await ask("twice");
    assert.equal(mailed.length, 1);
    assert.equal((await ask("change", { mailCode: mailed[0] })).failure, undefined);
  });
});
