/**
 * The form for a password on the sign-in page.
 *
 * @module
 */

import type { Messages } from "../../messages/types.ts";
import type { PageForm } from "../../pages/types.ts";
import type { Setup } from "../../setup/setup.ts";
import { form as credentialsForm } from "../../sign_in/credentials/form.ts";
import { identifierLabel } from "../../sign_in/identifiers.ts";
import type { PasswordProvider } from "./types.ts";

/** The form. Its first field takes a name as well, where users have one. */
export async function form(
  provider: PasswordProvider,
  origin: string,
  setup: Setup,
  messages?: Messages,
): Promise<PageForm> {
  const drawn = credentialsForm(provider, origin, setup);
  const label = messages && await identifierLabel(messages, setup);
  if (!label || !drawn.step) return drawn;
  const { first: [name, field] } = drawn.step;
  return { ...drawn, step: { ...drawn.step, first: [name, { ...field, type: "text", label }] } };
}
