import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "../../mod.ts";
import { createClient } from "../../src/client/client.ts";
import type { SessionState } from "../../src/client/types.ts";
import { chosenRounds } from "../_nightly.ts";
import type { Random } from "../_random.ts";
import { seeded } from "../_seeded.ts";
import { createChannels, createClock, createWindow, settle } from "./_tabs.ts";

/** How many orders of events each test tries. */
const ORDERS = chosenRounds({ here: 25, nightly: 500 });

/** Events of one order. */
const EVENTS = 60;

for (let part = 1; part <= 6; part++) {
  test(
    `clients agree with the server after any order of events, part ${part}`,
    seeded(async (random) => {
      for (let order = 0; order < ORDERS; order++) await runOrder(random);
    }, { part }),
  );
}

/** A request that waits for the network. */
interface Waiting {
  /** The server receives it. */
  arrive(): void;
  /** The answer reaches the browser. */
  answer(): void;
  /** It is lost, before or after the server received it. */
  lose(): void;
}

async function runOrder({ below }: Random): Promise<void> {
  const clock = createClock();
  const network = createNetwork();
  const BroadcastChannel = createChannels();
  const tabs = [0, 1, 2].map(() => {
    const { window, emit } = createWindow(clock, { BroadcastChannel });
    const client = createClient({ window, fetch: network.connect() });
    const states: SessionState[] = [];
    client.subscribe(() => states.push(client.getSnapshot()));
    return { client, emit, states };
  });

  const calls: Promise<unknown>[] = [];
  const call = (promise: Promise<unknown>): void => void calls.push(promise.catch(() => {}));
  for (let turn = 0; turn < EVENTS; turn++) {
    const { client, emit } = tabs[below(3)]!;
    const waiting = network.waiting();
    const one = waiting[below(waiting.length)];
    switch (below(13)) {
      case 0:
        call(client.signIn("password", { name: `user ${below(3)}`, redirect: false }));
        break;
      case 1:
        call(
          client.signOut({ redirect: false }).then(({ ok }) => {
            if (ok && client.getSnapshot().session) network.violations.push("signed out, and still there");
          }),
        );
        break;
      case 2:
        call(
          client.update({ turn }).then((session) => {
            if (client.getSnapshot().session !== session) network.violations.push("an update is not shown");
          }),
        );
        break;
      case 3:
        call(client.getSession());
        break;
      case 4:
        emit("focus");
        break;
      case 5:
        await clock.tick(below(100));
        break;
      case 6:
        if (below(3) === 0) one?.lose();
        break;
      case 11:
        // A server action, and the page that the server renders after it.
        client.hydrate(network.act(below(4) ? `user ${below(3)}` : null));
        break;
      case 12:
        // A page that the router has rendered before, or kept.
        client.hydrate(network.rendered(below(2) ? 0 : below(9)));
        break;
      case 7:
      case 8:
        one?.arrive();
        break;
      default:
        one?.answer();
    }
    await settle();
  }

  // The network recovers, and each page is looked at once more.
  await drain(network, calls, clock);
  for (const { emit } of tabs) emit("focus");
  await drain(network, calls, clock);
  for (const { client, states } of tabs) {
    const { session } = client.getSnapshot();
    assert.deepEqual(session, network.session());
    for (const [n, state] of states.entries()) {
      assert.notEqual(state, states[n - 1], "a listener is called without a change");
      assert.equal(state.status === "authenticated", !!state.session);
    }
  }
  assert.deepEqual(network.violations, []);
}

async function drain(
  network: ReturnType<typeof createNetwork>,
  calls: Promise<unknown>[],
  clock: ReturnType<typeof createClock>,
): Promise<void> {
  let isDone = false;
  for (let turn = 0; turn < 1000 && !isDone; turn++) {
    for (const waiting of network.waiting()) waiting.answer();
    await clock.tick(100);
    if (network.waiting().length) continue;
    isDone = await Promise.race([Promise.all(calls).then(() => true), settle().then(() => false)]);
    // Requests that failed are repeated within a minute.
    await clock.tick(60_000);
    isDone &&= network.waiting().length === 0;
  }
  assert.ok(isDone, "a call never ends");
}

/** A server with one browser, and a network that delivers each request and each answer when the test says so. */
function createNetwork() {
  let session: Session | null = null;
  let ids = 0;
  const pending = new Map<number, Waiting>();
  const violations: string[] = [];
  const rendered: (Session | null)[] = [];

  function serve(path: string, init?: RequestInit): Response {
    const fields = init?.body ? JSON.parse(String(init.body)) : {};
    const name = path.replace(/^\/auth\/|\?$/g, "");
    if (name === "csrf") return Response.json({ csrfToken: "token" });
    if (name === "providers") return Response.json({ password: { id: "password", type: "credentials" } });
    if (name === "callback/password") session = toSession(fields.name);
    else if (name === "signout") session = null;
    else if (name === "session") {
      if (init?.method === "POST" && session) {
        session = Object.assign({}, session, { turn: fields.data.turn });
      }
      return Response.json(session);
    }
    return Response.json({ url: fields.callbackUrl });
  }

  return {
    session: () => session,
    waiting: () => [...pending.values()],
    violations,
    /** Changes the session on the server. @returns The session of the page that the server then renders. */
    act(name: string | null): Session | null {
      session = name === null ? null : toSession(name);
      rendered.unshift(structuredClone(session));
      return rendered[0]!;
    },
    /** The session of a page that the server has rendered so many pages ago. */
    rendered: (ago: number): Session | null => rendered[ago] ?? null,
    /** The network of a tab. */
    connect() {
      let changing = 0;
      return (url: string, init?: RequestInit): Promise<Response> => {
        const id = ++ids;
        const { pathname, search } = new URL(url);
        const isChange = init?.method === "POST";
        if (isChange) changing++;
        // The cookie that it renews would undo a sign-out.
        else if (changing && pathname.endsWith("/session")) violations.push("looks during a change");
        return new Promise((resolve, reject) => {
          let response: Response | undefined;
          const end = (run: () => void): void => {
            if (!pending.delete(id)) return;
            if (isChange) changing--;
            run();
          };
          const waiting: Waiting = {
            arrive: () => void (response ??= serve(pathname + search, init)),
            answer() {
              waiting.arrive();
              end(() => resolve(response!));
            },
            lose: () => end(() => reject(new TypeError("Failed to fetch"))),
          };
          pending.set(id, waiting);
          init?.signal?.addEventListener("abort", () => end(() => reject(init.signal!.reason)));
        });
      };
    },
  };
}

function toSession(name: string): Session {
  return { user: { id: name, name }, expires: "" };
}
