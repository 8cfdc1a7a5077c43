/**
 * The forms of passkeys. They are hidden until the script has made sure that the browser supports passkeys.
 *
 * @module
 */

import { ADDRESS_FORM } from "./address.ts";
import { fill } from "../../messages/fill.ts";
import { hole, type Html, markup } from "../../markup/html.ts";
import { drawSign, PERSON_KEY } from "../mark.ts";
import type { PasskeyForm, PasskeyLook } from "../types.ts";

/** Writes a form with two buttons. Holes: `fields`, and `passkey0Last` with the index of the form. */
export function draw(passkey: PasskeyForm, index: number, context: PasskeyLook): Html {
  const { name, action, options, autofill } = passkey;
  const { messages, isOneOfSeveral, inputs, signsUp } = context;
  const names = { provider: name };
  return markup`
<form class="passkey" method="post" action="${action}" data-passkey="${options}"${
    autofill && markup` data-autofill`
  }${!inputs && markup` data-fields="${ADDRESS_FORM}"`} hidden>
${hole("fields")}
${inputs}<button class="${inputs ? "button" : "choice"}" name="action" value="authenticate" formnovalidate>${
    drawSign(PERSON_KEY)
  }<span>${isOneOfSeveral ? fill(messages.button, names) : messages.usePasskey}</span>${
    hole(`passkey${index}Last`)
  }</button>${
    signsUp && markup`
<button class="${inputs ? "button plain" : "link"}" name="action" value="register">${
      isOneOfSeveral ? fill(messages.signUp, names) : messages.createPasskey
    }</button>`
  }
</form>
<noscript><p class="note">${messages.passkeyNeedsScript}</p></noscript>`;
}

/** Writes a form with one button, which adds a passkey to the user who is signed in, or signs up. Hole: `fields`, unless they are given. */
export function add(
  { name, action, options }: PasskeyForm,
  { messages, isOneOfSeveral, signUp }: Parameters<PasskeyForm["add"]>[1],
): Html {
  const several = signUp ? messages.signUp : messages.button;
  const one = signUp ? messages.createPasskey : messages.addPasskey;
  return markup`
<form class="passkey" method="post" action="${action}" data-passkey="${options}"${
    signUp && markup` data-fields="${signUp.address}"`
  } hidden>
${signUp?.hidden ?? hole("fields")}
<button class="choice" name="action" value="register">${drawSign(PERSON_KEY)}<span>${
    fill(isOneOfSeveral ? several : one, { provider: name })
  }</span></button>
</form>
<noscript><p class="note">${messages.passkeyNeedsScript}</p></noscript>`;
}
