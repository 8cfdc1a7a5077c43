/**
 * Loads a module once.
 *
 * @module
 */

/** Caches the result of a load: `import()` would look its module up at each call. Loads again after a failure. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
}
