export default defineEventHandler(async (event) =>
  sendRedirect(event, await event.context.auth.signIn({ providerId: "github", redirectTo: "/protected" }))
);
