export const maxComponentDepth = 32

/** Components, lists and quotes together; deeper markup is not parsed. */
export const maxBlockDepth = 48

/** Emphasis, links and inline components; deeper markup is not parsed. */
export const maxInlineDepth = 32

/**
 * Work units per page: for each inline token the length of the remaining text. At worst 13 ns per unit; 900 words take
 * about 200,000.
 */
export const inlineWork = 60_000_000

/** Limit of one paragraph, so that a single bad one does not spoil the page. */
export const inlineRunWork = 20_000_000

export const maxNameLength = 64

export const maxYamlLines = 500

/** Characters per page: parsing YAML costs a hundred times as much as text. */
export const maxYamlLength = 200_000

export const maxProblems = 100
