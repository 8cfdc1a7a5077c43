import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { test } from "node:test";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";
import { NodeAuth } from "../../src/integrations/node/node.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { config } from "./_application.ts";
import { ask } from "./_express.ts";
import { GUARDED_DOORS } from "./_guarded_doors.ts";
import { serve } from "./_server.ts";

const HEADERS = { cookie: "latchkey.session-token=a-token-that-was-stored-before" };

/** A config whose database is away, and what is logged. */
function open() {
  const state = { isAway: true };
  const memory = Memory();
  const adapter = new Proxy(memory, {
    get: (target, name) => {
      const call = Reflect.get(target, name) as unknown;
      if (typeof call !== "function") return call;
      return async (...args: unknown[]) => {
        if (state.isAway) throw new Error("connect ECONNREFUSED");
        return await Reflect.apply(call, target, args);
      };
    },
  }) as Adapter;
  const lines: string[] = [];
  const { callbacks: _, logger: __, ...rest } = config;
  const own: AuthConfig = {
    ...rest,
    adapter,
    features: [AccountPage()],
    platform: { log: (level, text) => void lines.push(`${level} ${text}`) },
  };
  return { own, lines, state };
}

/** Pages and endpoints, read while the database is away and after it is back. */
async function assertFolded(
  ask: (path: string) => Promise<Response>,
  { lines, state }: ReturnType<typeof open>,
) {
  for (let i = 0; i < 50; i++) {
    const [page, session] = await Promise.all([ask("/"), ask("/auth/session")]);
    assert.deepEqual([page.status, session.status], [503, 503]);
    assert.equal(await page.text(), "Service unavailable.");
    assert.match(page.headers.get("cache-control")!, /no-store/);
    await session.body?.cancel();
  }
  assert.equal(lines.length, 1, lines.join("\n"));
  assert.match(lines[0]!, /AdapterError: Cannot ask the database: `getSessionAndUser` failed/);
  assert.match(lines[0]!, /caused by Error: connect ECONNREFUSED/);
  state.isAway = false;
  assert.equal(await (await ask("/")).text(), "stranger");
  assert.equal(lines.length, 2);
  assert.match(lines[1]!, /^warn .*database-answers: .* 99 more failures/);
}

test("NodeAuth() answers 503 while the database is away, and the log says so once", async () => {
  const world = open();
  const listener = NodeAuth(world.own, async (_req: IncomingMessage, res: ServerResponse, auth) => {
    res.setHeader("x-own", "1");
    res.end((await auth())?.user.name ?? "stranger");
  });
  await using server = await serve(listener);
  await assertFolded((path) => fetch(server.url + path, { headers: HEADERS }), world);
});

test("DenoAuth() answers 503 while the database is away, and the log says so once", async () => {
  const world = open();
  const handler = DenoAuth(
    world.own,
    async (_request, auth) => new Response((await auth())?.user.name ?? "stranger"),
  );
  await assertFolded(
    (path) => handler(new Request(`http://localhost${path}`, { headers: HEADERS })),
    world,
  );
});

test("an application that answers an outage itself does so", async () => {
  const { own } = open();
  const handler = DenoAuth(own, async (_request, auth) => {
    const session = await auth().catch((error) => error.type);
    return new Response(String(session));
  });
  const response = await handler(new Request("http://localhost/", { headers: HEADERS }));
  assert.deepEqual([response.status, await response.text()], [200, "AdapterError"]);
});

/** Clients, by their headers. */
const CLIENTS: Readonly<Record<string, Record<string, string>>> = {
  "a script that accepts JSON": { accept: "application/json" },
  "a script that says so": { accept: "text/html", "x-requested-with": "XMLHttpRequest" },
  "a fetch of a browser": { accept: "*/*", "sec-fetch-mode": "cors" },
  "a browser": { accept: "text/html", "sec-fetch-mode": "navigate" },
};

for (const [name, { open: start }] of Object.entries(GUARDED_DOORS)) {
  test(`${name}: each request that needs the database gets 503 while it is away, and nothing is lost`, async (t) => {
    t.mock.method(console, "error", () => {});
    const { own, state } = open();
    const reached: string[] = [];
    await using server = await start(own, (path) => (reached.push(path), "page"));
    const csrf = await ask(`${server.url}/auth/csrf`);
    const { csrfToken } = await csrf.json();
    const cookie = [HEADERS.cookie, ...csrf.headers.getSetCookie().map((each) => each.split(";")[0])].join(
      "; ",
    );
    for (const [client, sent] of Object.entries(CLIENTS)) {
      const isBrowser = client === "a browser";
      const headers = {
        ...sent,
        cookie,
        referer: `${server.url}/auth/account`,
        origin: server.url,
        "content-type": "application/x-www-form-urlencoded",
      };
      for (
        const [method, path] of [["POST", "/members"], ["GET", "/members"], [
          "POST",
          "/auth/account",
        ]] as const
      ) {
        const body = method === "POST" ? new URLSearchParams({ csrfToken, action: "rename" }) : null;
        const response = await ask(server.url + path, { method, body, headers });
        const label = `${method} ${path} by ${client}`;
        const text = await response.text();
        // Astro shows a browser its own page for an error.
        const status = isBrowser && path === "/members" && name.startsWith("Astro") ? 500 : 503;
        if (path === "/members") assert.equal(response.status, status, `${label} ${text}`);
        else {
          assert.equal(response.status, 503, label);
          if (isBrowser) {
            assert.match(text, /<a class="button" href="[^"]*\/auth\/account[^"]*">Try again/, label);
          } else assert.equal(JSON.parse(text).message, "Service unavailable.", label);
        }
        assert.deepEqual(
          response.headers.getSetCookie().filter((each) => each.includes("session-token")),
          [],
          label,
        );
      }
    }
    assert.deepEqual(reached, []);
    state.isAway = false;
    const isNext = name.includes("Next");
    const headers = { accept: "application/json", ...(!isNext && { cookie }) };
    const back = await ask(`${server.url}/members`, { headers });
    assert.equal(back.status, isNext ? 307 : 401);
  });
}
