/**
 * Orders the sections of the page, leaves some out, and adds those of the application.
 *
 * @module
 */

import { ConfigError, ServerError } from "../../errors/errors.ts";
import { FEATURES } from "../../shapes/lists.ts";
import { ownHtml } from "../../markup/html.ts";
import { part } from "../../pages/account_parts.ts";
import { SECURE } from "../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../pages/account_types.ts";
import type { Overview } from "../../sign_in/ways/overview.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming } from "../../http/types.ts";
import { ACCOUNT_PAGE, type AccountPageOptions, type OwnSection } from "./options.ts";
import { failedOf, type OptionCheck } from "../../errors/checks.ts";
import { within } from "../../platform/platform.ts";
import { toError } from "../../config/session_check.ts";

/**
 * The parts in their order. A section that is left out makes no card: its messages stay, as another page may lead back after a
 * change.
 *
 * @throws {ConfigError} if an option is wrong, or names a section that there is not. Not at start: the checks would stand in each
 * program that reads sessions.
 */
export async function shownParts(
  all: readonly AccountSection<Setup, Overview>[],
  page: SectionPage,
  { owner, incoming }: { readonly owner: Overview; readonly incoming: Incoming },
  setup: Setup,
): Promise<readonly AccountPart[]> {
  const open = incoming.providerId;
  const options = setup.rules.get(ACCOUNT_PAGE) ?? {};
  const [mistake] = failedOf(checksOf(options));
  if (mistake) throw toError(mistake);
  const { sections, recommend = true } = options;
  const names = all.flatMap(({ name, toPart }) => toPart ? name : []);
  // A name of a feature that is off shows nothing.
  const wanted = (sections ?? names).filter((each) =>
    typeof each !== "string" || names.includes(each) || !FEATURES.includes(each)
  );
  const unknown = wanted.find((each) => typeof each === "string" && !names.includes(each));
  if (unknown) {
    throw new ConfigError(
      `Cannot show the section "${unknown}" of \`AccountPage({ sections })\`: there are ${names.join(", ")}`,
    );
  }
  const ids = wanted.map((each) => typeof each === "string" ? each : each.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice) {
    throw new ConfigError(
      `Cannot show the section "${twice}" of \`AccountPage({ sections })\` twice: write it once`,
    );
  }
  const made = new Map<string, AccountPart>();
  for (const { name, toPart } of all) {
    if (toPart) made.set(name, await toPart(page, { owner, incoming, sections: all }, setup));
  }
  const tabs = [SECURE, ...[...made.values()].flatMap(({ cards = [] }) => cards.map(({ tab }) => tab))];
  const taken = tabs.find(({ id }) => wanted.some((each) => typeof each !== "string" && each.id === id));
  if (taken) {
    throw new ConfigError(
      `Cannot show the section "${taken.id}" of \`AccountPage({ sections })\`: the library has one at this address. Write another \`id\``,
    );
  }
  const shown = await Promise.all(
    wanted.map(async (each) =>
      typeof each === "string" ? made.get(each)! : await ownPart(each, owner, { page, open }, setup)
    ),
  );
  const hidden = names.filter((name) => !wanted.includes(name)).map((name) => made.get(name)!);
  return [...shown, ...hidden.map(({ done, errors }): AccountPart => ({ done, errors }))]
    .map((each) => recommend ? each : { ...each, advice: [] });
}

/** The rules of the options that types cannot express. */
function checksOf({ sections, recommend }: AccountPageOptions): readonly OptionCheck[] {
  const isList = sections === undefined || Array.isArray(sections) && sections.every(isSection);
  return [
    [
      "AccountPage({ sections })",
      !isList,
      'write a list of names such as "ways", and of objects `{ id, title, html }` or `{ id, title, href }`',
    ],
    ["AccountPage({ recommend })", typeof (recommend ?? true) !== "boolean", "write `true` or `false`"],
  ];
}

function isSection(given: unknown): boolean {
  const { id, title, html, href }: Partial<Record<string, unknown>> = Object(given);
  return typeof given === "string" ||
    /^[a-z][a-z\d-]*$/.test(String(id)) && !!title && !(html && href) &&
      typeof (html ?? href) === (html ? "function" : "string");
}

/** How long the page waits for a section of the application, in milliseconds. */
const PATIENCE = 5_000;

/**
 * The part of a section of the application. If that fails, or doesn't answer, the others are shown: a user must find how to sign a
 * thief out.
 */
async function ownPart(
  { id, title, html, href, sign = SQUARE }: OwnSection,
  { userId }: Overview,
  { page: { data: { user }, locale: { language } }, open }: {
    readonly page: SectionPage;
    readonly open: string | undefined;
  },
  { logger, platform }: Setup,
): Promise<AccountPart> {
  try {
    const heading = typeof title === "function" ? title(language) : title;
    const tab = { id, sign, title: () => heading, href };
    // Where another part is open, nothing is read for it.
    const text = open === undefined || open === id
      ? html && await within(PATIENCE, platform, () => html({ userId, user: { ...user }, language }))
      : undefined;
    const card = (text ?? null) === null ? null : part({ id: `own-${id}`, heading }, [
      ownHtml(`<div class="own">${text}</form></div>`),
    ]);
    return { cards: [{ tab, html: card }] };
  } catch (error) {
    logger.error(
      new ServerError(`Cannot show the section "${id}" of \`AccountPage({ sections })\``, {
        err: error as Error,
      }),
    );
    return {};
  }
}

const SQUARE = "M6 5h12a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Z";
