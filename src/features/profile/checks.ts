/**
 * Checks the options of the profile when it is shown or changed: at start, the checks would stand in each program that reads
 * sessions.
 *
 * @module
 */

import { toError } from "../../config/session_check.ts";
import { failedOf, type OptionCheck } from "../../errors/checks.ts";
import type { Setup } from "../../setup/setup.ts";
import { LANGUAGE, languageField } from "./language.ts";
import { PROFILE, type ProfileField, type ProfileOptions, type ProfilePicture } from "./options.ts";

/** The most characters of a name. */
const MAX_NAME = 200;

/** The largest picture by default, in bytes. */
export const MAX_PICTURE = 1_048_576;

/** The options of the profile, checked. */
export interface ProfileRules {
  /** The name, and the fields of the application, by their names and in the order of the page. */
  readonly fields: ReadonlyMap<string, ProfileField>;
  /** Whether name and picture follow the provider. */
  readonly follow: boolean;
  /** The pictures; `null` without them. */
  readonly picture: ProfilePicture & Required<Pick<ProfilePicture, "maxSize">> | null;
}

/** Returns the options of a setup. @throws {ConfigError} if they are not valid. */
export function rulesOf({ rules, ...setup }: Pick<Setup, "rules" | "languages" | "messages">): ProfileRules {
  const options = rules.get(PROFILE) ?? {};
  const [mistake] = failedOf(checksOf(options));
  if (mistake) throw toError(mistake);
  const { name = "required", fields = {}, follow = false, picture, language = false } = options;
  const ofName: ProfileField = {
    label: "",
    type: "text",
    required: name === "required",
    maxLength: MAX_NAME,
  };
  const ofLanguage = language ? languageField(setup) : null;
  return {
    fields: new Map([
      ["name", ofName],
      ...ofLanguage ? [[LANGUAGE, ofLanguage] as const] : [],
      ...Object.entries(fields),
    ]),
    follow,
    picture: picture ? { ...picture, maxSize: picture.maxSize ?? MAX_PICTURE } : null,
  };
}

/** Fields of each user that the library itself writes, and fields of each form. */
const RESERVED = new Set([
  ...["id", "name", "email", "emailVerified", "image"],
  ...["action", "callbackUrl", "csrfToken", "json", "link", "only", "shownFor", "ui_locales"],
]);

const TYPES: readonly unknown[] = ["text", "boolean", "choice", "date", "url"];

/** The rules of the options that types cannot express. */
function checksOf({ name, fields, follow, picture, language }: ProfileOptions): readonly OptionCheck[] {
  const isObject = fields === undefined || typeof fields === "object" && fields !== null;
  const named = isObject ? Object.entries(fields ?? {}) : [];
  return [
    [
      "UserProfile({ name })",
      !["required", "optional", undefined].includes(name),
      'write `"required"` or `"optional"`',
    ],
    ["UserProfile({ follow })", typeof (follow ?? false) !== "boolean", "write `true` or `false`"],
    ["UserProfile({ language })", typeof (language ?? false) !== "boolean", "write `true` or `false`"],
    [
      `UserProfile({ fields: { ${LANGUAGE} } })`,
      language === true && isObject && Object.hasOwn(fields ?? {}, LANGUAGE),
      "choose another name, or leave `language: true` out: it has a field of this one",
    ],
    [
      "UserProfile({ picture })",
      !isPicture(picture),
      "write `{ store }`, with `maxSize` in bytes and an origin",
    ],
    [
      "UserProfile({ picture: { copyFrom } })",
      !isHosts(Object(picture).copyFrom ?? []),
      'write a list of hosts in full, such as `["lh3.googleusercontent.com"]`',
    ],
    ["UserProfile({ fields })", !isObject, "write an object with a field for each name"],
    ...named.flatMap(([name, field]) => checksOfField(name, Object(field))),
  ];
}

function checksOfField(name: string, field: Partial<Record<string, unknown>>): readonly OptionCheck[] {
  const { label, type, maxLength, choices } = field;
  const at = `UserProfile({ fields: { ${name} } })`;
  const hasChoices = Object.keys(Object(choices)).length > 0 && Object.values(Object(choices)).every(isLabel);
  return [
    [
      at,
      !/^[a-z]\w*$/i.test(name) || RESERVED.has(name),
      "choose another name, of letters and digits: the library has a field of this one",
    ],
    [at, !isLabel(label), "write `label`, a text or a function of the language"],
    [at, !TYPES.includes(type), `write \`type\`, one of ${TYPES.join(", ")}`],
    [
      at,
      (type === "choice") !== hasChoices,
      'write `choices` for the type "choice", with a label for each value, and for no other',
    ],
    [
      at,
      maxLength !== undefined && !(Number.isInteger(maxLength) && Number(maxLength) > 0),
      "write a whole number above 0 as `maxLength`",
    ],
    ...(["required", "editable"] as const).map((each): OptionCheck => [
      at,
      typeof (field[each] ?? true) !== "boolean",
      `write \`true\` or \`false\` as \`${each}\``,
    ]),
  ];
}

function isPicture(given: unknown): boolean {
  if (given === undefined) return true;
  const { store, maxSize = 1, origin = "https://a" }: Partial<Record<string, unknown>> = Object(given);
  return typeof store === "function" && Number.isInteger(maxSize) && Number(maxSize) > 0 &&
    URL.canParse(String(origin)) && new URL(String(origin)).origin === origin;
}

function isHosts(given: unknown): boolean {
  return Array.isArray(given) &&
    given.every((host) =>
      !String(host).includes("*") && URL.canParse(`https://${host}`) &&
      new URL(`https://${host}`).host === host
    );
}

function isLabel(given: unknown): boolean {
  return typeof given === "function" || typeof given === "string" && given !== "";
}
