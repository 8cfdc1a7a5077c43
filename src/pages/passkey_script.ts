/**
 * The script of forms for passkeys.
 *
 * A form takes part by the attribute `data-passkey`, whose value is the URL of its options. The script unhides it where
 * the browser supports passkeys. The value of the button that is pressed says what happens, `authenticate` or `register`;
 * the result is posted with the form's hidden fields. With `data-autofill`, the browser also offers passkeys in a field
 * with `autocomplete="username webauthn"`. The attribute `data-messages` of the `script` element
 * replaces messages, which are English otherwise: a JSON object with keys of `Messages["passkey"]`. With `data-fields`, the
 * id of another form, the fields come from there: on the sign-in page, the address is typed once.
 *
 * - `report()` tells passkey managers what has changed, so that they offer no passkey that was removed, and show the new name: on the
 *   account page, in an element with `data-signals` (WebAuthn §5.1.10). After a sign-in with a passkey that the site doesn't have, the next
 *   answer with options names it, so that it isn't offered again.
 * - A form with `data-offer` stands on a page that no one has asked for. `propose()` shows it where the browser can create a passkey.
 *   Elsewhere it goes on: to the link with `data-skip`. With a value, a password was typed just now: the password manager that has
 *   filled it in may create a passkey by itself (conditional create, WebAuthn §5.1.3).
 * - `press()` says why it failed, unless the person has pressed a button again in the meantime. `offer()` lets the browser
 *   offer passkeys in a field: no one has asked for it, so no one reads why it failed.
 * - After `FRESH` milliseconds, a challenge that waits in a field is replaced: it is taken for five minutes.
 * - `inputsOf()` leaves out hidden fields, such as the CSRF token, which have no place in a URL, and passwords, which may be
 *   shown.
 *
 * It stands here as text, which no compiler of an application changes. `npm/build.ts` minifies it.
 *
 * @module
 */

import { sha256 } from "../crypto/hash.ts";
import { passkey } from "../messages/passkeys_en.ts";
import type { PasskeyScript } from "./types.ts";

