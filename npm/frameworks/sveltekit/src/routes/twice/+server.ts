import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ locals }) => {
  const sessions = await Promise.all([locals.auth(), locals.auth()]);
  return Response.json(sessions.map((session) => session?.user.name));
};
