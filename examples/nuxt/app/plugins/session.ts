/** The server reads the session once, and passes it to the page with the payload. The browser keeps it in step. */
export default defineNuxtPlugin(async () => {
  const session = useState<AppSession | null>("session", () => null);
  if (import.meta.server) {
    session.value = (await useRequestEvent()?.context.auth()) ?? null;
    return;
  }
  const { getSnapshot, hydrate, subscribe } = useAuthClient();
  // Without a session in the payload, the client asks: the page may be one that all users share.
  if (session.value) hydrate(session.value);
  subscribe(() => session.value = getSnapshot().session);
});
