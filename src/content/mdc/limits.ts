export const maxComponentDepth = 32

/** Max nesting depth of components, lists and quotes together; deeper markup is not parsed. */
export const maxBlockDepth = 48

/** Max nesting depth of emphasis, links and inline components; deeper markup is not parsed. */
export const maxInlineDepth = 32

/**
 * Max work units per page, where each inline token counts the length of the remaining text. At worst a unit takes 13
 * ns; 900 words take about 200,000 units.
 */
export const inlineWork = 60_000_000

/** Max work units of one paragraph, so that a single bad paragraph does not spoil the page. */
export const inlineRunWork = 20_000_000

export const maxNameLength = 64

export const maxYamlLines = 500

/** Max length of YAML per page, characters: parsing YAML costs a hundred times as much as text. */
export const maxYamlLength = 200_000

export const maxProblems = 100
