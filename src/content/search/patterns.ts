import type { Reader } from '../../db/client.ts'
import type { Locale } from '../../i18n/locales.ts'
import { type Clause, exact, expressionOf, type Pattern, prefix, scattered } from './clause.ts'
import type { Term } from './parse-query.ts'
import { countPages } from './queries.ts'
import { isStopWord } from './stop-words.ts'
import { findMeanings, type Meaning } from './synonyms.ts'
import { findOtherStems, findSoundAlikes } from './vocabulary.ts'
import type { Word } from './words.ts'

/** Shorter prefixes stand everywhere: searched in titles only, and only alone. */
export const minPrefixLength = 3
const maxOtherStems = 12
/** A word of the other alphabet that is rarer than this, for each page with the word as typed, counts in titles alone. */
const minSoundShare = 0.5

/** One clause per term, in order; without patterns when no page has the term. */
export async function readClauses(db: Reader, locale: Locale, terms: Term[]): Promise<Clause[]> {
  const lists = await Promise.all(terms.map((term) => patternsOf(db, locale, term, terms.length === 1)))
  for (const { from, to, means, isCommon } of await meaningsHere(db, locale, terms)) {
    const meant = { ...exact(...means.split(' ')), ...(isCommon && { isCorrection: true }) }
    // Each of its words is answered by the whole: «переменная окружения» by `env`.
    for (const list of lists.slice(from, to)) list.push({ ...meant })
  }
  return clausesFor(db, locale, lists)
}

/** What a title of the site names as it is asked for needs no other name. */
async function meaningsHere(db: Reader, locale: Locale, terms: Term[]): Promise<Meaning[]> {
  const meanings = await findMeanings(db, locale, terms)
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

/** `Array.prototype.map` is looked for part by part, too: seldom is all of it written. The figures of `0.1` are no parts. */
function partPatterns({ words, isDotted }: Term): Pattern[] {
  if (words.every(({ form }) => /^\d+$/.test(form))) return []
  const parts = words.filter(({ form }) => !isStopWord(form)).map(({ stem }) => stem)
  return isDotted && words.length > 1 && parts.length > 0 ? [scattered(...new Set(parts))] : []
}

/** «вебсокет» finds websocket. */
async function soundPatterns(db: Reader, locale: Locale, { words, isPhrase }: Term): Promise<Pattern[]> {
  const [word] = words
  if (!word || words.length > 1 || isPhrase) return []
  return (await findSoundAlikes(db, locale, word)).map(({ stem }) => ({ ...exact(stem), isSound: true }))
}

function prefixPattern(words: Word[]): Pattern {
  const stems = words.slice(0, -1).map(({ stem }) => stem)
  return prefix(...stems, words.at(-1)?.form ?? '')
}
