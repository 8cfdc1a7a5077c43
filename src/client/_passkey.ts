/**
 * Passkeys. Loaded when one is used.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-api | WebAuthn §5}
 * @module
 */

import type { HalfContext } from "./_half.ts";
import type { Form } from "./_sign_in.ts";
import type { PageWindow, PasskeyClient, PasskeyOptions, PasskeySupport, SignInResult } from "./types.ts";

/** Passkeys, and sign-in with the provider of a form. */
export interface Passkeys extends Omit<PasskeyClient, "isSupported"> {
  /** Signs in; signs up if `action` of the form is `register`. */
  signInWith(providerId: string, form: Form): Promise<SignInResult>;
}

type PasskeyAction = "authenticate" | "register";

/** A request to the browser. */
interface Ask {
  /** Id of the provider; `null` for a second step, which has endpoints of its own. */
  readonly id: string | null;
  readonly action: PasskeyAction;
  readonly form: Form;
  readonly signal: AbortSignal;
  readonly mediation?: "conditional";
}

/** After so many milliseconds a challenge that waits in a field is replaced: it is accepted for five minutes. */
const FRESH = 240_000;

/** Creates the functions for passkeys. */
export function createPasskeys(context: HalfContext): Passkeys {
  const { http: { page }, readForm } = context;
  let asking = new AbortController();
  let pressed: Promise<SignInResult | null> = Promise.resolve(null);
  let offered = 0;

  /** One request at a time: browsers refuse a second one. */
  function takeTurn(outer?: AbortSignal): AbortController {
    asking.abort();
    const turn = asking = new AbortController();
    const abort = (): void => turn.abort();
    if (outer?.aborted) abort();
    outer?.addEventListener("abort", abort, { once: true });
    return turn;
  }

  function press(id: string | null, action: PasskeyAction, { form, signal }: Read): Promise<SignInResult> {
    const running = ask({ id, action, form, signal: takeTurn(signal).signal }, context);
    pressed = running.catch(() => null);
    return running;
  }

  const read = (
    { provider = "passkey", signal, ...options }: PasskeyOptions = {},
  ): Read & { id: string } => ({
    id: provider,
    signal,
    form: readForm(options),
  });
  const start =
    (action: PasskeyAction, added?: object) => async (options?: PasskeyOptions): Promise<SignInResult> => {
      const { id, ...rest } = read({ ...options, ...added });
      return await press(id, action, rest);
    };

  async function autofill(options?: PasskeyOptions): Promise<SignInResult | null> {
    const { id, form, signal: outer } = read(options);
    const turn = ++offered;
    await pressed;
    pressed = Promise.resolve(null);
    if (!await page.PublicKeyCredential?.isConditionalMediationAvailable?.()) return null;
    for (;;) {
      await whenVisible(page);
      // A later call takes the place of this one.
      if ((await pressed)?.ok || outer?.aborted || turn !== offered) return null;
      const controller = takeTurn(outer);
      const { signal } = controller;
      const timer = page.setTimeout(() => controller.abort(), FRESH);
      try {
        return await ask({ id, action: "authenticate", form, signal, mediation: "conditional" }, context);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        page.clearTimeout(timer);
      }
    }
  }

  return {
    signIn: start("authenticate"),
    signUp: start("register"),
    add: start("register", { link: true }),
    autofill,
    proveSecondFactor: async (options) => await press(null, "authenticate", read(options)),
    signInWith: (id, form) =>
      press(id, form.fields.action === "register" ? "register" : "authenticate", { form }),
  };
}

interface Read {
  readonly form: Form;
  readonly signal?: AbortSignal | undefined;
}

/** A challenge for a page that no one sees would push out those of other tabs. */
async function whenVisible({ document }: PageWindow): Promise<void> {
  while (document && document.visibilityState !== "visible") {
    await new Promise<void>((resolve) =>
      document.addEventListener("visibilitychange", resolve, { once: true })
    );
  }
}

async function ask(
  { id, action, form, signal, mediation }: Ask,
  context: HalfContext,
): Promise<SignInResult> {
  const { toError, http: { page: { PublicKeyCredential: support, navigator } } } = context;
  if (!support || !navigator?.credentials) {
    throw toError(
      "Unsupported",
      "Cannot use a passkey: this browser has no passkeys, or the page is not secure",
    );
  }
  let data: string;
  try {
    const publicKey = await fetchOptions({ id, action, form, signal }, context);
    const method = action === "register" ? "create" : "get";
    const credential = await navigator.credentials[method]({
      publicKey: parseOptions(publicKey, action, support),
      signal,
      mediation,
    });
    data = JSON.stringify(credentialToJson(credential));
  } catch (cause) {
    if (signal.aborted) {
      throw toError("AbortError", "Cannot use a passkey: it was cancelled", { cause });
    }
    const { name, message } = cause as Error;
    if (name === "ClientError") throw cause;
    throw toError(name, `Cannot use a passkey: ${message}`, { cause });
  }
  const fields = { ...form.fields, action, data };
  const path = id === null ? "second-factor" : `callback/${encodeURIComponent(id)}`;
  return await context.finish({ path, form: { ...form, fields }, endsHere: true });
}

async function fetchOptions(
  { id, action, form, signal }: Ask,
  { http, toError }: HalfContext,
): Promise<object> {
  const { callbackUrl: _, ...fields } = form.fields;
  const query = new URLSearchParams({ ...fields, action });
  const path = id === null ? "second-factor-options" : `webauthn-options/${encodeURIComponent(id)}`;
  const { status, data } = await http.ask(`${path}?${query}`, { signal });
  signal.throwIfAborted();
  if (data?.unknown) await tell(data.unknown, http.page.PublicKeyCredential);
  if (data?.options) return data.options;
  const code = data?.error ?? "Answer";
  throw toError(code, `Cannot use a passkey: the server answered ${status}, ${code}`, { status });
}

/** Says to the passkey manager that the site does not have the passkey of the sign-in before (WebAuthn §5.1.10). */
async function tell(unknown: object, support: PasskeySupport | undefined): Promise<void> {
  try {
    await support?.signalUnknownCredential?.(unknown);
  } catch {
    // No passkey manager listens.
  }
}

// deno-lint-ignore no-explicit-any -- JSON of WebAuthn §5.1.8 and §5.1.9
function parseOptions(options: any, action: PasskeyAction, support: PasskeySupport): object {
  const parse = action === "register" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
  if (support[parse]) return support[parse](options);
  // An older browser.
  const withBytes = (it: { id: string }): object => ({ ...it, id: toBytes(it.id) });
  const { challenge, user, allowCredentials, excludeCredentials } = options;
  return {
    ...options,
    challenge: toBytes(challenge),
    user: user && withBytes(user),
    allowCredentials: allowCredentials?.map(withBytes),
    excludeCredentials: excludeCredentials?.map(withBytes),
  };
}

// deno-lint-ignore no-explicit-any -- a `PublicKeyCredential`
function credentialToJson(credential: any): object {
  if (credential.toJSON) return credential.toJSON();
  const { id, rawId, type, response, authenticatorAttachment } = credential;
  const fields = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
  const texts = fields.filter((field) => response[field]).map((
    field,
  ) => [field, toBase64UrlText(response[field])]);
  return {
    id,
    rawId: toBase64UrlText(rawId),
    type,
    authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: { ...Object.fromEntries(texts), transports: response.getTransports?.() },
  };
}

function toBytes(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (byte) => byte.charCodeAt(0));
}

function toBase64UrlText(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
}
