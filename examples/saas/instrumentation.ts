/** Next calls this once, before the server answers a request. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { exitWithoutSettings } = await import("./lib/settings");
  exitWithoutSettings();
}
