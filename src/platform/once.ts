/**
 * Loads a module once.
 *
 * @module
 */

/**
 * Caches the result of a load: `import()` would look its module up at each call. Loads again after a failure.
 *
 * The annotation lets a bundler leave out a loader that nothing uses, and the modules behind it.
 */
/* @__NO_SIDE_EFFECTS__ */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () =>
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
}
