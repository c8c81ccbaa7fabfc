import { setImmediate } from 'node:timers/promises'
import { slugify } from '../../content/addresses.ts'
import { isOneEditApart } from '../../content/search/edits.ts'
import { type Locale, splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'

export interface NearPage {
  path: string
  title: string
}

const mostPages = 5
/** Of an address that anybody may make up */
const mostWords = 8
/** Of those, looked for in all others because none is the same */
const mostStrange = 3
const mostLetters = 40
/** A word of more pages tells none from the others. */
const mostPagesOfWord = 500
/** Nor does what more words begin with. */
const mostAlike = 100

interface Pages {
  docs: ReadonlyMap<string, NearPage>
}

type Words = Map<string, NearPage[]>

/** Of a language at one version */
const known = new WeakMap<Pages, Promise<Words>>()
/** Pages read in one go: others are answered between two. */
const pagesAtOnce = 1000

/** Pages whose addresses have words of one that leads nowhere, the nearest first. @param path  without the language */
export async function nearPages(
  library: { byLocale: Record<Locale, Pages> },
  locale: Locale,
  path: string,
): Promise<NearPage[]> {
  if (!path.startsWith(`${paths.docs}/`)) return []
  const words = await wordsIn(library.byLocale[locale])
  const parts = wordsOfParts(path.slice(paths.docs.length).slice(0, 300)).slice(-mostWords)
  const last = new Set(wordsOfParts(path.split('/').at(-1) ?? ''))
  const scores = new Map<NearPage, number>()
  let strange = 0
  for (const asked of new Set(parts)) {
    const found = words.has(asked) ? [asked] : strange++ < mostStrange ? alike(asked, words) : []
    for (const word of found) {
      const entries = words.get(word) ?? []
      if (entries.length > mostPagesOfWord) continue
      const weight = (word === asked ? 1 : 0.7) * (1 + Math.log2(mostPagesOfWord / entries.length))
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
    .slice(0, mostPages)
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
      else if (pages.length <= mostPagesOfWord && pages.at(-1) !== page) pages.push(page)
    }
  }
  return words
}

/** Begun, or with one letter wrong */
function alike(asked: string, words: Words): string[] {
  if (asked.length < 4) return []
  const found: string[] = []
  for (const word of words.keys()) {
    if (word.length < 4) continue
    const mayBeTypo = Math.abs(word.length - asked.length) <= 1
    if (!word.startsWith(asked) && !asked.startsWith(word) && !(mayBeTypo && isOneEditApart(asked, word))) continue
    if (found.length === mostAlike) return []
    found.push(word)
  }
  return found
}

/** The last part of an address */
function nameOf(path: string): string {
  return decoded(path.slice(path.lastIndexOf('/'))).toLowerCase()
}

const between = /[^a-z0-9]+/

/** As addresses have them: without Cyrillic letters. */
function wordsOfParts(path: string): string[] {
  const written = decoded(path)
    .toLowerCase()
    .replace(/\.(?:html?|md|php)$/, '')
  return slugify(written)
    .split(between)
    .flatMap((word) => (word.length > 1 ? [word.slice(0, mostLetters)] : []))
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
