/** For pages with `definePageMeta({ middleware: "auth" })`: without a session it leads to the sign-in page, and back. */
export default defineNuxtRouteMiddleware(async (to) => {
  if (useAuth().session.value) return;
  const page = useRouter().resolve(to).href;
  if (import.meta.server) {
    return navigateTo(useRequestEvent()!.context.auth.signInUrl(page), { external: true });
  }
  // The user may have come from a page that all users share, or may have signed in since.
  if (await useAuthClient().getSession()) return;
  await useAuthClient().signIn(undefined, { redirectTo: page });
  // The page is being left: an answer would let the router take the history back, and stop that.
  return new Promise<never>(() => {});
});
