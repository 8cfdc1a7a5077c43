import assert from "node:assert/strict";
// @ts-types="npm:@types/ws@8.18.2"
import { WebSocket } from "npm:ws@8.21.0";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import type { Browser, Site } from "../../src/testing/mod.ts";
import { inPage } from "./_page.ts";
import { APP, type NodeSite, openPage } from "./_recipe.ts";

const page = openPage("recipes/websockets.md");

/** The server of Deno, which a recipe replaces while it runs. */
const { serve } = Deno;

page.section("Open a WebSocket for a signed-in user", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const browser = recipe.browser();
  assert.equal((await recipe.signIn(browser, "google")).text, "Welcome");
  await using server = listening(recipe.sites[APP]!);
  await assertGuarded(server.port, browser);

  if (recipe.tab === "Node") {
    assert.match(recipe.read("sh"), /^npm install ws\nnpm install --save-dev @types\/ws$/);
  }
  const { serveChat } = await recipe.load("chat.ts");
  const closesAfter = (seconds: number) => {
    const expires = new Date(recipe.platform.now() + seconds * 1000).toISOString();
    return delayOfClose((socket) => serveChat(socket, { user: { name: "Ada" }, expires }));
  };
  assert.equal(closesAfter(60), 60_000);
  assert.equal(closesAfter(30 * 24 * 60 * 60), 15 * 60_000);
});

page.section("The page", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const { config } = await recipe.load("auth.ts");
  const app = recipe.sites[APP] = DenoAuth(config, () => new Response("Welcome"));
  const browser = recipe.browser();
  await recipe.signIn(browser, "google");
  await inPage(browser, `${APP}/`, ({ left }) =>
    withSockets(async ({ opened, closeLast }) => {
      const { connect } = await recipe.load("browser/chat.ts");
      const texts: string[] = [];
      const end = connect((text: string) => texts.push(text));
      opened[0]!.onmessage?.({ data: "Hello" });
      assert.deepEqual([opened[0]!.url.href, texts], ["wss://app.test/chat", ["Hello"]]);
      await closeLast();
      assert.equal(opened.length, 2);
      for (
        const fault of [() => new Response(null, { status: 503 }), () => Promise.reject(new TypeError())]
      ) {
        recipe.sites[APP] = fault;
        await closeLast();
      }
      recipe.sites[APP] = app;
      assert.deepEqual([opened.length, left], [4, []]);
      // In a single-page application, nothing of a user stays who has signed out: no socket, and no other one.
      end();
      assert.deepEqual(opened.map(({ isClosed }) => isClosed), [false, false, false, true]);
      await closeLast();
      assert.deepEqual([opened.length, left], [4, []]);
      connect(() => {});
      await recipe.post(browser, "signout");
      await closeLast();
      assert.deepEqual([opened.length, left], [5, ["/auth/signin"]]);
    }));
});

page.last();

/** A site as a server: one of Node is one already. */
function listening(site: Site | NodeSite): { readonly port: number } & AsyncDisposable {
  if ("port" in site) return { port: site.port, [Symbol.asyncDispose]: () => Promise.resolve() };
  const server = serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => await site(request),
  );
  return { port: server.addr.port, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Asserts that only a page of the application's own origin gets a socket, and only for a user who is signed in. */
async function assertGuarded(port: number, browser: Browser): Promise<void> {
  const url = `ws://127.0.0.1:${port}/chat`;
  const cookie = cookiesOf(browser);
  assert.equal(await greetingAt(url, { origin: APP, cookie }), "Hello Ada Lovelace");
  for (const origin of ["https://evil.app.test", "http://app.test", "null", undefined]) {
    assert.equal(await greetingAt(url, { cookie, ...(origin && { origin }) }), 403, String(origin));
  }
  assert.equal(await greetingAt(url, { origin: APP }), 401);
  assert.equal(await greetingAt(url, { origin: APP, cookie: cookie.replace(/.$/, "") }), 401);
}

/** The first message of a socket, or the status with which it is refused. */
function greetingAt(url: string, headers: Record<string, string>): Promise<string | number> {
  const socket = new WebSocket(url, { headers });
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("unexpected-response", (request, { statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode);
    });
    socket.on("message", (data) => {
      socket.close();
      socket.on("close", () => resolve(String(data)));
    });
  });
}

function cookiesOf(browser: Browser): string {
  return browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** The part of a socket that the recipe uses on the server. */
interface ServerSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: "close", listener: () => void): void;
}

/** The milliseconds after which code closes a socket. */
function delayOfClose(serveSocket: (socket: ServerSocket) => void): number {
  const { setTimeout } = globalThis;
  const timers: (readonly [run: () => void, milliseconds: number])[] = [];
  let isClosed = false;
  globalThis.setTimeout = ((...timer: (typeof timers)[number]) => timers.push(timer)) as never;
  try {
    serveSocket({ send() {}, close: () => isClosed = true, addEventListener() {} });
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  const [run, milliseconds] = timers[0]!;
  assert.equal(isClosed, false);
  run();
  assert.equal(isClosed, true);
  return milliseconds;
}

/** A socket of a page. */
class FakeSocket {
  onmessage?: (event: { readonly data: string }) => void;
  onclose?: () => void;
  readonly url: URL;
  isClosed = false;
  constructor(url: URL) {
    this.url = url;
  }
  close(): void {
    this.isClosed = true;
  }
}

/** The sockets and the timers of a page. */
interface PageSockets {
  /** All sockets, oldest first. */
  readonly opened: readonly FakeSocket[];
  /** Closes the newest one, and runs the timer that this starts. */
  closeLast(): Promise<void>;
}

/** Runs code in a page whose sockets and timers are the test's, and takes them away afterwards. */
async function withSockets(run: (sockets: PageSockets) => Promise<void>): Promise<void> {
  const opened: FakeSocket[] = [];
  const { WebSocket, setTimeout } = globalThis;
  let timer: (() => Promise<void>) | undefined;
  Object.assign(globalThis, {
    WebSocket: class extends FakeSocket {
      constructor(url: URL) {
        super(url);
        opened.push(this);
      }
    },
    setTimeout: (callback: () => Promise<void>) => timer = callback,
  });
  try {
    await run({
      opened,
      async closeLast() {
        opened.at(-1)!.onclose?.();
        await timer!();
      },
    });
  } finally {
    Object.assign(globalThis, { WebSocket, setTimeout });
  }
}
