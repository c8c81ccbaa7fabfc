import { createMatcher, makeSnippet, markText } from '../../../content/search/matches.ts'
import { type Clause, cleanQuery, exact, parseQuery, prefix, withoutStopWords } from '../../../content/search/query.ts'
import type { SearchAnswer, SearchGroup } from '../../../content/search/search.ts'
import type { ContentPage } from './content.ts'

const maxPages = 10

/** Finds pages whose title and description contain every word of a query, in any form; titles rank first. */
export function searchTitles(pages: ContentPage[], query: string): SearchAnswer {
  const asked = cleanQuery(query)
  const clauses = withoutStopWords(parseQuery(asked)).map(({ words, isLast }): Clause => {
    const stems = words.map(({ stem }) => stem)
    const patterns = [exact(...stems)]
    const last = words.at(-1)
    if (isLast && last) patterns.push(prefix(...stems.slice(0, -1), last.form))
    return { patterns, pages: 1 }
  })
  if (clauses.length === 0) return { query: asked, total: 0, groups: [] }
  const matcher = createMatcher(asked, clauses)
  const found = pages.flatMap(({ path, title, description, kind }) => {
    const inTitle = matcher.inText(title)
    const inDescription = matcher.inText(description)
    const answered = new Set([...inTitle, ...inDescription].map(({ clause }) => clause))
    if (answered.size < clauses.length) return []
    const titleParts = markText(title, inTitle)
    const hit = { id: path, title, titleParts, trail: [], level: 1, snippet: makeSnippet(description, inDescription) }
    const group: SearchGroup = { path, title, titleParts, kind, hits: [hit] }
    return [{ group, worth: new Set(inTitle.map(({ clause }) => clause)).size }]
  })
  const groups = found.toSorted((a, b) => b.worth - a.worth).map(({ group }) => group)
  return { query: asked, total: groups.length, groups: groups.slice(0, maxPages) }
}
