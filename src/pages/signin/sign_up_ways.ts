/**
 * The other ways to sign up, below a form that creates an account.
 *
 * @module
 */

import { type Html, markup, type Part } from "../../markup/html.ts";
import { scriptIn } from "../layout.ts";
import { logosOf, tilesOf } from "../mark.ts";
import type { PageBase, PageForm } from "../types.ts";
import { choicesOf } from "./choices.ts";

/** The id of the element with the address, which passkeys sign up with. */
export const SIGN_UP_ADDRESS = "address";

/** The other ways, as a page needs them. */
interface SignUpWays {
  /** Their forms. */
  readonly html: Part;
  /** The rest of the page: pictures of the buttons, and the script for passkeys. */
  readonly content: {
    readonly tiles: ReturnType<typeof tilesOf>;
    readonly images: readonly string[];
    readonly script: ReturnType<typeof scriptIn> | undefined;
  };
}

/** Draws them. @param hidden The hidden fields of each form. */
export function signUpWays(
  forms: readonly PageForm[],
  { origin, locale }: Pick<PageBase, "origin" | "locale">,
  hidden: Html,
): SignUpWays {
  const { signIn: messages } = locale.messages;
  const buttons = forms.filter(({ form, layOut }) => form === "button" && !layOut);
  const passkeys = forms.filter((form) => form.form === "passkey");
  const { list: [first], html } = choicesOf(buttons, origin, messages);
  const signUp = { hidden, address: SIGN_UP_ADDRESS };
  const look = { messages, isOneOfSeveral: passkeys.length > 1, signUp };
  return {
    html: markup`${passkeys.map((form) => form.add(form, look))}${
      first && markup`
<p class="or">${messages.or}</p>
<form method="post" action="${first.action}">
${hidden}
${html}
</form>`
    }`,
    content: {
      tiles: tilesOf(buttons),
      images: logosOf(buttons, origin),
      script: passkeys[0] && scriptIn(locale, passkeys[0].script),
    },
  };
}
