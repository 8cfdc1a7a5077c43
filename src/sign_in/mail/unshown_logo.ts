/**
 * Logos that emails leave out.
 *
 * @module
 */

import type { EmailConfig } from "../../model/provider.ts";
import type { Theme } from "../../values/types.ts";

/** Warns of logos that emails leave out. The function that sends the email of the library decides, by its `canShow`. */
export function unshownLogos(
  { sendVerificationRequest }: Pick<EmailConfig, "sendVerificationRequest">,
  theme: Theme | undefined,
): readonly string[] {
  const { canShow }: { readonly canShow?: unknown } = Object(sendVerificationRequest);
  if (typeof canShow !== "function") return [];
  return Object.entries({ logo: theme?.logo, logoDark: theme?.logoDark }).flatMap(([name, logo]) =>
    logo && !canShow(logo)
      ? [
        `unshown-logo: mails are sent without \`theme.${name}\`, ${
          logo.startsWith("data:") ? "a data URL" : `"${logo}"`
        }: write the URL or the path of a PNG or JPEG, such as "/logo.png"`,
      ]
      : []
  );
}
