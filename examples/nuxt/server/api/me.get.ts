export default defineEventHandler(async (event) => {
  const session = await event.context.auth.require();
  return { name: session.user.name };
});
