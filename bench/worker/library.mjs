/**
 * The two libraries, loaded the same way: their exports have the same names.
 *
 * @module
 */

const PACKAGES = {
  latchkey: { specifier: "@latchkey/auth", sessionCookie: "__Host-latchkey.session-token" },
  authjs: { specifier: "@auth/core", sessionCookie: "__Secure-authjs.session-token" },
};

/**
 * Loads a library.
 *
 * @param name `latchkey` or `authjs`.
 * @returns Its exports, and the name of its session cookie on https.
 */
export async function loadLibrary(name) {
  const { specifier, sessionCookie } = PACKAGES[name];
  const { Auth, customFetch } = await import(specifier);
  const { encode, decode, getToken } = await import(`${specifier}/jwt`);
  return { Auth, customFetch, encode, decode, getToken, sessionCookie };
}
