/**
 * The card of the account page with the services at which the application may do something in the name of its user.
 *
 * @module
 */

import { dated, hidden, listRow, opener, part, question, rowList } from "../../../pages/account_parts.ts";
import { SECURITY } from "../../../pages/account_tabs.ts";
import type { AccountPart, SectionPage } from "../../../pages/account_types.ts";
import { dayText } from "../../../pages/date_text.ts";
import { appName } from "../../../pages/layout.ts";
import { letterTile } from "../../../pages/mark.ts";
import type { Html } from "../../../markup/html.ts";
import { fillText } from "../../../messages/fill.ts";
import type { ConnectedService } from "../../../shapes/provider_tokens.ts";

/** Scopes that only say who the user is (OpenID Connect Core 1.0 §5.4, §11). */
const IDENTITY: ReadonlySet<string> = new Set(["openid", "profile", "email", "offline_access"]);

/** So many scopes of a service are named. */
const NAMED = 4;

/** The part about connected services; none without one. */
export function connectionsPart(page: SectionPage): AccountPart {
  const { account } = page.locale.messages;
  const { heading, text, done } = account.connections;
  const { connections = [] } = page.data;
  const messages = { done: { "access-revoked": done } };
  if (connections.length === 0) return messages;
  const html = part(
    { id: "connections", heading, text: fillText(text, { app: appName(page) }) },
    [rowList(connections.map((each) => row(each, page)), account.showAll)],
  );
  return { ...messages, cards: [{ tab: SECURITY, html }] };
}

function row({ id, name, scopes, connectedAt }: ConnectedService, page: SectionPage): Html {
  const { account: { connections: messages } } = page.locale.messages;
  const key = `access-${id}`;
  const app = appName(page);
  const revoking = question(key, {
    heading: fillText(messages.question, { name }),
    texts: [fillText(messages.loss, { app, name }), fillText(messages.stays, { name })],
    press: messages.revoke,
  }, { action: "revoke-access", fields: hidden("id", id), page });
  return listRow(name, {
    picture: letterTile(name),
    details: [dated(messages.connected, connectedAt, page, dayText), scopesText(scopes)],
    actions: [opener(key, messages.revoke), revoking],
  });
}

/** The scopes as their provider names them: of a URL, its end. */
function scopesText(scopes: readonly string[]): string {
  const named = scopes.filter((scope) => !IDENTITY.has(scope)).map((scope) =>
    scope.split("/").at(-1) || scope
  );
  return [...named.slice(0, NAMED), ...named.length > NAMED ? ["…"] : []].join(", ");
}
