/**
 * User names that no one may take: they would speak for the application, or for a part of it.
 *
 * @module
 */

import { ACTIONS } from "../../http/endpoints.ts";
import { skeletonsOf } from "./look_alikes.ts";
import { toUserNameKey, type UserName } from "./name.ts";

/**
 * Words by who or what reads them; the paths of this library come to them. None looks like a first name, as `all` does like `ali`.
 */
export const RESERVED: readonly string[] = (
  // Mailboxes: RFC 2142, those that may order certificates, those that send mail.
  "info marketing sales support abuse noc security postmaster hostmaster usenet news webmaster www uucp ftp " +
  "admin administrator sysadmin noreply donotreply mailerdaemon email smtp imap pop3 " +
  // Hosts, and accounts of a system.
  "localhost autoconfig autodiscover wpad isatap root system daemon nobody operator superuser wwwdata guest test " +
  // Who speaks for the application.
  "owner moderator staff team official helpdesk customerservice bot " +
  // Who is meant in a message: by "@everyone".
  "me here everyone everybody someone channel anonymous unknown deleted " +
  // What code reads as something else.
  "null undefined true false none constructor prototype tostring valueof hasownproperty " +
  // Pages and files of most sites.
  "login logout register accounts settings profile passkey username user users " +
  "home index about contact help faq terms privacy legal imprint status billing pricing invite search new delete " +
  "dashboard docs blog api app auth oauth oauth2 oidc sso static assets public cdn wellknown robotstxt faviconico " +
  "sitemapxml securitytxt indexhtml"
).split(" ");

/** The looks of the words, and of the paths of this library. */
const TAKEN: ReadonlySet<string> = looksOf([...RESERVED, ...ACTIONS.keys()].map(toName));

/**
 * Returns whether no one may take a name. It is compared by its looks, and without separators: with `admin`, the names `adm1n`,
 * `ad-min` and one with a Cyrillic `а` are reserved as well.
 *
 * @param own Names that the application reserves, such as that of its company.
 */
export function isReservedName(name: UserName, own: readonly string[] = []): boolean {
  const taken = looksOf(own.map(toName));
  return [...looksOf([name])].some((look) => TAKEN.has(look) || taken.has(look));
}

function looksOf(names: readonly UserName[]): ReadonlySet<string> {
  const joined = (text: string) => text.replaceAll(/[\s._-]/g, "");
  return new Set(names.flatMap(({ shown, key }) => skeletonsOf({ shown: joined(shown), key: joined(key) })));
}

function toName(shown: string): UserName {
  return { shown, key: toUserNameKey(shown) };
}
