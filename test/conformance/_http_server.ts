/**
 * A server of `node:http` on this machine, for what only a network does: redirects, resets, answers without end.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Buffer } from "node:buffer";
import { setImmediate } from "node:timers/promises";

/** A server that answers. */
export interface HttpServer extends AsyncDisposable {
  /** Its origin, with a port of its own. */
  readonly origin: string;
}

/** Starts a server that answers with a function of `Request`. A rejection of it closes the connection. */
export async function listen(answer: (request: Request) => Promise<Response>): Promise<HttpServer> {
  const server = createServer((request, response) => {
    pass(request, response, answer).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Response>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = "GET", url, headers } = request;
  const { status, headers: sent, body } = await answer(
    new Request(`http://${headers.host}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(chunks.length && { body: new Uint8Array(Buffer.concat(chunks)) }),
    }),
  );
  response.writeHead(status, Object.fromEntries(sent));
  if (body) await send(body, response);
  response.end();
}

/** Sends a body as fast as the client reads it, until the client leaves. */
async function send(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const chunk of body) {
    response.write(chunk);
    // A body without end, whose chunks are always there, leaves the server no time to notice that the client has left.
    await setImmediate();
    if (response.destroyed) return;
    if (response.writableNeedDrain) await drained(response);
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}
