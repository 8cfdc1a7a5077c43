export default defineEventHandler(async (event) => {
  setCookie(event, "a", "1");
  const session = await event.context.auth();
  setCookie(event, "b", "2");
  return Response.json(session?.user.name ?? null);
});
