/**
 * Passes requests on to a server of Node, as a proxy in front of it does that keeps the host.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type IncomingMessage, request as send } from "node:http";

/**
 * Sends a request to a port of this machine, with the host that the browser has asked for. `fetch` would name the port.
 *
 * @param added Headers that the proxy adds.
 */
export async function passOn(
  request: Request,
  port: number,
  added: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { host, pathname, search } = new URL(request.url);
  const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
  const headers = { ...Object.fromEntries(request.headers), ...added, host };
  const { method } = request;
  return await new Promise((resolve, reject) => {
    const target = { hostname: "127.0.0.1", port, path: pathname + search, method, headers, agent: false };
    send(target, (received) => void toResponse(received).then(resolve, reject)).on("error", reject).end(body);
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