/** The script, for `<script defer>`. */
export const PASSKEY_SCRIPT: string = `"use strict";
(() => {
  const MESSAGES = { ...${JSON.stringify(passkey)}, ...messagesOfPage() };

  const FRESH = 240000;

  const alerts = new Map();
  let asking = new AbortController();

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const isOffer = "offer" in form.dataset;
    if (!window.PublicKeyCredential || !navigator.credentials) {
      if (isOffer) goOn();
      else tell(form, "Unsupported");
      continue;
    }
    form.hidden = isOffer;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      // The buttons below stay where they are: a second click must not press another one.
      if (alerts.has(form)) alerts.get(form).style.visibility = "hidden";
      const action = event.submitter?.value === "register" ? "register" : "authenticate";
      if (action === "authenticate" || isComplete(form)) press(form, action);
    });
    if (isOffer) propose(form);
    else offer(form);
  }

  for (const { dataset } of document.querySelectorAll("[data-signals]")) {
    for (const user of JSON.parse(dataset.signals)) {
      report("signalAllAcceptedCredentials", user);
      report("signalCurrentUserDetails", user);
    }
  }

  async function report(method, what) {
    try {
      await window.PublicKeyCredential?.[method]?.(what);
    } catch {
      // No passkey manager listens.
    }
  }

  async function propose(form) {
    // Where the browser doesn't say, a passkey may be possible.
    const isPossible = await can("passkeyPlatformAuthenticator", "isUserVerifyingPlatformAuthenticatorAvailable");
    if (isPossible === false) return goOn();
    form.hidden = false;
    const { offer } = form.dataset;
    if (!offer || !await can("conditionalCreate")) return;
    try {
      await ask(form, "register", takeTurn(), { fields: { offer }, mediation: "conditional" });
    } catch {
      // The user presses the button, or goes on.
    }
  }

  function goOn() {
    const { protocol, href } = document.querySelector("a[data-skip]") ?? {};
    if (/^https?:$/.test(protocol)) location.replace(href);
  }

  // WebAuthn §5.1.7, or the question of an older browser. \`undefined\` where neither is known.
  async function can(name, older) {
    try {
      const known = await PublicKeyCredential.getClientCapabilities?.();
      return known?.[name] ?? await PublicKeyCredential[older]?.();
    } catch {
      // Not known.
    }
  }

  async function press(form, action) {
    const signal = takeTurn();
    try {
      await ask(form, action, signal, { fields: fieldsOf(form) });
    } catch (error) {
      if (signal.aborted) return;
      tell(form, error?.name ?? "");
      offer(form);
    }
  }

  async function offer(form) {
    if (!("autofill" in form.dataset)) return;
    const turn = asking;
    try {
      if (!await can("conditionalGet", "isConditionalMediationAvailable")) return;
      // A person who has pressed a button in the meantime goes first.
      if (asking !== turn) return;
      await ask(form, "authenticate", takeTurn(), { mediation: "conditional" });
    } catch {
      // The user signs in with the button.
    }
  }

  // One request at a time: browsers refuse a second one.
  function takeTurn() {
    asking.abort();
    asking = new AbortController();
    return asking.signal;
  }

  async function ask(form, action, signal, { fields = {}, mediation }) {
    const publicKey = await getOptions(form, action, fields, signal);
    signal.throwIfAborted();
    if (mediation) renewLater(form, signal);
    const method = action === "register" ? "create" : "get";
    const credential = await navigator.credentials[method]({ publicKey, signal, mediation });
    send(form, action, JSON.stringify(toJson(credential)));
  }

  async function getOptions(form, action, fields, signal) {
    const query = new URLSearchParams({ ...fields, action });
    const response = await fetch(form.dataset.passkey + "?" + query, { signal });
    // A proxy or a firewall in front of the application answers with a page of its own.
    const { options, error, unknown } = await response.json().catch(() => null) ?? {};
    if (unknown) report("signalUnknownCredential", unknown);
    if (!response.ok || !options) throw Object.assign(new Error("No options"), { name: error });
    return parseOptions(options, action);
  }

  function renewLater(form, signal) {
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") offer(form);
      else document.addEventListener("visibilitychange", () => offer(form), { once: true, signal });
    }, FRESH);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  function inputsOf(form) {
    const place = form.dataset.fields ? document.getElementById(form.dataset.fields) : form;
    const inputs = [...place.querySelectorAll("input[name]:not([type=hidden])")];
    return inputs.filter((input) => input.type !== "password" && !input.dataset.show);
  }

  // The browser checks the fields of the form itself, and shows what is missing. Those of another form it does not.
  function isComplete(form) {
    return !form.dataset.fields || inputsOf(form).every((input) => input.reportValidity());
  }

  function fieldsOf(form) {
    return Object.fromEntries(inputsOf(form).flatMap(({ name, value }) => value ? [[name, value]] : []));
  }

  function send(form, action, data) {
    // On the library's own pages, where \`form_script.ts\` answers: not while another form is being sent.
    const event = { cancelable: true, detail: { form, action } };
    if (window.dispatchEvent?.(new CustomEvent("latchkey-send", event)) === false) return;
    const inputs = Object.entries({ action, data }).map(([name, value]) =>
      Object.assign(document.createElement("input"), { type: "hidden", name, value })
    );
    form.append(...inputs);
    HTMLFormElement.prototype.submit.call(form);
    // A person who comes back to this page may send the form again.
    for (const input of inputs) input.remove();
  }

  function tell(form, name) {
    alerts.get(form)?.remove();
    const alert = document.createElement("p");
    alert.className = "alert";
    alert.setAttribute("role", "alert");
    form.before(alert);
    alert.textContent = Object.hasOwn(MESSAGES, name) ? MESSAGES[name] : MESSAGES.unknown;
    alerts.set(form, alert);
  }

  // The messages in the language of the page.
  function messagesOfPage() {
    return JSON.parse(document.currentScript?.dataset.messages ?? "{}");
  }

  // WebAuthn §5.1.8 and §5.1.9, or the same by hand where the browser is older.
  function parseOptions(options, action) {
    const parse = action === "register" ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON";
    if (PublicKeyCredential[parse]) return PublicKeyCredential[parse](options);
    const withBytes = (it) => ({ ...it, id: toBytes(it.id) });
    const { challenge, user, allowCredentials, excludeCredentials } = options;
    return {
      ...options,
      challenge: toBytes(challenge),
      user: user && withBytes(user),
      allowCredentials: allowCredentials?.map(withBytes),
      excludeCredentials: excludeCredentials?.map(withBytes),
    };
  }

  function toJson(credential) {
    if (credential.toJSON) return credential.toJSON();
    const { id, rawId, type, response, authenticatorAttachment } = credential;
    const fields = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"];
    return {
      id,
      rawId: toText(rawId),
      type,
      authenticatorAttachment: authenticatorAttachment ?? undefined,
      clientExtensionResults: credential.getClientExtensionResults(),
      response: {
        ...Object.fromEntries(fields.filter((field) => response[field]).map((field) => [field, toText(response[field])])),
        transports: response.getTransports?.(),
      },
    };
  }

  function toBytes(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (byte) => byte.charCodeAt(0));
  }

  function toText(bytes) {
    const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
    return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
})();
`;

let version: Promise<string> | undefined;

/** The version of the script: its hash, as Subresource Integrity writes it. */
export function passkeyScriptVersion(): Promise<string> {
  return version ??= hashOf(PASSKEY_SCRIPT);
}

/** Returns the script as a page loads it. Its URL names its version, so that a new page never gets an old script from a cache. */
export async function passkeyScriptAt(url: string): Promise<PasskeyScript> {
  const version = await passkeyScriptVersion();
  return { src: `${url}?v=${encodeURIComponent(version)}`, integrity: version, english: passkey };
}

async function hashOf(script: string): Promise<string> {
  return `sha256-${btoa(String.fromCharCode(...await sha256(script)))}`;
}
