/**
 * The request of Node below that of Fastify.
 *
 * @module
 */

import type { FastifyRequest } from "./types.ts";
import { NodeAction, NodeHeaders } from "../node/door.ts";
import type { NodeRequest, NodeResponse } from "../node/types.ts";
import type { ActionRequest } from "../mount/integration.ts";

/** The part of a stream that reads a body. */
type BodyStream = Pick<NodeRequest, "readableEnded" | "on" | "resume" | "pause">;

/** Returns a request in which the application acts. Its headers are those that hooks have left. */
export function toActionRequest(request: FastifyRequest, res: NodeResponse, url: string): ActionRequest {
  return Object.assign(new NodeAction(request.raw, res, url), { headers: new NodeHeaders(request.headers) });
}

/** Returns the request with the body that is still to be read: that of Node, or what a hook has made of it. */
export function toNodeRequest({ raw, body }: FastifyRequest): NodeRequest {
  return isStream(body) && body !== raw ? new PipedRequest(raw, body) : raw;
}

/** A request whose body a hook such as `preParsing` has piped through a stream. */
class PipedRequest implements NodeRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: NodeRequest["headers"];
  readonly socket: object;
  readonly #raw: NodeRequest;
  readonly #body: BodyStream;

  constructor(raw: NodeRequest, body: BodyStream) {
    this.method = raw.method;
    this.url = raw.url;
    this.headers = raw.headers;
    this.socket = raw.socket;
    this.#raw = raw;
    this.#body = body;
  }

  get aborted(): boolean {
    return this.#raw.aborted ?? false;
  }

  get readableEnded(): boolean {
    return this.#body.readableEnded ?? false;
  }

  on(...[event, listener]: Parameters<NodeRequest["on"]>): unknown {
    return this.#body.on(event, listener);
  }

  resume(): unknown {
    return this.#body.resume();
  }

  pause(): unknown {
    return this.#body.pause();
  }
}

function isStream(body: unknown): body is BodyStream {
  return typeof (body as Partial<NodeRequest> | null | undefined)?.pause === "function";
}
