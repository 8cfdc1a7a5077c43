/**
 * The subset of HTML that a test browser supports: forms, links, text. Controls must be inside their form.
 *
 * @module
 */

/** A form of a page. */
export interface HtmlForm {
  /** The `action` attribute; `""` for the page itself. */
  readonly action: string;
  /** The method. */
  readonly method: "GET" | "POST";
  /** Whether it is posted as `multipart/form-data`, as forms of React's actions are. */
  readonly isMultipart: boolean;
  /** Names and values that are submitted by default. */
  readonly fields: readonly Field[];
  /** Names of all controls, checked or not. */
  readonly names: ReadonlySet<string>;
  /** Its submit buttons. */
  readonly buttons: readonly HtmlButton[];
}

/** A name and a value of a form. */
type Field = readonly [name: string, value: string];

/** A submit button. */
interface HtmlButton {
  /** Its text. */
  readonly text: string;
  /** Submitted when the button is pressed, if it has a name. */
  readonly field: Field | null;
  /** Overrides the `action` of the form. */
  readonly action: string | undefined;
}

/** A link. */
interface HtmlLink {
  /** Its `href` attribute. */
  readonly href: string;
  /** Its text. */
  readonly text: string;
}

const ATTRIBUTES = String.raw`((?:"[^"]*"|'[^']*'|[^>"'])*)`;
const FORM = new RegExp(`<form\\b${ATTRIBUTES}>(.*?)</form\\s*>`, "gis");
const CONTROL = new RegExp(
  `<(input)\\b${ATTRIBUTES}>|<(button|select|textarea)\\b${ATTRIBUTES}>(.*?)</\\3\\s*>`,
  "gis",
);
const OPTION = new RegExp(`<option\\b${ATTRIBUTES}>([^<]*)`, "gi");
const LINK = new RegExp(`<a\\b${ATTRIBUTES}>(.*?)</a\\s*>`, "gis");
const TAG = new RegExp(`</?[a-z!]${ATTRIBUTES}>`, "gi");
const ATTRIBUTE = /([^\s"'<>=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const UNSEEN = /<!--.*?-->|<(script|style|template|title)\b.*?<\/\1\s*>/gis;
/** An element such as the letter in the tile of a provider. None contains another of its name. */
const DECORATION = new RegExp(
  `<([a-z]+)\\b(?=[^>]*\\baria-hidden="true")${ATTRIBUTES}>.*?</\\1\\s*>`,
  "gis",
);

/** Reads the forms of a page. */
export function parseForms(html: string): readonly HtmlForm[] {
  return [...html.replace(UNSEEN, "").matchAll(FORM)].map(([, attributes = "", content = ""]) => {
    const form = parseAttributes(attributes);
    const controls = [...content.matchAll(CONTROL)].map(toControl).filter(({ at }) => !at.has("disabled"));
    const named = controls.filter(({ at }) => at.get("name"));
    return {
      action: form.get("action") ?? "",
      method: form.get("method")?.toLowerCase() === "post" ? "POST" : "GET",
      isMultipart: form.get("enctype")?.toLowerCase() === "multipart/form-data",
      fields: named.filter(isSuccessful).map((control) => [control.at.get("name")!, control.value]),
      names: new Set(named.map(({ at }) => at.get("name")!)),
      buttons: controls.filter(isSubmit).map(toButton),
    };
  });
}

/** Reads the links of a page. */
export function parseLinks(html: string): readonly HtmlLink[] {
  return [...html.replace(UNSEEN, "").matchAll(LINK)].map(([, attributes = "", content = ""]) => ({
    href: parseAttributes(attributes).get("href") ?? "",
    text: toText(content),
  }));
}

/** The text of a page, as a screen reader reads it. White space is collapsed. */
export function toText(html: string): string {
  return decodeEntities(html.replace(UNSEEN, " ").replace(DECORATION, " ").replace(TAG, " ")).replace(
    /\s+/g,
    " ",
  ).trim();
}

interface Control {
  readonly element: string;
  readonly type: string;
  readonly value: string;
  readonly content: string;
  readonly at: ReadonlyMap<string, string>;
}

function toControl([, input, inputAttributes, other, attributes, content = ""]: RegExpExecArray): Control {
  const element = (input ?? other ?? "").toLowerCase();
  const at = parseAttributes(inputAttributes ?? attributes ?? "");
  const type = at.get("type")?.toLowerCase() ?? (element === "button" ? "submit" : "text");
  return { element, type, at, content, value: valueOf() };

  function valueOf(): string {
    if (element === "textarea") return decodeEntities(content);
    if (element === "select") return selectedOption(content);
    return at.get("value") ?? (type === "checkbox" || type === "radio" ? "on" : "");
  }
}

function selectedOption(content: string): string {
  const options = [...content.matchAll(OPTION)].map(([, attributes = "", text = ""]) => ({
    at: parseAttributes(attributes),
    text: toText(text),
  }));
  const chosen = options.find(({ at }) => at.has("selected")) ?? options[0];
  return chosen?.at.get("value") ?? chosen?.text ?? "";
}

/** Whether a control is submitted without being pressed. */
function isSuccessful({ element, type, at }: Control): boolean {
  if (element === "button") return false;
  if (element !== "input") return true;
  if (type === "checkbox" || type === "radio") return at.has("checked");
  return !["submit", "button", "reset", "image", "file"].includes(type);
}

function isSubmit({ element, type }: Control): boolean {
  return type === "submit" && (element === "button" || element === "input");
}

function toButton({ element, at, value, content }: Control): HtmlButton {
  const name = at.get("name");
  return {
    text: element === "button" ? toText(content) : value,
    field: name ? [name, value] : null,
    action: at.get("formaction"),
  };
}

function parseAttributes(text: string): ReadonlyMap<string, string> {
  return new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ""),
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  nbsp: " ",
  quot: '"',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}
