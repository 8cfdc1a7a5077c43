/** For pages with `definePageMeta({ middleware: "auth" })`: without a session it leads to the sign-in page, and back. */
export default defineNuxtRouteMiddleware(async (to) => {
  if (useAuth().session.value) return;
  if (import.meta.server) {
    return navigateTo(useRequestEvent()!.context.auth.signInUrl(), { external: true });
  }
  // The user may have come from a page that all users share, or may have signed in since.
  if (await useAuthClient().getSession()) return;
  await useAuthClient().signIn(undefined, { redirectTo: useRouter().resolve(to).href });
  return abortNavigation();
});
