import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { beginningWith, exactly, expressionOf, type Need, type Pattern } from './need.ts'
import type { Term } from './parse-query.ts'
import { countPages } from './queries.ts'
import { findOtherStems } from './vocabulary.ts'
import type { Word } from './words.ts'

/** Shorter beginnings stand everywhere: they are looked for in titles only, and only when they are all there is. */
export const shortestBeginning = 3
const mostOtherStems = 12

/** The needs of terms as they were typed, in their order; one that no page answers has no pages and no patterns. */
export async function readNeeds(db: Reader, locale: Locale, terms: Term[]): Promise<Need[]> {
  const lists = await Promise.all(terms.map((term) => patternsOf(db, locale, term, terms.length === 1)))
  return needsFor(db, locale, lists)
}

/** Makes needs of lists of patterns, leaving out the patterns that no page has. */
export async function needsFor(db: Reader, locale: Locale, lists: Pattern[][]): Promise<Need[]> {
  const counts = await countPages(db, locale, lists.flat().map(expressionOf))
  const pagesOf = new Map(lists.flat().map((pattern, at) => [pattern, counts[at] ?? 0]))
  return lists.map((list) => {
    const patterns = list.filter((pattern) => (pagesOf.get(pattern) ?? 0) > 0)
    return { patterns, pages: Math.max(0, ...patterns.map((pattern) => pagesOf.get(pattern) ?? 0)) }
  })
}

/** Everything that begins as a word does. */
export async function patternsBeginning(db: Reader, locale: Locale, { form, stem }: Word): Promise<Pattern[]> {
  const others = await findOtherStems(db, locale, form, mostOtherStems)
  return [beginningWith(form), ...others.filter((other) => other !== stem).map((other) => exactly(other))]
}

async function patternsOf(db: Reader, locale: Locale, term: Term, isAlone: boolean): Promise<Pattern[]> {
  const ways = [term.words, ...term.spellings]
  const complete = ways.map((words) => exactly(...words.map(({ stem }) => stem)))
  if (!term.isLast) return complete
  const begun = ways.map(begunPattern)
  const [word] = term.words
  if (term.words.length > 1 || !word) return [...complete, ...begun]
  if (word.form.length >= shortestBeginning) {
    return [...complete, ...begun.slice(1), ...(await patternsBeginning(db, locale, word))]
  }
  return isAlone ? [...complete, { ...beginningWith(word.form), isTitleOnly: true }] : complete
}

function begunPattern(words: Word[]): Pattern {
  const stems = words.slice(0, -1).map(({ stem }) => stem)
  return beginningWith(...stems, words.at(-1)?.form ?? '')
}
