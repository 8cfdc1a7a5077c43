/**
 * Walks what capabilities add to the forms that anyone may send.
 *
 * @module
 */

import type { Incoming } from "../http/types.ts";
import type { Locale } from "../messages/types.ts";
import type { FormPart } from "../pages/form_part.ts";
import type { OpenForm } from "../setup/open_form.ts";
import type { Setup } from "../setup/setup.ts";

/** Runs the steps before a form: it comes from this site, and nothing was done for it yet. @throws {AuthError} if one refuses it. */
export async function beforeForm(form: OpenForm, incoming: Incoming, setup: Setup): Promise<void> {
  for (const { beforeForm } of setup.capabilities) await beforeForm?.(form, incoming, setup);
}

/** Draws what a capability adds to a form; `undefined` if none does. */
export async function formPartOf(
  form: OpenForm,
  locale: Locale,
  setup: Setup,
): Promise<FormPart | undefined> {
  for (const { formPart } of setup.capabilities) {
    if (formPart) return await formPart(form, locale, setup) ?? undefined;
  }
}
