/**
 * Lets the pages of the front end, and no others, use the API with the cookie of the user.
 *
 * @module
 */

import type { RequestHandler } from "express";
import { frontEnd } from "./settings.ts";

/** For each answer, also 401. The origin is the one of the settings, never the one of the request. */
const corsHeaders = {
  "access-control-allow-origin": frontEnd,
  "access-control-allow-credentials": "true",
  "access-control-allow-methods": "GET, POST, DELETE",
  "access-control-allow-headers": "content-type",
  "access-control-max-age": "600",
  "cache-control": "private, no-store",
};

export const cors: RequestHandler = (req, res, next) => {
  res.set(corsHeaders);
  if (req.method === "OPTIONS") return void res.sendStatus(204);
  if (isForged(req.method, req.get("origin"))) {
    return void res.status(403).json({ message: "Only the front end may change something." });
  }
  next();
};

/**
 * Whether a request changes something, and comes from another page than the front end. Browsers send the cookie from
 * every origin of the same site, and a form of another page can post without asking CORS first.
 */
function isForged(method: string, origin: string | undefined): boolean {
  return method !== "GET" && method !== "HEAD" && origin !== frontEnd;
}
