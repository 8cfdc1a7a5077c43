/**
 * The words of error messages, which are no mutants: `docs/errors.md` and its test hold them.
 *
 * @module
 */

/** A place in the source, as far as this module reads it: a `NodePath` of Babel. */
interface Place {
  readonly node: {
    readonly type: string;
    readonly callee?: { readonly type: string; readonly name?: string };
  };
  readonly key?: string | number | null;
  readonly listKey?: string | null;
  readonly parent?: Place["node"] | null;
}

/** Classes whose first argument is not a message. */
const OTHERS = ["URL", "URLSearchParams", "RegExp", "Request", "Response", "Set", "Map"];

/** Takes the first argument of `new SomeError("…")` out of the mutants. */
export const MESSAGES = {
  shouldIgnore({ node, key, listKey, parent }: Place): string | undefined {
    const isWords = ["StringLiteral", "TemplateLiteral", "BinaryExpression"].includes(node.type);
    const isFirst = listKey === "arguments" && key === 0 && parent?.type === "NewExpression";
    const name = parent?.callee?.name;
    return isWords && isFirst && name && !OTHERS.includes(name) ? "a message" : undefined;
  },
};
