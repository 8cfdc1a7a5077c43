import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ cookies, locals }) => {
  cookies.set("a", "1", { path: "/" });
  const session = await locals.auth();
  cookies.set("b", "2", { path: "/" });
  return Response.json(session?.user.name ?? null);
};
