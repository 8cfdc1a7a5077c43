/**
 * Functions of `auth` have their turn among the changes of a request: none sets cookies over those of a change that began after it,
 * uses a token twice, or mails two codes.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Ask, enter, type FactorAuth, toEmail, withFactorRoutes } from "./_factor_routes.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { RequestAuth } from "../../src/integrations/mount/request_auth.ts";
import type { AccessTokensFeature } from "../../src/features/provider_tokens/access_tokens.ts";
import { openCookieTokens, openTokens } from "./_token_doors.ts";
import { DOORS } from "./_doors.ts";
import { testForms } from "../flows/_password_forms.ts";

const sleep = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
const SOME = ["Deno and Bun", "Node", "SvelteKit"];
const isLeft = (set: readonly string[], name: string) => {
  const last = set.filter((each) => each.startsWith(`latchkey.${name}=`)).at(-1);
  return last !== undefined && !/Max-Age=0/.test(last);
};

/** Changes that begin while a function is under way, and whether the session shows the newest one. */
const CHANGES: Readonly<
  Record<
    string,
    readonly [run: (auth: FactorAuth) => Promise<unknown>, isNewest: (session: unknown) => boolean]
  >
> = {
  signOut: [(auth) => auth.signOut({ redirectTo: "/x" }), (session) => session === null],
  update: [(auth) => auth.update({ text: "new" }), (session) => Object(session).text === "new"],
  signIn: [(auth) => enter(auth, "bob"), (session) => Object(session).user.email === toEmail("bob")],
};

for (const door of SOME) {
  test(`accessTokens.get() that is under way sets no tokens after a sign-out (${door})`, async () => {
    const { config, signIn } = openCookieTokens();
    let isSlow = false;
    const slowly = async (url: string, init?: RequestInit) => {
      if (isSlow) await sleep(80);
      return await config.platform!.fetch!(url, init);
    };
    const cookie = await signIn(0);
    await sleep(1100);
    isSlow = true;
    const slow = { ...config, platform: { ...config.platform, fetch: slowly } } as TokenConfig;
    const route = async (_: string, auth: RequestAuth<TokenConfig>) => {
      const later = sleep(30).then(() => auth.signOut({ redirectTo: "/x" }));
      const token = await auth.accessTokens.get("idp").catch(String);
      await later;
      return { body: { token } };
    };
    await using server = await DOORS[door]!(slow, route);
    const response = await fetch(server.url, { method: "POST", headers: { cookie, origin: server.url } });
    const text = await response.text();
    const set = response.headers.getSetCookie();
    assert.equal(isLeft(set, "session-token"), false, "signed out");
    assert.equal(isLeft(set, "provider-tokens"), false, `${text} ${set}`);
  });

  for (const [name, [change, isNewest]] of Object.entries(CHANGES)) {
    testForms(`secondFactor.start() that is under way sets no session after ${name} (${door})`, async () => {
      await withFactorRoutes({
        door,
        users: ["ada", "bob"],
        send: () => sleep(80),
        callbacks: {
          jwt: ({ token, trigger, session }) => ({
            ...token,
            turn: Number(token.turn ?? 0) + 1,
            ...(trigger === "update" && { text: session.text }),
          }),
          session: ({ session, token }) => ({ ...session, text: token?.text ?? null }),
        },
        routes: {
          "/in": (auth) => enter(auth, "ada"),
          "/both": async (auth) => {
            const later = sleep(30).then(() => change(auth));
            await auth.secondFactor.start().catch(() => {});
            await later;
          },
          "/session": (auth) => auth(),
        },
      }, async (ask) => {
        await ask("/in");
        await ask("/both");
        const { value } = await ask("/session");
        assert(isNewest(value), JSON.stringify(value));
      });
    });
  }
}

for (const door of ["Deno and Bun", "Node", "SvelteKit", "Hono", "Fastify", "Koa"]) {
  for (const path of ["/start", "/read-start"]) {
    testForms(`secondFactor.start() hands callbacks.jwt no token twice (${path}, ${door})`, async () => {
      await withCounted(door, async (ask, { twice }) => {
        await ask(path);
        await ask(path);
        assert.deepEqual(twice, []);
      });
    });
  }
}

testForms("two secondFactor.start() at once in one request mail one code", async () => {
  await withCounted("SvelteKit", async (ask, { mailed }) => {
    await ask("/twice");
    assert.equal(mailed.length, 1);
    assert.equal((await ask("/change", { mailCode: mailed[0]! })).failure, undefined);
  });
});

for (const door of SOME) {
  test(`two accessTokens.get() in one request read the session once (${door})`, async () => {
    const { config, join } = openTokens();
    const { cookie } = await join("ada", ["ada"]);
    let reads = 0;
    const session: Callback = ({ session }) => {
      reads++;
      return session;
    };
    const counted = { ...config, callbacks: { session } } as TokenConfig;
    const route = async (_: string, auth: RequestAuth<TokenConfig>) => {
      const tokens = [await auth.accessTokens.get("idp"), await auth.accessTokens.get("idp")];
      return { body: { tokens, name: (await auth())?.user?.name } };
    };
    await using server = await DOORS[door]!(counted, route);
    const response = await fetch(server.url, { headers: { cookie } });
    const { tokens: [one, other], name } = await response.json();
    assert.equal(typeof one, "string");
    assert.equal(other, one);
    assert.equal(name, "ada");
    assert.equal(reads, 1);
  });
}

type Callback = NonNullable<NonNullable<AuthConfig["callbacks"]>["session"]>;

type TokenConfig = ReturnType<typeof openCookieTokens>["config"] & {
  readonly features: readonly [AccessTokensFeature];
};

/** What an application has done. */
interface Counted {
  /** The turns of tokens that `callbacks.jwt` has got more than once. */
  readonly twice: readonly number[];
  readonly mailed: readonly string[];
}

async function withCounted(door: string, run: (ask: Ask, counted: Counted) => Promise<void>): Promise<void> {
  const [seen, twice, mailed]: [number[], number[], string[]] = [[], [], []];
  await withFactorRoutes({
    door,
    users: ["ada"],
    send: (code) => void mailed.push(code),
    callbacks: {
      jwt: ({ token }) => {
        const turn = Number(token.turn ?? 0);
        if (turn && seen.includes(turn)) twice.push(turn);
        seen.push(turn);
        return { ...token, turn: turn + 1 };
      },
    },
    routes: {
      "/in": (auth) => enter(auth, "ada"),
      "/start": (auth) => auth.secondFactor.start(),
      "/read-start": async (auth) => [await auth(), await auth.secondFactor.start()],
      "/twice": (auth) => Promise.all([auth.secondFactor.start(), auth.secondFactor.start()]),
      "/change": (auth, fields) => auth.secondFactor.setUp(fields),
    },
  }, async (ask) => {
    await ask("/in");
    seen.length = twice.length = 0;
    await run(ask, { twice, mailed });
  });
}
