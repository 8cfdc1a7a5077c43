/**
 * The field for a name in the form of a new user.
 *
 * @module
 */

import { minify } from "../../pages/style.ts";
import type { UserFields } from "../../setup/new_user.ts";
import type { Setup } from "../../setup/setup.ts";
import type { UserNameProblem } from "../../shapes/user_names.ts";
import { nameInput } from "./pages/input.ts";
import { problemMessage } from "./pages/problem.ts";
import { parseUserName } from "./name.ts";
import { rulesOf } from "./rules.ts";
import { isTaken } from "./taken.ts";
import { contextOf, readWanted } from "./wanted.ts";

/** Its name, in forms. */
export const FIELD = "username";

/** The field. The database says whether a name is free, and has it apart from the user. */
export const USER_NAME_FIELD: UserFields<Setup> = {
  names: () => [FIELD],
  read(_name, typed, setup) {
    const read = parseUserName(typed ?? "", rulesOf(setup));
    return "wrong" in read ? { problem: read.wrong } : { value: read.shown };
  },
  refused: async (_name, typed, setup, owner) => await problemOf(typed, setup, owner),
  storesItself: true,
  async draw(_name, { typed, values, owner, locale }, setup) {
    const problem = typed && await problemOf(typed[FIELD], setup, owner);
    const wrong = problem
      ? problemMessage(problem, { locale, rules: rulesOf(setup), changeableAt: null })
      : null;
    const error = wrong && `${wrong.what} ${wrong.now}`;
    const value = typed?.[FIELD] ?? values[FIELD] ?? "";
    return { html: nameInput({ id: "user-name", value, error, locale, isFirst: !typed }), style: STYLE };
  },
};

/** A name is read from left to right, unless its letters are. */
const STYLE = minify(`
[dir=rtl] #user-name{text-align:right}
`);

/** @param owner Id of the user who wants it; `null` for a new one. */
async function problemOf(
  typed: string | undefined,
  setup: Setup,
  owner: string | null,
): Promise<UserNameProblem | null> {
  const read = await readWanted(typed ?? "", setup);
  if (typeof read === "string") return read;
  return await isTaken(read, owner, contextOf(setup)) ? "taken" : null;
}
