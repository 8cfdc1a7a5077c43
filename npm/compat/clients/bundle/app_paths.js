/** What SvelteKit gives for `$app/paths`. */
export const base = "";
