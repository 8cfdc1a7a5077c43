import { auth } from "../auth";

export const GET = async (context) => {
  const sessions = await Promise.all([context.locals.auth(), auth(context)]);
  return Response.json(sessions.map((session) => session?.user.name ?? null));
};
