import type { RequestHandler } from "./$types";

export const POST: RequestHandler = async ({ locals, request }) => {
  const session = await locals.auth();
  return Response.json({ name: session?.user.name, body: await request.text() });
};
