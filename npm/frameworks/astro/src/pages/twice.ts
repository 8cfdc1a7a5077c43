export const GET = async ({ locals }) => {
  const sessions = await Promise.all([locals.auth(), locals.auth()]);
  return Response.json(sessions.map((session) => session?.user.name ?? null));
};
