/**
 * Passes requests on to a server of this machine, as a proxy in front of it does that keeps the host.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type IncomingMessage, request as sendPlain } from "node:http";
import { request as sendOverTls } from "node:https";

/**
 * Sends a request to a port of this machine, with the host that the browser has asked for. `fetch` would name the port.
 *
 * @param added Headers that the proxy adds, or replaces.
 * @param isTls Whether the server has TLS, with a certificate of the tests.
 */
export async function passOn(
  request: Request,
  port: number,
  added: Readonly<Record<string, string>> = {},
  isTls = false,
): Promise<Response> {
  const { host, hostname, pathname, search } = new URL(request.url);
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
  const headers = { ...Object.fromEntries(request.headers), host, ...added };
  const { method } = request;
  return await new Promise((resolve, reject) => {
    const target = { hostname: "127.0.0.1", port, path: pathname + search, method, headers, agent: false };
    const answered = (received: IncomingMessage) => void toResponse(received).then(resolve, reject);
    const sent = isTls
      ? sendOverTls({ ...target, servername: hostname, rejectUnauthorized: false }, answered)
      : sendPlain(target, answered);
    sent.on("error", reject).end(body);
  });
}

async function toResponse(received: IncomingMessage): Promise<Response> {
  const { statusCode: status = 200, rawHeaders } = received;
  const chunks: Uint8Array[] = [];
  for await (const chunk of received) chunks.push(chunk);
  const headers = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i]!, rawHeaders[i + 1]!);
  const body = [204, 304].includes(status) ? null : Buffer.concat(chunks);
  return new Response(body, { status, headers });
}
