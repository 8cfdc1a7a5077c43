/**
 * The fields of the profile in the form of a new user.
 *
 * @module
 */

import { markup } from "../../markup/html.ts";
import type { UserFields } from "../../setup/new_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { rulesOf } from "./checks.ts";
import { LANGUAGE } from "./language.ts";
import type { ProfileField } from "./options.ts";
import { FIELD_STYLE, inputLine, lineOf } from "./pages/field.ts";
import { readValue } from "./values.ts";

/** All of them but the language, which a browser says by itself. */
export const USER_FIELDS: UserFields<Setup> = {
  names: (setup) => [...rulesOf(setup).fields.keys()].filter((name) => name !== LANGUAGE),
  read(name, typed, setup) {
    const field = fieldOf(name, setup);
    // A form of the application's own sends nothing for a box that is not ticked.
    const read = readValue(field.type === "boolean" ? typed ?? false : typed, field);
    return typeof read === "string" ? { problem: read } : { value: read.value };
  },
  draw(name, { typed, values, locale }, setup) {
    const shown = { value: values[name] ?? null, sent: typed ? typed[name] ?? "" : undefined };
    // At first, the form begins with the first of them.
    return {
      style: FIELD_STYLE,
      html: inputLine(
        lineOf([name, fieldOf(name, setup)], shown, locale),
        locale,
        !typed && markup` data-first`,
      ),
    };
  },
};

function fieldOf(name: string, setup: Setup): ProfileField {
  return rulesOf(setup).fields.get(name)!;
}
