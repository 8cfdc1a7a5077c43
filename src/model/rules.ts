/**
 * What the options of capabilities decide, completed: by keys that know its type.
 *
 * @module
 */

/** Names the rules of an option. @typeParam R Their type. */
export interface RulesKey<R> {
  /** Name of the option. Two copies of the library in one program share it. */
  readonly option: string;
  /** Never set: it ties the type to the key. */
  readonly rules?: R;
}

/** The rules of a config. */
export interface AllRules {
  /** Those of an option; `null` if the config does not have it. */
  get<R>(key: RulesKey<R>): R | null;
}

/** The rules of one option. */
export type Ruled = readonly [option: string, rules: unknown];

/** Pairs rules with their key, which asserts their type. */
export function ruled<R>({ option }: RulesKey<R>, rules: R): Ruled {
  return [option, rules];
}

/** Collects the rules of a config: each was paired with its key by `ruled`. */
export function allRules(list: Iterable<Ruled>): AllRules {
  const byOption = new Map(list);
  return { get: <R>({ option }: RulesKey<R>) => (byOption.get(option) as R | undefined) ?? null };
}
