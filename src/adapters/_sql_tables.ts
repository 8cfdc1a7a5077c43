/**
 * The tables of the SQL adapters: their columns, the statements that write a row, and rows as users, accounts, sessions.
 *
 * @module
 */

import {
  type Row,
  type SqlOptions,
  type Statement,
  type UserFields,
  type UserFieldType,
  validPrefix,
} from "./_sql.ts";

/** Types of columns. `own` are those of user fields that the application gave no type. */
export type ColumnType = UserFieldType | "own";

/** How values of one type are written and read. `null` is itself everywhere. */
export interface Codec {
  /** Placeholder of a value. Default `?`. */
  readonly bind?: string;
  /** Expression that reads a column, by its name. Default: the name. */
  readonly select?: (column: string) => string;
  /** Condition that a column holds a value as `decode` gave it. Default: they are equal. */
  readonly same?: (column: string) => string;
  /** From a value to one that clients can bind. */
  readonly encode: (value: unknown) => unknown;
  /** Back, from what `select` read. */
  readonly decode: (value: unknown) => unknown;
}

/** How the values of each type are written and read. */
export type Codecs = Readonly<Record<ColumnType, Codec>>;

/** Fields of a stored entity. */
export type Entity = Readonly<Record<string, unknown>>;

/** A table. Names are quoted. */
export interface Table {
  /** Its name. */
  readonly name: string;
  /** Its columns, in the order in which they are read. */
  readonly columns: readonly Column[];
  /** The columns of its primary key, separated by commas. */
  readonly key: string;
  /** The fields of its primary key. */
  readonly keyFields: readonly string[];
}

/** A column, and the field that is kept in it. */
export interface Column {
  /** Name of the field. */
  readonly field: string;
  /** Name of the column, quoted. */
  readonly name: string;
  /** Its type. */
  readonly type: ColumnType;
  /** How its values are written and read. */
  readonly codec: Codec;
}

/** All tables. */
export type Tables = Readonly<Record<"users" | "accounts" | "sessions" | "tokens" | "authenticators", Table>>;

/** Codecs that all databases have in common. */
export const commonCodecs: Pick<Codecs, "text" | "integer" | "json" | "own"> = {
  text: { encode: String, decode: (value) => value },
  integer: { encode: (value) => Math.trunc(value as number), decode: Number },
  json: { encode: (value) => JSON.stringify(value), decode: (text) => JSON.parse(text as string) },
  own: { encode: (value) => value, decode: (value) => value },
};

/** The tables of an adapter. @throws {TypeError} if an option cannot be a name in SQL. */
export function tablesOf(codecs: Codecs, { prefix = "auth_", userFields = [] }: SqlOptions): Tables {
  validPrefix(prefix);
  const table = (name: string, keyFields: readonly string[], fields: Fields): Table => {
    const columns = Object.entries(fields).map(([field, [column, type]]): Column => ({
      field,
      name: `"${column}"`,
      type,
      codec: codecs[type],
    }));
    const key = columns.filter(({ field }) => keyFields.includes(field)).map((column) => column.name).join(
      ", ",
    );
    return { name: `"${prefix}${name}"`, columns, key, keyFields };
  };
  return {
    users: table("users", ["id"], { ...USER, ...ownFields(userFields) }),
    accounts: table("accounts", ["provider", "providerAccountId"], ACCOUNT),
    sessions: table("sessions", ["sessionToken"], SESSION),
    tokens: table("verification_tokens", ["identifier", "token"], TOKEN),
    authenticators: table("authenticators", ["credentialID"], AUTHENTICATOR),
  };
}

/** The columns of the user fields. @throws {TypeError} if one cannot be a name in SQL, or is taken. */
export function ownColumns(codecs: Codecs, options: SqlOptions): readonly Column[] {
  return tablesOf(codecs, options).users.columns.slice(Object.keys(USER).length);
}

/** The list of all columns for a `SELECT` or `RETURNING`. @param alias Of the table, in a join. */
export function columnsOf({ columns }: Table, alias?: string): string {
  return columns.map(({ name, codec: { select } }, index) => {
    const column = alias ? `${alias}.${name}` : name;
    const expression = select ? select(column) : column;
    // Two columns of one name would be one property of the row.
    return alias || select ? `${expression} AS "${alias ?? ""}_${index}"` : expression;
  }).join(", ");
}

/** Reads the rows that have the given fields. */
export function select(table: Table, by: Entity): Statement {
  const { text, values } = where(table, by);
  return { text: `SELECT ${columnsOf(table)} FROM ${table.name} WHERE ${text}`, values };
}

/**
 * Stores a row. Fields that are absent or `undefined` are left to the defaults of the columns.
 *
 * @param from A table and a condition: the row is stored if one fulfils it. Default: always.
 */
export function insertion(table: Table, entity: Entity, from?: Statement): Statement {
  const given = table.columns.filter(({ field }) => entity[field] !== undefined);
  const names = given.map(({ name }) => name).join(", ");
  const values = given.map(({ codec }) => codec.bind ?? "?").join(", ");
  const rows = from ? `SELECT ${values} FROM ${from.text}` : `VALUES (${values})`;
  return {
    text: `INSERT INTO ${table.name} (${names}) ${rows}`,
    values: [...given.map((column) => encode(column, entity[column.field])), ...from?.values ?? []],
  };
}

