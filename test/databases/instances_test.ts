import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { testBrowser } from "../../src/testing/mod.ts";
import { afterTests } from "../_after.ts";
import { startRedis } from "../adapters/_redis_server.ts";
import { startPostgres } from "../adapters/_server.ts";

const APP = "https://app.test";

/** A process that runs the application. */
interface Instance {
  /** Answers a request. */
  fetch(request: Request): Promise<Response>;
  /** The next thing that it prints. */
  next(): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

// All before the first test: Deno ends with success when a module fails that has tests already.
const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
const databases = {
  postgres: JSON.stringify(postgres.settings),
  redis: "missing" in redis ? null : redis.path,
};
const pairs = Object.fromEntries(
  await Promise.all(
    Object.entries(databases).map(async ([name, where]) =>
      [name, where && await Promise.all([startInstance(name, where), startInstance(name, where)])] as const
    ),
  ),
);
if ("missing" in redis) console.log(`skip: ${redis.missing}`);
afterTests(async () => {
  for (const pair of Object.values(pairs)) for (const instance of pair || []) await instance.stop();
  await postgres.stop();
  if ("stop" in redis) await redis.stop();
});

for (const [name, pair] of Object.entries(pairs)) {
  const skip = pair ? false : "no server";

  test(
    `Auth() on two instances with one ${name}: signed in on one, read on the other`,
    { skip },
    async () => {
      const { browser, on, ask } = visit(pair as Instance[]);
      on(0);
      const { url } = await ask("ada@example.com");
      on(1);
      assert.equal((await browser.open(url)).text, "Hello ada@example.com");
      on(0);
      assert.equal((await browser.open(APP)).text, "Hello ada@example.com");
      assert.equal((await (await browser.fetch(`${APP}/auth/session`)).json()).user.email, "ada@example.com");
    },
  );

  test(`Auth() on two instances with one ${name}: revoked on one, gone on the other`, { skip }, async () => {
    const { browser, on, ask } = visit(pair as Instance[]);
    on(0);
    await browser.open((await ask("grace@example.com")).url);
    on(1);
    assert.equal((await browser.open(APP)).text, "Hello grace@example.com");
    const cookie = browser.cookies(APP).find(({ name }) => name.endsWith("session-token"))!;
    const copy = visit(pair as Instance[]);
    copy.on(1);
    copy.browser.setCookie(APP, `${cookie.name}=${cookie.value}; Path=/; Secure`);
    assert.equal((await copy.browser.open(APP)).text, "Hello grace@example.com");
    on(0);
    await (await browser.open(`${APP}/auth/signout`)).submit("/auth/signout");
    assert.equal((await copy.browser.open(APP)).text, "Nobody is signed in");
  });

  test(
    `Auth() on two instances with one ${name}: a link used on both at once signs in once`,
    { skip },
    async () => {
      for (let round = 0; round < 5; round++) {
        const asker = visit(pair as Instance[]);
        const { url } = await asker.ask(`both${round}@example.com`);
        const pages = await Promise.all([0, 1].map(async (index) => {
          const { browser, on } = visit(pair as Instance[]);
          on(index);
          return await (await browser.open(url)).submit("/auth/callback/email");
        }));
        const signedIn = pages.filter(({ text }) => text === `Hello both${round}@example.com`);
        const refused = pages.filter((page) => page.url.startsWith(`${APP}/auth/error?error=Verification&`));
        assert.deepEqual([signedIn.length, refused.length], [1, 1]);
      }
    },
  );
}

/** A browser, whose requests a load balancer brings to the instance that was last named. */
function visit(instances: readonly Instance[]) {
  let current = instances[0]!;
  const browser = testBrowser({ [APP]: (request) => current.fetch(request) });
  return {
    browser,
    on: (index: number) => void (current = instances[index]!),
    async ask(email: string): Promise<{ url: string }> {
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/`);
      const [mail] = await Promise.all([current.next(), page.submit("/auth/signin/email", { email })]);
      return mail as { url: string };
    },
  };
}

async function startInstance(database: string, where: string): Promise<Instance> {
  const script = fileURLToPath(new URL("_instance.ts", import.meta.url));
  const args = ["run", "-A", "--no-check", script, database, where];
  const env = { ...process.env, AUTH_URL: `${APP}/auth` };
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.once("exit", () => child.kill("SIGKILL"));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { done, value } = await lines.next();
    if (done) throw new Error("The instance has ended");
    return JSON.parse(value);
  };
  const { port } = await next();
  return {
    next,
    async fetch({ url, method, headers, body }) {
      const { pathname, search } = new URL(url);
      const init = { method, headers, body: body && await new Response(body).arrayBuffer() };
      return await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { ...init, redirect: "manual" });
    },
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
