import { markText } from '../../../content/search/marks.ts'
import { createFinder } from '../../../content/search/matches.ts'
import { beginningWith, exactly, type Need } from '../../../content/search/need.ts'
import { cutQuery, parseQuery, telling } from '../../../content/search/parse-query.ts'
import type { SearchAnswer, SearchGroup } from '../../../content/search/search.ts'
import { makeSnippet } from '../../../content/search/snippet.ts'
import type { ContentPage } from './content.ts'

const mostPages = 10

/** Pages whose titles and descriptions have every word of a query, in any form; titles before descriptions. */
export function searchTitles(pages: ContentPage[], query: string): SearchAnswer {
  const asked = cutQuery(query)
  const needs = telling(parseQuery(asked)).map(({ words, isLast }): Need => {
    const stems = words.map(({ stem }) => stem)
    const patterns = [exactly(...stems)]
    const last = words.at(-1)
    if (isLast && last) patterns.push(beginningWith(...stems.slice(0, -1), last.form))
    return { patterns, pages: 1 }
  })
  if (needs.length === 0) return { query: asked, total: 0, groups: [] }
  const finder = createFinder(asked, needs)
  const found = pages.flatMap(({ path, title, description, kind }) => {
    const inTitle = finder.inText(title)
    const inDescription = finder.inText(description)
    const answered = new Set([...inTitle, ...inDescription].map(({ need }) => need))
    if (answered.size < needs.length) return []
    const titleParts = markText(title, inTitle)
    const hit = { id: path, title, titleParts, trail: [], level: 1, snippet: makeSnippet(description, inDescription) }
    const group: SearchGroup = { path, title, titleParts, kind, hits: [hit] }
    return [{ group, worth: new Set(inTitle.map(({ need }) => need)).size }]
  })
  const groups = found.toSorted((a, b) => b.worth - a.worth).map(({ group }) => group)
  return { query: asked, total: groups.length, groups: groups.slice(0, mostPages) }
}
