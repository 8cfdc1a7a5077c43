/**
 * Checks the options of sign-up when they are used: at start, the checks would stand in each program that reads sessions.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf } from "../../errors/checks.ts";
import type { UserFields } from "../../setup/new_user.ts";
import type { Setup } from "../../setup/setup.ts";
import { SIGN_UP, type SignUpOptions } from "./options.ts";

/** The options of sign-up, checked. */
export interface SignUpRules extends Required<Pick<SignUpOptions, "allow">> {
  /** The names of the fields that are asked for. */
  readonly names: readonly string[];
  /** What reads and draws each of them, by its name. */
  readonly fields: ReadonlyMap<string, UserFields<Setup>>;
  /** The version of the terms; `null` if nobody is asked. */
  readonly terms: string | null;
}

/** The field of the form with the version of the terms, if they are accepted. */
export const ACCEPTED = "acceptedTerms";

/** What the forms of a new user have beside those fields. */
const OWN_FIELDS: ReadonlySet<string> = new Set([ACCEPTED, "password", "question"]);

/** Returns the options of a setup. @throws {ConfigError} if they are not valid. */
export async function rulesOf(setup: Setup): Promise<SignUpRules> {
  const { allow = true, fields: names = [], terms = null } = setup.rules.get(SIGN_UP) ?? {};
  const keepers = [...setup.capabilities].flatMap(({ userFields }) => userFields?.() ?? []);
  const known = (await Promise.all(keepers)).flatMap((keeper) =>
    keeper.names(setup).map((name) => [name, keeper] as const)
  );
  const fields = new Map(known);
  const isList = Array.isArray(names);
  const [mistake] = failedOf([
    [
      "SignUp({ allow })",
      typeof allow !== "boolean" && typeof allow !== "function",
      "write `true`, `false` or a function",
    ],
    ["SignUp({ fields })", !isList, 'write a list of names, such as `["name"]`'],
    [
      "SignUp({ fields })",
      isList && names.length > 0 && known.length === 0,
      "add `UserProfile()` to `features`, or `UserNames()` for `username`: they have the fields",
    ],
    [
      "SignUp({ fields })",
      isList && known.length > 0 && names.some((name) => !fields.has(name)),
      `name only fields that \`features\` have: ${
        [...fields.keys()].join(", ")
      }. \`UserNames()\` has \`username\``,
    ],
    [
      "SignUp({ fields })",
      isList &&
      names.some((name) => OWN_FIELDS.has(name) || known.filter(([each]) => each === name).length > 1),
      "choose another name in `UserProfile({ fields })`: the form of a new user has a field of this one",
    ],
    [
      "SignUp({ terms })",
      terms !== null && (typeof terms !== "string" || !terms),
      "write the version, a text",
    ],
    [
      "SignUp({ terms })",
      terms !== null && !setup.theme.links?.terms,
      "set `theme.links.terms`: the form links them",
    ],
  ]);
  if (mistake) throw toError(mistake);
  return { allow, names, fields, terms };
}
