import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { createApp, eventHandler, toNodeListener } from "npm:h3@1.15.11";
import { Hono } from "npm:hono@4.13.19";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { webPlatform } from "../../src/platform/platform.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Email } from "../../src/providers/email.ts";
import { AstroAuth } from "../../src/integrations/astro/astro.ts";
import { WorkerAuth } from "../../src/integrations/fetch/workers.ts";
import { HonoAuth } from "../../src/integrations/hono/hono.ts";
import { NuxtAuth } from "../../src/integrations/nuxt/nuxt.ts";
import { KitAuth } from "../../src/integrations/sveltekit/sveltekit.ts";
import { config } from "./_application.ts";
import { serve } from "./_server.ts";
import { createJar } from "./_doors.ts";

/** The context of a request to a worker. */
interface Context {
  waitUntil(promise: Promise<unknown>): void;
  passThroughOnException(): void;
}

/** A platform on which an answer waits for a mail for a moment only. */
const hasty = () => ({
  ...webPlatform,
  timer: (after: number, callback: () => void) => webPlatform.timer(after === 3000 ? 1 : after, callback),
});

/** A promise, and its end. Node 20 has no `Promise.withResolvers()`. */
function gated() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => void (resolve = done));
  return { promise, resolve };
}

const page = () => Promise.resolve(new Response("a page"));
const astro = (request: Request, locals: object) => {
  const { onRequest } = AstroAuth(config);
  return onRequest(
    { request, url: new URL(request.url), locals, cookies: createJar(), isPrerendered: false },
    page,
  );
};
const kit = (request: Request, platform: object) => {
  const { handle } = KitAuth(config);
  const event = { request, url: new URL(request.url), locals: {}, cookies: createJar(), platform };
  return handle({ event, resolve: page });
};

/** How each integration gets a request in a worker, with the context where its platform has it. */
const DOORS: Readonly<Record<string, (request: Request, ctx: Context) => Promise<Response>>> = {
  "WorkerAuth()": async (request, ctx) => await WorkerAuth(config, page).fetch(request, {}, ctx),
  "HonoAuth()": async (request, ctx) =>
    await new Hono().use(HonoAuth(config)).all("*", page).fetch(request, {}, ctx as never),
  "AstroAuth() with an adapter of today": (request, ctx) => astro(request, { cfContext: ctx }),
  "AstroAuth() with an older adapter": (request, ctx) => astro(request, { runtime: { ctx } }),
  "KitAuth() with an adapter of today": (request, ctx) => kit(request, { ctx }),
  "KitAuth() with an older adapter": (request, ctx) => kit(request, { context: ctx }),
};

/** Sends a request. Returns the answer, and what the platform was asked to wait for. */
async function send(door: (typeof DOORS)[string], path: string) {
  const kept: Promise<unknown>[] = [];
  const ctx = {
    waitUntil: (promise: Promise<unknown>) => void kept.push(promise),
    passThroughOnException() {},
  };
  const answer = await door(new Request(`http://localhost${path}`), ctx);
  await answer.body?.cancel();
  return { status: answer.status, kept };
}

for (const [name, door] of Object.entries(DOORS)) {
  test(`${name} lets a request end whose client has gone (DS-16)`, async () => {
    for (const path of ["/auth/session", "/a/page"]) {
      const { status, kept } = await send(door, path);
      assert.deepEqual([status, kept.length], [200, 1], path);
      await Promise.all(kept);
    }
  });
}

test("NuxtAuth() lets a request to the library end whose client has gone", async () => {
  const nuxt: (typeof DOORS)[string] = async (request, context) => {
    const app = createApp().use(eventHandler((event) => void (event.context.cloudflare = { context })));
    app.use(NuxtAuth(config));
    await using server = await serve(createServer(toNodeListener(app)).listeners("request")[0] as never);
    const answer = await fetch(server.url + new URL(request.url).pathname);
    const text = await answer.text();
    return new Response(text, answer);
  };
  const { status, kept } = await send(nuxt, "/auth/session");
  assert.deepEqual([status, kept.length], [200, 1]);
  await Promise.all(kept);
});

test("a request that fails is not reported twice by the platform", async () => {
  const kept: Promise<unknown>[] = [];
  const ctx = {
    waitUntil: (promise: Promise<unknown>) => void kept.push(promise),
    passThroughOnException() {},
  };
  const failing = WorkerAuth(config, () => Promise.reject(new Error("the application")));
  await assert.rejects(failing.fetch(new Request("http://localhost/a/page"), {}, ctx), /the application/);
  assert.deepEqual(await Promise.all(kept), [undefined]);
});

test("a mail about the account that is slow to leave goes on after the answer", async () => {
  const sent: string[] = [];
  const { promise: gate, resolve: leave } = gated();
  const slow = Email({
    notices: true,
    sendVerificationRequest: async ({ purpose }) => {
      if (purpose === "signIn") return;
      await gate;
      sent.push(purpose);
    },
  });
  const adapter = Memory();
  const user = await adapter.createUser(
    { id: "1", email: "ada@example.com", emailVerified: new Date(1) } as never,
  );
  const password = Credentials({ authorize: () => ({ id: user.id }), revoke: () => false });
  const worker = WorkerAuth({ ...config, adapter, providers: [slow, password], platform: hasty() }, page);
  const kept: Promise<unknown>[] = [];
  const ctx = {
    waitUntil: (promise: Promise<unknown>) => void kept.push(promise),
    passThroughOnException() {},
  };
  const csrf = await worker.fetch(new Request("http://localhost/auth/csrf"), {}, ctx);
  const { csrfToken } = await csrf.json();
  const cookie = csrf.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  const body = new URLSearchParams({ csrfToken });
  const init = { method: "POST", body, headers: { cookie, origin: "http://localhost" } };
  const answer = await worker.fetch(new Request("http://localhost/auth/callback/credentials", init), {}, ctx);
  await answer.body?.cancel();
  assert.deepEqual([answer.headers.get("location"), sent], ["http://localhost", []]);
  let isOver = false;
  const over = kept.at(-1)!.then(() => void (isOver = true));
  await setTimeout(10);
  assert.equal(isOver, false, "the platform ends the request before the mail has left");
  leave();
  await over;
  assert.deepEqual(sent, ["newDevice"]);
});

test("HonoAuth() and the others need no context", async () => {
  const app = new Hono().use(HonoAuth(config)).all("*", page);
  assert.equal((await app.fetch(new Request("http://localhost/auth/session"))).status, 200);
  assert.equal((await kit(new Request("http://localhost/auth/session"), {})).status, 200);
  assert.equal((await astro(new Request("http://localhost/auth/session"), {})).status, 200);
});
