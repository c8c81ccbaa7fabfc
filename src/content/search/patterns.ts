import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { countPages } from './queries.ts'
import { type Clause, exact, expressionOf, type Pattern, prefix, scattered, type Term } from './query.ts'
import { findSynonyms, type SynonymMatch } from './synonyms.ts'
import { findOtherStems, findSoundAlikes } from './vocabulary.ts'
import { isStopWord, type Word } from './words.ts'

/**
 * Min length of a prefix that is searched in texts. Shorter prefixes occur everywhere, so they are searched in titles
 * only, and only if they are the whole query.
 */
export const minPrefixLength = 3
const maxOtherStems = 12
/**
 * Min ratio of pages with the word in the other alphabet to pages with the typed word. Below it, the other word counts
 * only in titles, and only if it is the whole query.
 */
const minSoundShare = 0.5

/** Makes one clause per term, in order; a clause has no patterns if no page has the term. */
export async function readClauses(db: Reader, locale: Locale, terms: Term[]): Promise<Clause[]> {
  const lists = await Promise.all(terms.map((term) => patternsOf(db, locale, term, terms.length === 1)))
  for (const { from, to, means, isCommon } of await relevantSynonyms(db, locale, terms)) {
    const meant = { ...exact(...means.split(' ')), ...(isCommon && { isCorrection: true }) }
    // The synonym satisfies each term of its phrase: `env` answers both words of «переменная окружения».
    for (const list of lists.slice(from, to)) list.push({ ...meant })
  }
  return clausesFor(db, locale, lists)
}

/** Finds the synonyms of terms, except built-in synonyms of a phrase that a title of the site already contains. */
async function relevantSynonyms(db: Reader, locale: Locale, terms: Term[]): Promise<SynonymMatch[]> {
  const meanings = await findSynonyms(db, locale, terms)
  const asked = [...new Set(meanings.flatMap(({ phrase, isCommon }) => (isCommon ? phrase : [])))]
  const titles = await countPages(
    db,
    locale,
    asked.map((phrase) => `{title} : "${phrase}"`),
  )
  const named = new Set(asked.filter((_, at) => (titles[at] ?? 0) > 0))
  return meanings.filter(({ phrase, isCommon }) => !isCommon || !named.has(phrase))
}

export async function clausesFor(db: Reader, locale: Locale, lists: Pattern[][]): Promise<Clause[]> {
  const all = lists.flat()
  const apart = all.map((pattern) => pattern.apart).filter((stems) => stems !== undefined)
  const counts = await countPages(db, locale, [...all, ...apart.map((stems) => exact(...stems))].map(expressionOf))
  const pagesOf = new Map<unknown, number>([...all, ...apart].map((item, at) => [item, counts[at] ?? 0]))
  return lists.map((list) => {
    const rows = list.map((pattern) => ({ pattern, pages: pagesOf.get(pattern) ?? 0 })).filter(({ pages }) => pages > 0)
    const asTyped = Math.max(0, ...rows.map(({ pattern, pages }) => (pattern.isSound ? 0 : pages)))
    const meant = rows.flatMap(({ pattern, pages }) => {
      if (pattern.apart && pages < (pagesOf.get(pattern.apart) ?? 0)) return []
      if (!pattern.isSound || pages >= asTyped * minSoundShare) return [{ pattern, pages }]
      return lists.length === 1 ? [{ pattern: { ...pattern, isTitleOnly: true }, pages }] : []
    })
    return { patterns: meant.map(({ pattern }) => pattern), pages: Math.max(0, ...meant.map(({ pages }) => pages)) }
  })
}

export async function prefixPatterns(db: Reader, locale: Locale, { form, stem }: Word): Promise<Pattern[]> {
  const others = await findOtherStems(db, locale, form, maxOtherStems)
  return [prefix(form), ...others.filter((other) => other !== stem).map((other) => exact(other))]
}

async function patternsOf(db: Reader, locale: Locale, term: Term, isAlone: boolean): Promise<Pattern[]> {
  const ways = [term.words, ...term.spellings]
  const joined = (term.joined ?? []).map(({ word, apart }) => ({ word, apart: apart.map(({ stem }) => stem) }))
  const complete = [
    ...ways.map((words) => exact(...words.map(({ stem }) => stem))),
    ...joined.map(({ word, apart }) => ({ ...exact(word.stem), apart })),
    ...partPatterns(term),
    ...(await soundPatterns(db, locale, term)),
  ]
  if (!term.isLast) return complete
  const prefixed = [...ways.map(prefixPattern), ...joined.map(({ word, apart }) => ({ ...prefix(word.form), apart }))]
  const [word] = term.words
  if (term.words.length > 1 || !word) return [...complete, ...prefixed]
  if (word.form.length >= minPrefixLength) {
    return [...complete, ...prefixed.slice(1), ...(await prefixPatterns(db, locale, word))]
  }
  return isAlone ? [...complete, { ...prefix(word.form), isTitleOnly: true }] : complete
}

/**
 * Makes the patterns for the parts of a name: `Array.prototype.map` is also searched part by part, because texts seldom
 * write it in full. The digits of `0.1` are not parts.
 */
function partPatterns({ words, isDotted }: Term): Pattern[] {
  if (words.every(({ form }) => /^\d+$/.test(form))) return []
  const parts = words.filter(({ form }) => !isStopWord(form)).map(({ stem }) => stem)
  return isDotted && words.length > 1 && parts.length > 0 ? [scattered(...new Set(parts))] : []
}

/** Makes patterns of words in the other alphabet that sound the same: «вебсокет» also finds websocket. */
async function soundPatterns(db: Reader, locale: Locale, { words, isPhrase }: Term): Promise<Pattern[]> {
  const [word] = words
  if (!word || words.length > 1 || isPhrase) return []
  return (await findSoundAlikes(db, locale, word)).map(({ stem }) => ({ ...exact(stem), isSound: true }))
}

function prefixPattern(words: Word[]): Pattern {
  const stems = words.slice(0, -1).map(({ stem }) => stem)
  return prefix(...stems, words.at(-1)?.form ?? '')
}
