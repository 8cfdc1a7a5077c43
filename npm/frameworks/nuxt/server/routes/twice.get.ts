export default defineEventHandler(async ({ context }) => {
  const sessions = await Promise.all([context.auth(), context.auth()]);
  return sessions.map((session) => session?.user.name ?? null);
});
