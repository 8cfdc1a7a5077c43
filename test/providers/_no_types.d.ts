/** The types of a package that is imported for its files alone. */
export {};
