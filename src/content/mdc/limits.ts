export const maxComponentDepth = 32

/** Components, lists and quotes together; below, markup is not parsed. */
export const maxBlockDepth = 48

/** Emphasis, links and inline components; below, markup is not parsed. */
export const maxInlineDepth = 32

/** Of a page: for each inline token the length of text left. 13 ns a unit at worst; 900 words take about 200,000. */
export const inlineWork = 60_000_000

/** Share of one paragraph, so that a single bad one does not spoil the page. */
export const inlineRunWork = 20_000_000

export const maxNameLength = 64

export const maxYamlLines = 500

/** Characters per page: YAML costs a hundred times what text costs. */
export const maxYamlLength = 200_000

export const maxProblems = 100
