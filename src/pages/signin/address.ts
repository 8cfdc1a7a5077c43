/**
 * The form for the address, which mail, passkeys and a form of credentials share.
 *
 * Where scripts run, it asks for the address first, and for what goes with it in a second step: see `STEP_STYLES` of `style.ts`
 * and `form_script.ts`. Where they do not, it shows both, with a button for the step and one for the email.
 *
 * @module
 */

import { fill } from "../../messages/fill.ts";
import { hole, type Html, markup } from "../../markup/html.ts";
import { inputElement } from "./input.ts";
import type { AddressPlan } from "./plan.ts";
import type { FormsLook } from "../types.ts";
import type { SignInMessages } from "../../messages/types.ts";

/** The id of the form: the passkeys' forms take the address from there. */
export const ADDRESS_FORM = "address";

/**
 * Writes the form. Its holes: `address`, `addressInvalid`, `addressError`, `addressLast`; `stepOpen`, `stepLast` and those that the
 * step draws; and `first` for the mark of the field that has the focus at first.
 */
export function addressForm(plan: AddressPlan, { messages, links }: FormsLook): Html {
  const { joined, mails } = plan;
  const hasSteps = joined !== undefined && mails.length > 0;
  const action = (joined ?? mails[0])?.action;
  const above = (joined?.part ?? mails[0]?.part)?.html;
  return markup`
<form class="form${hasSteps && hole("stepOpen")}" id="${ADDRESS_FORM}" method="post" action="${action}"${
    hasSteps && markup` data-steps`
  }>
${hole("fields")}
${firstField(plan, messages)}
${joined ? joined.step.draw(messages, links, hasSteps, above) : above}
${hasSteps && markup`<button class="button first">${messages.continue}</button>`}
${
    mails.map(({ action, name }, index) => {
      const text = mails.length > 1 ? fill(messages.sendMailWith, { provider: name }) : messages.sendMail;
      const isMain = index === 0 && !joined;
      return markup`<button class="button${!isMain && markup` plain`}${hasSteps && markup` second`}"${
        !isMain && markup` formaction="${action}"`
      }>${text}</button>`;
    })
  }
</form>`;
}

function firstField(
  { first: [name, own], joined, autofill, isFixed }: AddressPlan,
  messages: SignInMessages,
): Html {
  const usual = own.autocomplete ?? (joined || autofill ? "username" : "email");
  return inputElement({
    ...own,
    id: "address-name",
    name,
    aside: [hole("addressLast"), hole("stepLast")],
    // The token for passkeys is the last one (HTML, autofill detail tokens).
    autocomplete: autofill && !/\bwebauthn\b/.test(usual) ? `${usual} webauthn` : usual,
    required: true,
    isFixed,
    value: [hole("address"), hole("first")],
    invalid: hole("addressInvalid"),
    error: hole("addressError"),
    messages,
  });
}
