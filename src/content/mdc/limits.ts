/** Components inside components; deeper ones stay text. */
export const maxComponentDepth = 32

/** Components, lists and quotes together; deeper text is kept, its markup is not read. */
export const maxBlockDepth = 48

/** Emphasis, links and components inside one another; deeper text is kept as it stands. */
export const maxInlineDepth = 32

/**
 * How much inline work one page may cost: for every inline token, the length of the text still to be read, which its
 * rules may look through to the end. The worst inputs found cost 13 ns for each; a page of 900 words takes about
 * 200,000 of them, the largest sensible one some millions.
 */
export const inlineWork = 60_000_000

/** How much of it one paragraph may take, so that a single bad one does not spoil the page. */
export const inlineRunWork = 20_000_000

/** Longer names are no component and no attribute. */
export const maxNameLength = 64

/** A block's YAML is props, not a document. */
export const maxYamlLines = 500

/** Characters of YAML on one page: reading it costs a hundred times what reading text costs. */
export const maxYamlLength = 200_000

/** Nobody corrects more at a time. */
export const maxProblems = 100
