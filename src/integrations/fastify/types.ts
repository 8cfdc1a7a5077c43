/**
 * Options of the plugin, and the parts of Fastify that the library uses.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import type { NodeRequest, NodeResponse } from "../node/types.ts";

/** Options of `FastifyAuth`. */
export interface FastifyAuthOptions<C extends AuthConfig = AuthConfig> {
  /** The config. It is not changed. */
  readonly config: C;
  /** Path of the library, if `basePath` does not say it. Default `/auth`, below the prefix of the instance. */
  readonly prefix?: string;
}

/** The part of a `FastifyInstance` that the library uses. */
export interface FastifyServer {
  /** Path before that of each route. */
  readonly prefix: string;
  /** Adds a plugin, whose routes are below `prefix`. */
  register(plugin: (instance: FastifyServer) => Promise<void>, options?: { prefix: string }): unknown;
  /** Adds a route for all methods. */
  all(url: string, options: object, handler: FastifyHandler): unknown;
  /** Adds a function that runs at each request. */
  // deno-lint-ignore no-explicit-any -- as Fastify declares it
  addHook(name: string, hook: (...values: any[]) => void): unknown;
  /** Adds a member to requests. */
  decorateRequest(name: string, value: null): unknown;
  /** Removes the parsers of bodies. */
  removeAllContentTypeParsers(): void;
  /** Adds a parser of bodies. */
  addContentTypeParser(
    type: string,
    parse: (request: unknown, payload: unknown, done: (error: null, body: unknown) => void) => void,
  ): unknown;
}

/** The part of a `FastifyRequest` that the library uses. */
export interface FastifyRequest {
  /** The request of Node. */
  readonly raw: NodeRequest;
  /** The method. */
  readonly method: string;
  /** Path and query, before `rewriteUrl`. */
  readonly originalUrl: string;
  /** The headers. */
  readonly headers: NodeRequest["headers"];
  /** Protocol, as `trustProxy` says. */
  readonly protocol: string;
  /** The body. */
  readonly body: unknown;
}

/** The part of a `FastifyReply` that the library uses. */
export interface FastifyReply {
  /** The response of Node. */
  readonly raw: NodeResponse;
  /** The status. */
  readonly statusCode: number;
  /** Sets the status. */
  code(status: number): unknown;
  /** Returns the values of a header. */
  getHeader(name: string): unknown;
  /** Sets a header. */
  // deno-lint-ignore no-explicit-any -- as Fastify declares it
  header(name: any, value: unknown): unknown;
  /** Removes a header. */
  // deno-lint-ignore no-explicit-any -- as above
  removeHeader(name: any): unknown;
  /** Sends the reply. */
  send(body?: unknown): unknown;
  /** Lets the application answer 404. */
  callNotFound(): unknown;
}

/** A handler of Fastify, and a hook such as `preHandler`. */
export type FastifyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
