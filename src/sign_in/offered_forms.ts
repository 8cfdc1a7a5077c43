/**
 * The forms of the ways to sign in, for pages that offer them.
 *
 * @module
 */

import type { Locale } from "../messages/types.ts";
import type { PageForm } from "../pages/types.ts";
import { wayName } from "../pages/way_name.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";
import { methodOf } from "./methods.ts";
import { formPartOf } from "./open_form.ts";

/** The form of each provider, in the order of the config, with its name for users. */
export async function offeredForms(
  providers: readonly SetupProvider[],
  { origin, locale }: { readonly origin: string; readonly locale: Locale },
  setup: Setup,
): Promise<readonly PageForm[]> {
  return await Promise.all(providers.map(async (provider) => {
    const { form, openForm } = await methodOf(provider);
    const part = openForm && await formPartOf(openForm, locale, setup);
    return {
      ...await form(provider, origin, setup, locale.messages),
      name: wayName(provider, setup, locale.messages),
      part,
    };
  }));
}
