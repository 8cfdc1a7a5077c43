/**
 * Which test file is that of a source file. Features, frameworks and databases have folders in `src/` alone.
 *
 * @module
 */

/** The folder of the tests: `test/passwords/` of `src/features/passwords/store.ts`, `test/adapters/` of `src/adapters/sql/schema.ts`. */
export function testFolderOf(source: string): string {
  return `test/${source.replace(/^src\/(?:features\/)?/, "").split("/")[0]}/`;
}

/**
 * The paths at which the tests of a source may be: `test/http/csrf_test.ts` of `src/http/csrf.ts`, and of
 * `src/adapters/sql/schema.ts` `test/adapters/sql_schema_test.ts` or `test/adapters/schema_test.ts`.
 */
export function ownTestsOf(source: string): readonly string[] {
  const path = source.replace(/^src\/(?:features\/)?/, "").replace(/\.ts$/, "");
  const [, wing, folder, name] = /^(adapters|integrations)\/(\w+)\/(\w+)$/.exec(path) ?? [];
  return (wing ? [`${wing}/${folder}_${name}`, `${wing}/${name}`] : [path]).map((each) =>
    `test/${each}_test.ts`
  );
}
