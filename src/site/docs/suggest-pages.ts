import { setImmediate } from 'node:timers/promises'
import { slugify } from '../../content/addresses.ts'
import { isOneEditApart } from '../../content/search/spelling.ts'
import { type Locale, splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import type { SuggestedPage } from '../../shell/suggested-pages.tsx'

const maxPages = 5
/** Max number of words of the requested path that are used, because anybody can make up a path */
const maxWords = 8
/** Max number of unknown words of the path that are compared with all known words */
const maxUnknownWords = 3
const maxLetters = 40
/** Max number of pages of a word: words found on more pages are ignored, because they do not distinguish pages. */
const maxPagesOfWord = 500
/** Max number of similar known words: an unknown word with more of them is ignored. */
const maxSimilarWords = 100

interface Pages {
  docs: ReadonlyMap<string, SuggestedPage>
}

type Words = Map<string, SuggestedPage[]>

/** Cache of word indexes, one per language and content version */
const known = new WeakMap<Pages, Promise<Words>>()
/** Number of pages that are indexed before other requests get a turn */
const pagesAtOnce = 1000

/** Finds documentation pages that share words with an unknown path, best first. @param path  without the locale */
export async function suggestPages(
  library: { byLocale: Record<Locale, Pages> },
  locale: Locale,
  path: string,
): Promise<SuggestedPage[]> {
  if (!path.startsWith(`${paths.docs}/`)) return []
  const words = await wordsIn(library.byLocale[locale])
  const parts = wordsOfParts(path.slice(paths.docs.length).slice(0, 300)).slice(-maxWords)
  const last = new Set(wordsOfParts(path.split('/').at(-1) ?? ''))
  const scores = new Map<SuggestedPage, number>()
  let strange = 0
  for (const asked of new Set(parts)) {
    const found = words.has(asked) ? [asked] : strange++ < maxUnknownWords ? similarWords(asked, words) : []
    for (const word of found) {
      const entries = words.get(word) ?? []
      if (entries.length > maxPagesOfWord) continue
      const weight = (word === asked ? 1 : 0.7) * (1 + Math.log2(maxPagesOfWord / entries.length))
      for (const entry of entries) {
        const isName = last.has(asked) && nameOf(entry.path).includes(word)
        scores.set(entry, (scores.get(entry) ?? 0) + weight * (isName ? 2 : 1))
      }
    }
  }
  const sorted = [...scores].toSorted(([a, x], [b, y]) => y - x || (a.path < b.path ? -1 : 1))
  const least = (sorted[0]?.[1] ?? 0) / 2
  return sorted
    .filter(([, score]) => score > least)
    .slice(0, maxPages)
    .map(([{ path, title }]) => ({ path, title }))
}

function wordsIn(content: Pages): Promise<Words> {
  const made = known.get(content) ?? gatherWords(content)
  known.set(content, made)
  return made
}

async function gatherWords({ docs }: Pages): Promise<Words> {
  const words: Words = new Map()
  for (const [at, { path, title }] of [...docs.values()].entries()) {
    if (at % pagesAtOnce === pagesAtOnce - 1) await setImmediate()
    const page = { path, title }
    for (const word of wordsOfParts(splitLocale(path).path.slice(paths.docs.length))) {
      const pages = words.get(word)
      if (!pages) words.set(word, [page])
      else if (pages.length <= maxPagesOfWord && pages.at(-1) !== page) pages.push(page)
    }
  }
  return words
}

/** Finds known words that have the same beginning as a word or differ from it by one edit */
function similarWords(asked: string, words: Words): string[] {
  if (asked.length < 4) return []
  const found: string[] = []
  for (const word of words.keys()) {
    if (word.length < 4) continue
    const mayBeTypo = Math.abs(word.length - asked.length) <= 1
    if (!word.startsWith(asked) && !asked.startsWith(word) && !(mayBeTypo && isOneEditApart(asked, word))) continue
    if (found.length === maxSimilarWords) return []
    found.push(word)
  }
  return found
}

/** Returns the last segment of a path */
function nameOf(path: string): string {
  return decoded(path.slice(path.lastIndexOf('/'))).toLowerCase()
}

const between = /[^a-z0-9]+/

/** Splits a path into words as slugs have them, with Cyrillic transliterated. */
function wordsOfParts(path: string): string[] {
  const written = decoded(path)
    .toLowerCase()
    .replace(/\.(?:html?|md|php)$/, '')
  return slugify(written)
    .split(between)
    .flatMap((word) => (word.length > 1 ? [word.slice(0, maxLetters)] : []))
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
