/**
 * The section of the account page about the name.
 *
 * @module
 */

import { keepTyped, readTyped } from "../../http/typed_fields.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import type { UserNameProblem } from "../../shapes/user_names.ts";
import { FIELD } from "./field.ts";
import { INVALID, namePart, SAVED } from "./pages/card.ts";
import { rulesOf } from "./rules.ts";
import { nameOf } from "./taken.ts";
import { contextOf, readWanted, rename } from "./wanted.ts";

/** The section. */
export const USER_NAME_SECTION: AccountSection<Setup> = {
  name: "userNames",
  place: "first",
  read: async ({ userId }, _request, setup) => ({ userName: await nameOf(userId, contextOf(setup)) }),
  async toPart(page, { owner: { userId }, incoming }, setup) {
    const problem = incoming.query.get("error") === INVALID ? incoming.query.get("of") : null;
    // It lasts for five minutes, and must not come back with a later visit.
    const typed = problem === null ? null : await readTyped(formOf(userId), incoming, setup);
    return namePart(page, {
      typed: typed?.[FIELD] ?? null,
      problem: isProblem(problem) ? problem : null,
      rules: rulesOf(setup),
    });
  },
  changes: {
    "change-username": {
      done: SAVED,
      needsFresh: true,
      what: (_owner, { messages }) => Promise.resolve(messages.userNames.changeHeading),
      past: ({ userNames }) => userNames.changed,
      async run({ userId }, incoming, setup) {
        const read = await readWanted(String(incoming.body?.[FIELD] ?? ""), setup);
        const problem = typeof read === "string" ? read : await rename(read, userId, setup);
        if (problem === null) return [];
        const cookies = await keepTyped([FIELD], formOf(userId), incoming, setup);
        return { error: INVALID, of: problem, cookies };
      },
    },
  },
};

/** The form, as it is kept with a mistake. */
const formOf = (userId: string) => ({ userId, purpose: "user name form" }) as const;

const PROBLEMS: readonly UserNameProblem[] = ["length", "characters", "taken", "tooSoon"];

function isProblem(text: string | null): text is UserNameProblem {
  return (PROBLEMS as readonly (string | null)[]).includes(text);
}
