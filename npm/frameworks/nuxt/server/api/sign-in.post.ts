export default defineEventHandler(async (event) => {
  const action = { providerId: "idp", authorizationParams: { login_hint: "ada" }, redirectTo: "/protected" };
  return sendRedirect(event, await event.context.auth.signIn(action));
});
