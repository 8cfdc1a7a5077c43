import assert from "node:assert/strict";
import { IncomingMessage, Server } from "node:http";
import { test } from "node:test";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { fetchHandler } from "../../src/integrations/fetch/handler.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { config as base } from "./_application.ts";
import { type Door, DOORS, mine } from "./_doors.ts";

/** A config whose password is right once it has been wrong, as an honest person types it. */
function configOf(extra: Partial<AuthConfig>): { config: AuthConfig; warnings: string[] } {
  const warnings: string[] = [];
  const once = new Set<unknown>();
  const authorize = ({ name }: { readonly name?: unknown }) => {
    if (name === "stranger") return null;
    return once.has(name) ? { id: String(name) } : (once.add(name), null);
  };
  const config = {
    ...base,
    // What is counted in memory has the secret in its key.
    secret: crypto.randomUUID(),
    url: "https://app.test",
    providers: [Credentials({ credentials: { name: {} }, authorize })],
    limits: {
      account: ({ name }: Readonly<Record<string, unknown>>) => name === "stranger" ? null : String(name),
    },
    logger: { error() {}, warn: (text: string) => void warnings.push(text) },
    ...extra,
  } as AuthConfig;
  return { config, warnings };
}

/** Starts a door, and signs in there with a name. */
async function open(door: Door, config: AuthConfig) {
  const server = await door(config, mine());
  const csrf = await fetch(`${server.url}/auth/csrf`);
  const cookie = csrf.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  const { csrfToken } = await csrf.json();
  const toRequest = (name: string, headers: Record<string, string> = {}) =>
    new Request(`${server.url}/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, ...headers },
      body: new URLSearchParams({ csrfToken, name }),
    });
  return {
    toRequest,
    async type(name: string, headers?: Record<string, string>): Promise<number> {
      const answer = await fetch(toRequest(name, headers));
      await answer.body?.cancel();
      return answer.status;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Makes connections look as if they came from an address. */
function connectionsFrom(address: string): Disposable {
  const { emit } = Server.prototype;
  Server.prototype.emit = function (this: Server, event: string, ...args: readonly unknown[]) {
    const [request] = args;
    if (request instanceof IncomingMessage) {
      Object.defineProperty(request.socket, "remoteAddress", { configurable: true, value: address });
    }
    return Reflect.apply(emit, this, [event, ...args]);
  } as typeof emit;
  const { serve } = Deno;
  Deno.serve =
    ((options: object, handler: (request: Request, info: object) => Response) =>
      Reflect.apply(serve, Deno, [
        options,
        (request: Request) => handler(request, { remoteAddr: { hostname: address } }),
      ])) as unknown as typeof serve;
  return {
    [Symbol.dispose]() {
      Server.prototype.emit = emit;
      Deno.serve = serve;
    },
  };
}

for (const [name, door] of Object.entries(DOORS)) {
  // The rule is one for all: see `clientAddressOf()`.
  const people = name === "Node" ? 200 : 1;
  test(`Honest people (${people}) behind a proxy before ${name} sign in without a wait, and the log says once what is unknown (LM-06)`, async () => {
    const { config, warnings } = configOf({});
    await using client = await open(door, config);
    const statuses = new Set<number>();
    for (let person = 0; person < people; person++) {
      // A proxy without a line about it, as nginx is at first, and one that forwards the address.
      const headers: Record<string, string> = person % 2 ? {} : { "x-forwarded-for": "8.8.8.8" };
      for (let tries = 0; tries < 2; tries++) statuses.add(await client.type(`person ${person}`, headers));
    }
    assert.deepEqual([...statuses], [302, 303].filter((status) => statuses.has(status)));
    assert.equal(warnings.filter((text) => text.startsWith("unknown-address")).length, 1);
  });

  // The platform tells the address in a header.
  if (name === "Workers") continue;

  test(`a stranger with a connection of their own to ${name} has 100 tries`, async () => {
    const address = "8.8.8.8";
    using _ = connectionsFrom(address);
    const { config, warnings } = configOf({});
    await using client = await open(door, config);
    // The first 98 without a network: what comes through the door counts for the same address.
    const answer = fetchHandler(config, () => new Response(), {}, () => address);
    for (let tries = 0; tries < 98; tries++) {
      assert.equal((await answer(client.toRequest("stranger"))).status, 303);
    }
    for (let tries = 98; tries < 100; tries++) assert.equal(await client.type("stranger"), 303);
    assert.equal(await client.type("stranger"), 429);
    assert.deepEqual(warnings.filter((text) => text.startsWith("unknown-address")), []);
  });
}
