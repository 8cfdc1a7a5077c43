/**
 * The page that asks whether to remove a user.
 *
 * @module
 */

import { markup } from "../../../markup/html.ts";
import { fill } from "../../../messages/fill.ts";
import { form } from "../../../pages/account_parts.ts";
import { icon, layout, PERSON, textLink } from "../../../pages/layout.ts";
import { addressBeside } from "../../../pages/person.ts";
import { minify } from "../../../pages/style.ts";
import type { Page } from "../../../pages/types.ts";
import type { AdministeredUser } from "../types.ts";
import { type AdminPage, nameOf, reasonField, userField } from "./frame.ts";

/** Says what goes, with a button that removes it and a link that goes back. */
export async function removalPage(page: AdminPage, about: AdministeredUser): Promise<Page> {
  const { user } = about;
  const { administration: messages, link } = page.locale.messages;
  const heading = fill(messages.removeHeading, { name: markup`<bdi>${nameOf(about, page)}</bdi>` });
  const address = addressBeside(user);
  const button = markup`<button class="button loss">${messages.remove}</button>`;
  return await layout(page, {
    title: messages.remove,
    heading,
    icon: icon(PERSON),
    lead: markup`${address && markup`<p><bdi>${address}</bdi></p>`}
<p>${messages.removeText}</p>
<p>${messages.removeFinal}</p>`,
    body: markup`${
      form("removeUser", { ...page, accountUrl: page.listUrl }, [
        userField(user),
        reasonField("reason", page),
        button,
      ])
    }
${textLink(page.urlWith({ user: String(user.id) }), link.cancel, page)}`,
    style: STYLE,
  });
}

const STYLE = minify(`
.button.loss{border-color:var(--bad);background:var(--bad);color:var(--card)}
`);