/** Changes the row with the key of `entity`. `null` if there is no field to change: none, or all `undefined`. */
export function update(table: Table, entity: Entity): Statement | null {
  const given = table.columns.filter(({ field }) =>
    entity[field] !== undefined && !table.keyFields.includes(field)
  );
  if (!given.length) return null;
  const { text, values } = where(table, keyOf(table, entity));
  const changes = given.map(({ name, codec }) => `${name} = ${codec.bind ?? "?"}`).join(", ");
  return {
    text: `UPDATE ${table.name} SET ${changes} WHERE ${text}`,
    values: [...given.map((column) => encode(column, entity[column.field])), ...values],
  };
}

/** Removes the rows that have the given fields. */
export function removal(table: Table, by: Entity): Statement {
  const { text, values } = where(table, by);
  return { text: `DELETE FROM ${table.name} WHERE ${text}`, values };
}

/** The fields of the primary key. */
export function keyOf({ keyFields }: Table, entity: Entity): Entity {
  return Object.fromEntries(keyFields.map((field) => [field, entity[field]]));
}

/** A row as an entity. @param first Where its columns begin, in the row of a join. */
export function decode<T>({ columns }: Table, row: Row, first = 0): T {
  // At each session check: so without arrays in between.
  const values = Array.isArray(row) ? row : Object.values(row);
  const entity: Record<string, unknown> = {};
  let index = first;
  for (const { field, codec } of columns) {
    const value = values[index++];
    entity[field] = value === null || value === undefined ? null : codec.decode(value);
  }
  return entity as T;
}

type Field = readonly [column: string, type: ColumnType];
type Fields = Readonly<Record<string, Field>>;

const USER: Fields = {
  id: ["id", "text"],
  name: ["name", "text"],
  email: ["email", "text"],
  emailVerified: ["email_verified", "date"],
  image: ["image", "text"],
};

const ACCOUNT: Fields = {
  userId: ["user_id", "text"],
  type: ["type", "text"],
  provider: ["provider", "text"],
  providerAccountId: ["provider_account_id", "text"],
  access_token: ["access_token", "text"],
  refresh_token: ["refresh_token", "text"],
  id_token: ["id_token", "text"],
  expires_at: ["expires_at", "integer"],
  scope: ["scope", "text"],
  token_type: ["token_type", "text"],
  session_state: ["session_state", "json"],
  authorization_details: ["authorization_details", "json"],
};

const SESSION: Fields = {
  sessionToken: ["session_token", "text"],
  userId: ["user_id", "text"],
  expires: ["expires", "date"],
};

const TOKEN: Fields = {
  identifier: ["identifier", "text"],
  token: ["token", "text"],
  expires: ["expires", "date"],
};

const AUTHENTICATOR: Fields = {
  credentialID: ["credential_id", "text"],
  userId: ["user_id", "text"],
  providerAccountId: ["provider_account_id", "text"],
  credentialPublicKey: ["credential_public_key", "text"],
  counter: ["counter", "integer"],
  credentialDeviceType: ["credential_device_type", "text"],
  credentialBackedUp: ["credential_backed_up", "boolean"],
  transports: ["transports", "text"],
  userHandle: ["user_handle", "text"],
};

/** A list has the names of columns. Where there are types, the columns are ours to name: as all others. */
function ownFields(userFields: UserFields): Fields {
  const own: readonly (readonly [string, Field])[] = isList(userFields)
    ? userFields.map((field) => [field, [field, "own"]])
    : Object.entries(userFields).map(([field, type]) => [field, [toSnakeCase(field), type]]);
  const columns = [...Object.values(USER), ...own.map(([, field]) => field)].map(([column]) => column);
  for (const [field, [column, type]] of own) {
    // Databases compare names of columns without regard to case.
    const same = columns.filter((other) => other.toLowerCase() === column.toLowerCase());
    if (Object.hasOwn(USER, field) || same.length > 1 || !/^[A-Za-z][A-Za-z0-9_]{0,62}$/.test(column)) {
      throw new TypeError(
        `Cannot use the user field "${field}": write a column of your own, up to 63 of A-Z, a-z, 0-9 and _`,
      );
    }
    if (!isList(userFields) && !TYPES.includes(type)) {
      throw new TypeError(
        `Cannot use the type "${type}" of the user field "${field}": write one of ${TYPES.join(", ")}`,
      );
    }
  }
  return Object.fromEntries(own);
}

const TYPES: readonly string[] = ["text", "integer", "boolean", "date", "json"] satisfies UserFieldType[];

function isList(userFields: UserFields): userFields is readonly string[] {
  return Array.isArray(userFields);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter, index) => `${index ? "_" : ""}${letter.toLowerCase()}`);
}

function where(table: Table, by: Entity): Statement {
  const columns = table.columns.filter(({ field }) => field in by);
  return {
    text: columns.map(({ name }) => `${name} = ?`).join(" AND "),
    values: columns.map((column) => encode(column, by[column.field])),
  };
}

function encode({ codec }: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : codec.encode(value);
}
