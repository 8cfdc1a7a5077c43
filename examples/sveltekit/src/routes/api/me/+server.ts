import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ locals }) => {
  const { user } = await locals.auth.require();
  return Response.json({ name: user.name });
};
