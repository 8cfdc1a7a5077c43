import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import { test } from "node:test";
import { ProviderUnavailable } from "../../src/errors/errors.ts";
import { wasNeverSent } from "../../src/oauth/unsent.ts";

/** Sends a request with a body, and returns the error. */
async function failure(url: string): Promise<unknown> {
  return await fetch(url, { method: "POST", body: "x" }).then(
    () => assert.fail("it has answered"),
    (error) => error,
  );
}

/** Runs with a server that closes each connection once it has read something. */
async function withRudeServer(run: (port: number) => Promise<void>): Promise<void> {
  const server: Server = createServer((socket) => void socket.once("data", () => socket.destroy()));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  try {
    await run(port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

test("a request to a closed port was never sent (TK-03)", async () => {
  let closed = 0;
  await withRudeServer((port) => {
    closed = port;
    return Promise.resolve();
  });
  assert.equal(wasNeverSent(await failure(`http://127.0.0.1:${closed}/`)), true);
});

test("a request to an unknown host was never sent", async () => {
  assert.equal(wasNeverSent(await failure("http://no-such-host.invalid/")), true);
});

test("a request to a server that speaks no TLS was never sent, where the runtime says so", async () => {
  // Bun has the same error for a connection that is closed after a request: in doubt, the request may have been read.
  const saysSo = !("Bun" in globalThis);
  await withRudeServer(async (port) => {
    assert.equal(wasNeverSent(await failure(`https://127.0.0.1:${port}/`)), saysSo);
  });
});

test("a request whose connection is closed may have been read", async () => {
  await withRudeServer(async (port) => {
    assert.equal(wasNeverSent(await failure(`http://127.0.0.1:${port}/`)), false);
  });
});

/** An error that lists itself. */
const SELF: { errors?: unknown[] } = {};
SELF.errors = [SELF];

/** As Node 20 to 26 and Bun 1.4 make them; the tests above ask this runtime. */
const RECORDED: readonly (readonly [string, unknown, boolean])[] = [
  ["Node: a closed port", { cause: { code: "ECONNREFUSED" } }, true],
  [
    "Node: a host with two addresses, both closed",
    { cause: { errors: [{ code: "ECONNREFUSED" }, { code: "ECONNREFUSED" }] } },
    true,
  ],
  [
    "Node: a host with two addresses, one of which has answered",
    { cause: { errors: [{ code: "ECONNREFUSED" }, { code: "ECONNRESET" }] } },
    false,
  ],
  ["Node: no address", { cause: { code: "ENOTFOUND" } }, true],
  ["Node: no answer about the address", { cause: { code: "EAI_AGAIN" } }, true],
  ["Node: no route to the host", { cause: { code: "EHOSTUNREACH" } }, true],
  ["Node: no network", { cause: { code: "ENETUNREACH" } }, true],
  ["another error whose code ends like one of a certificate", { cause: { code: "NO_CERT_HERE" } }, false],
  ["an error that lists no other", { cause: { errors: [] } }, false],
  ["an error that lists no other, with a cause", { errors: [], cause: { code: "ECONNREFUSED" } }, true],
  ["four errors, one in the other", { cause: { cause: { cause: { code: "ECONNREFUSED" } } } }, true],
  ["Node: no connection in time", { cause: { code: "UND_ERR_CONNECT_TIMEOUT" } }, true],
  ["Node: a certificate that has ended", { cause: { code: "CERT_HAS_EXPIRED" } }, true],
  [
    "Node: no TLS",
    {
      cause: {
        code: "ECONNRESET",
        message: "Client network socket disconnected before secure TLS connection was established",
      },
    },
    true,
  ],
  [
    "Node: a connection that is closed",
    { cause: { code: "UND_ERR_SOCKET", message: "other side closed" } },
    false,
  ],
  ["Node: no answer in time", { cause: { code: "UND_ERR_HEADERS_TIMEOUT" } }, false],
  ["Bun: a closed port", { code: "ECONNREFUSED" }, true],
  ["Bun: a connection that is closed", { code: "ECONNRESET" }, false],
  ["Workers: any loss", { message: "Network connection lost." }, false],
  [
    "an error that is its own cause",
    Object.assign({}, {
      get cause() {
        return this;
      },
    }),
    false,
  ],
  [
    "Node: one of two addresses is its own list",
    { cause: { errors: [SELF, { code: "ECONNRESET" }] } },
    false,
  ],
  ["an error that lists itself", SELF, false],
  ["an error of the library below another one", { cause: { err: { code: "ECONNREFUSED" } } }, true],
  ["a text", "ECONNREFUSED", false],
  ["no error at all", null, false],
];

for (const [what, error, expected] of RECORDED) {
  test(`wasNeverSent() is ${expected} for what a runtime throws: ${what}`, () => {
    assert.equal(wasNeverSent(error), expected);
    assert.equal(wasNeverSent(new ProviderUnavailable("x", error as Error)), expected);
  });
}
