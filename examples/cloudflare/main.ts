/**
 * The worker.
 *
 * @module
 */

import { Sqlite } from "@latchkey/auth/adapters/sqlite";
import { type RequestAuth, WorkerAuth } from "@latchkey/auth/workers";
import { config, type Env } from "./auth.ts";
import { addNote, listNotes, removeNote } from "./notes.ts";
import { notesPage, welcomePage } from "./page.ts";

type Auth = RequestAuth<ReturnType<typeof config>>;

export default {
  ...WorkerAuth(config, answer),
  /** Removes expired sessions and mailed tokens. `triggers` in `wrangler.jsonc` says when. */
  async scheduled(_event: unknown, { DB }: Env): Promise<void> {
    await Sqlite(DB).removeExpired();
  },
};

/** Answers all requests but those of the library and those for files in `public`. */
async function answer(request: Request, auth: Auth, env: Env): Promise<Response> {
  if (isForged(request, env)) return new Response("Open the form on this site.", { status: 403 });
  const method = request.method === "HEAD" ? "GET" : request.method;
  switch (`${method} ${new URL(request.url).pathname}`) {
    case "GET /": {
      const session = await auth();
      if (!session) return welcomePage();
      const { id, name, email } = session.user;
      return notesPage(name ?? email ?? "", await listNotes(env.DB, id));
    }
    case "GET /api/notes": {
      const { user } = await auth.require();
      const headers = { "cache-control": "private, no-store" };
      return Response.json(await listNotes(env.DB, user.id), { headers });
    }
    case "POST /notes": {
      const session = await auth();
      if (!session) return seeOther(auth.signInUrl("/"));
      const isAdded = await addNote(env.DB, session.user.id, await fieldOf(request, "text"));
      return isAdded ? seeOther("/") : new Response("A note has 1 to 1000 characters.", { status: 400 });
    }
    case "POST /notes/delete": {
      const session = await auth();
      if (!session) return seeOther(auth.signInUrl("/"));
      const isRemoved = await removeNote(env.DB, session.user.id, await fieldOf(request, "id"));
      return isRemoved ? seeOther("/") : new Response("You have no such note.", { status: 404 });
    }
    default:
      return new Response("Not found.", { status: 404 });
  }
}

/**
 * Whether a request changes something, and comes from a page of another origin. The cookie is `SameSite=Lax`, so other
 * sites cannot send it with a POST, but other hosts below your domain can.
 */
function isForged({ method, headers }: Request, { AUTH_URL }: Env): boolean {
  return method !== "GET" && method !== "HEAD" && headers.get("origin") !== new URL(AUTH_URL!).origin;
}

/** Leads from a form to a page. */
function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** Reads a field of a form. It is empty if the body is not a form, or the field is a file. */
async function fieldOf(request: Request, name: string): Promise<string> {
  const form = await request.formData().catch(() => null);
  const value = form?.get(name);
  return typeof value === "string" ? value : "";
}
