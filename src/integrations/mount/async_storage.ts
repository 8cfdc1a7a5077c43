/**
 * A value that a function and all that it calls can read, also after an `await`: `AsyncLocalStorage`, where the runtime has it.
 *
 * @module
 */

/** The part of `AsyncLocalStorage` that is used here. */
interface AsyncStorage<T> {
  getStore(): T | undefined;
  run<R>(value: T, work: () => R): R;
}

/** Creates one; `undefined` where the runtime has none. */
export function createAsyncStorage<T>(): AsyncStorage<T> | undefined {
  const { process } = globalThis as {
    readonly process?: {
      getBuiltinModule?(
        id: "node:async_hooks",
      ): { readonly AsyncLocalStorage: new () => AsyncStorage<T> } | undefined;
    };
  };
  try {
    const hooks = process?.getBuiltinModule?.("node:async_hooks");
    return hooks && new hooks.AsyncLocalStorage();
  } catch {
    return undefined;
  }
}
