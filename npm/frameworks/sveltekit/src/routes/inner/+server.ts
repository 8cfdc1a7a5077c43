import type { RequestHandler } from "./$types";

/** Asks another route of the application for the session, and the library to sign out. */
export const GET: RequestHandler = async ({ fetch, locals }) => {
  const inner = await (await fetch("/session")).json();
  return Response.json([inner?.user.name, (await locals.auth())?.user?.name]);
};
