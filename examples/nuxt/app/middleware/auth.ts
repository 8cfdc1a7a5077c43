/** For pages with `definePageMeta({ middleware: "auth" })`: without a session it leads to the sign-in page, and back. */
export default defineNuxtRouteMiddleware(async ({ fullPath }) => {
  if (useAuth().session.value) return;
  // The user may have come from a page that all users share, or may have signed in since.
  if (import.meta.client && (await useAuthClient().getSession())) return;
  return navigateTo(`/auth/signin?callbackUrl=${encodeURIComponent(fullPath)}`, { external: true });
});
