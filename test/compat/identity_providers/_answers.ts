/**
 * The start of a provider that does not say when it listens.
 *
 * @module
 */

/** Waits until a server answers, for a minute at most. @throws {Error} if it ends before, or answers with a failure. */
export async function answers(url: string, isRunning: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (response?.ok) return void await response.body?.cancel();
    if (response) throw new Error(`It answers ${response.status}: ${await response.text()}`);
    if (!isRunning() || Date.now() > end) throw new Error("It does not answer");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
