/**
 * What a page imports from packages of Expo, with the types that the packages of SDK 57 have: a device of the test.
 *
 * @module
 */

/** `CryptoDigestAlgorithm` of `expo-crypto`. */
export const CryptoDigestAlgorithm = { SHA256: "SHA-256" } as const;

/** `CryptoEncoding` of `expo-crypto`. */
export const CryptoEncoding = { BASE64: "base64" } as const;

/** `digestStringAsync` of `expo-crypto`. */
export async function digestStringAsync(
  algorithm: "SHA-256",
  data: string,
  _options: { readonly encoding: "base64" },
): Promise<string> {
  const hash = await crypto.subtle.digest(algorithm, new TextEncoder().encode(data));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/** `getRandomBytes` of `expo-crypto`. */
export function getRandomBytes(byteCount: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(byteCount));
}

/** `WHEN_UNLOCKED_THIS_DEVICE_ONLY` of `expo-secure-store`. */
export const WHEN_UNLOCKED_THIS_DEVICE_ONLY = 6;

interface SecureStoreOptions {
  readonly keychainAccessible?: number;
}

/** What the key store of the system holds. */
export const keyStore: Map<string, string> = new Map();

/** `setItemAsync` of `expo-secure-store`. */
export function setItemAsync(key: string, value: string, _options?: SecureStoreOptions): Promise<void> {
  keyStore.set(key, value);
  return Promise.resolve();
}

/** `getItemAsync` of `expo-secure-store`. */
export function getItemAsync(key: string, _options?: SecureStoreOptions): Promise<string | null> {
  return Promise.resolve(keyStore.get(key) ?? null);
}

/** `deleteItemAsync` of `expo-secure-store`. */
export function deleteItemAsync(key: string, _options?: SecureStoreOptions): Promise<void> {
  keyStore.delete(key);
  return Promise.resolve();
}

/** What `openAuthSessionAsync` of `expo-web-browser` returns. */
export type Result = { readonly type: "success"; readonly url: string } | { readonly type: "cancel" };

/** What the user does in the browser of the system. */
export const user: { opens(url: string): Promise<Result> } = {
  opens: () => Promise.resolve({ type: "cancel" }),
};

/** `openAuthSessionAsync` of `expo-web-browser`. */
export async function openAuthSessionAsync(url: string, _redirectUrl?: string): Promise<Result> {
  return await user.opens(url);
}
