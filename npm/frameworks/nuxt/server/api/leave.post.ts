// The session is read before, and would be prolonged.
export default defineEventHandler(async (event) => {
  await event.context.auth();
  return sendRedirect(event, await event.context.auth.signOut({ redirectTo: "/" }));
});
