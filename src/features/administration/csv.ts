/**
 * The list of users as a file for a spreadsheet.
 *
 * A byte order mark says that it is UTF-8: without one, Excel reads it in the character set of the computer.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc4180 | RFC 4180}
 * @see {@link https://owasp.org/www-community/attacks/CSV_Injection | OWASP, CSV injection}
 * @module
 */

import { toIso } from "../../values/iso_date.ts";
import { ownFieldNames, ownFieldsOf, toFieldJson } from "./own_fields.ts";
import type { Wanted } from "./pages/list.ts";
import type { AdministeredUser } from "./types.ts";
import { listFully } from "./list_users.ts";
import type { By } from "./users.ts";

/** The columns. */
const COLUMNS: Readonly<Record<string, (listed: AdministeredUser) => string | null | undefined>> = {
  id: ({ user }) => String(user.id),
  name: ({ user }) => user.name,
  username: ({ identifier }) => identifier,
  email: ({ user }) => user.email,
  email_verified: ({ user }) => toIso(user.emailVerified),
  banned_at: ({ ban }) => ban?.bannedAt,
  banned_until: ({ ban }) => ban?.until,
  banned_by: ({ ban }) => ban?.bannedBy,
  ban_reason: ({ ban }) => ban?.reason,
};

/** How many users are read at once. */
const PIECE = 100;

/**
 * Returns the file, which is read from the database as fast as the client takes it. What fails at its beginning fails here.
 *
 * @param wanted As for `listUsers`.
 * @param mayGoOn Rejects if the one who gets the file may not any more: it is asked before each part is read.
 */
export async function toCsv(
  wanted: Wanted,
  mayGoOn: () => Promise<void>,
  by: By,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let after: string | null = null;
  const read = async () => {
    await mayGoOn();
    const part = await listFully([{ ...wanted, after, limit: PIECE }], by);
    after = part.next;
    const rows = part.users.map((each) =>
      toRow([
        ...Object.values(COLUMNS).map((column) => column(each)),
        ...ownFieldsOf(each.user, by.setup).map(([, value]) => toText(value)),
      ])
    );
    return encoder.encode(rows.join(""));
  };
  const header = [Object.keys(COLUMNS).join(","), ...ownFieldNames(by.setup).map(toCell)].join(",");
  const pieces: Uint8Array[] = [encoder.encode(`\ufeff${header}\r\n`), await read()];
  const source: UnderlyingSource<Uint8Array> = {
    async pull(controller) {
      try {
        // A part may be empty, also where others follow.
        let piece = pieces.shift();
        while (!piece?.length && after !== null) piece = await read();
        if (piece?.length) controller.enqueue(piece);
        if (!pieces.length && after === null) controller.close();
      } catch (error) {
        by.setup.logger.error(error as Error);
        throw error;
      }
    },
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}

function toRow(cells: readonly (string | null | undefined)[]): string {
  return `${cells.map((cell) => cell ? toCell(cell) : "").join(",")}\r\n`;
}

/** The value of a field of the application: a time in ISO 8601. */
function toText(value: unknown): string | null | undefined {
  if (value === null || typeof value === "string") return value;
  return toIso(value) ?? toFieldJson(value);
}

/** A cell in quotes. What a spreadsheet would take for a formula begins with an apostrophe, which makes it a text there. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
