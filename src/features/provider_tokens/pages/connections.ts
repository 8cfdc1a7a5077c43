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

/** The services for staff, who revokes nothing; `null` without one. */
export function connectionsCard(page: SectionPage): Html | null {
  const { account } = page.locale.messages;
  const { connections = [] } = page.data;
  if (connections.length === 0) return null;
  const rows = connections.map((each) => listRow(each.name, shown(each, page)));
  return part({ id: "connections", heading: account.connections.heading }, [rowList(rows, account.showAll)]);
}

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

function row(service: ConnectedService, page: SectionPage): Html {
  const { id, name } = service;
  const { account: { connections: messages } } = page.locale.messages;
  const key = `access-${id}`;
  const app = appName(page);
  const revoking = question(key, {
    heading: fillText(messages.question, { name }),
    texts: [fillText(messages.loss, { app, name }), fillText(messages.stays, { name })],
    press: messages.revoke,
  }, { action: "revoke-access", fields: hidden("id", id), page });
  return listRow(name, { ...shown(service, page), actions: [opener(key, messages.revoke), revoking] });
}

/** What its row shows. */
function shown({ name, scopes, connectedAt }: ConnectedService, page: SectionPage) {
  const { connected } = page.locale.messages.account.connections;
  return {
    picture: letterTile(name),
    details: [dated(connected, connectedAt, page, dayText), scopesText(scopes)],
  };
}

/** The scopes as their provider names them: of a URL, its end. */
function scopesText(scopes: readonly string[]): string {
  const named = scopes.filter((scope) => !IDENTITY.has(scope)).map((scope) =>
    scope.split("/").at(-1) || scope
  );
  return [...named.slice(0, NAMED), ...named.length > NAMED ? ["…"] : []].join(", ");
}
