export const GET = async ({ cookies, locals }) => {
  cookies.set("a", "1", { path: "/" });
  const session = await locals.auth();
  const response = Response.json(session?.user.name ?? null);
  response.headers.append("set-cookie", "b=2; Path=/");
  return response;
};
