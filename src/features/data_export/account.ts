/**
 * The part of the account page with the download, and the function of the same file.
 *
 * @module
 */

import { UserNotStored } from "../../errors/errors.ts";
import { form, part } from "../../pages/account_parts.ts";
import { DATA } from "../../pages/account_tabs.ts";
import type { SectionPage } from "../../pages/account_types.ts";
import { type Html, markup } from "../../markup/html.ts";
import { findStored } from "../../session/current.ts";
import type { AccountSection } from "../../setup/account_section.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import { isStorable } from "../../values/storable.ts";
import { fileOf, rulesOf } from "./file.ts";

/** The section with the download. */
export const DATA_SECTION: AccountSection<Setup> = {
  name: "dataExport",
  place: "late",
  toPart(page, _request, setup) {
    rulesOf(setup);
    return Promise.resolve({ cards: [{ tab: DATA, html: card(page) }] });
  },
  changes: {
    "download-data": {
      // The browser stays where it is: no page says so.
      done: "downloaded",
      needsFresh: true,
      what: (_owner, { messages }) => Promise.resolve(messages.account.download),
      past: ({ account }) => account.downloaded,
      async run({ user }, { cookies }, setup) {
        // With a database, which it needs, the user is stored.
        const stream = await fileOf(user!, () => setup.sessions.isLive(cookies), setup);
        return { answer: { stream, headers: HEADERS } };
      },
    },
  },
};

const HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "content-disposition": 'attachment; filename="my-data.json"',
};

function card(page: SectionPage): Html {
  const { dataCopy, dataText, download } = page.locale.messages.account;
  const button = markup`<button class="button plain small" data-file>${download}</button>`;
  return part(
    { id: "copy", heading: dataCopy, text: dataText, actions: form("download-data", page, [button]) },
    [],
  );
}

/** Reads the file of any user. */
export const read: OutsideCall<Setup> = async ([id], setup) => {
  const { store } = rulesOf(setup);
  // Some databases throw for such an id, which no user has.
  const find = async () => isStorable(String(id)) ? await findStored(String(id), store) : null;
  const user = await find();
  if (!user) throw new UserNotStored(`Cannot export the data: the database has no user "${id}"`);
  return await fileOf(user, async () => await find() !== null, setup);
};
