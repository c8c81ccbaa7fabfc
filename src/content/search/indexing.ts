import { type Locale, splitLocale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { isCorrectable } from './spelling.ts'
import { readChunks, stemsOf, type VocabularyWord, type Word, wordsOf } from './words.ts'

export interface SearchSection {
  /** ID of the section: the page's path, with `#heading` except for the first section */
  id: string
  title: string
  /** Headings above the section, the page's title first; empty for the page itself */
  titles: string[]
  content: string
  level: number
}

export interface PageAddress {
  locale: Locale
  path: string
}

export interface IndexedPage extends PageAddress {
  title: string
  kind: PageKind
  keywords: string[]
  sections: SearchSection[]
  links: LinkWords[]
}

/** Text of a page's link to another page */
export interface LinkWords {
  /** Path of the target page, such as `/en/docs/other` */
  path: string
  /** Text of the link, in lower case */
  text: string
}

interface StemColumns {
  title: string
  headings: string
  content: string
}

export interface PageRows {
  title: string
  keywords: string[]
  stems: StemColumns
  vocabulary: VocabularyWord[]
  sections: (SearchSection & { stems: StemColumns })[]
}

/**
 * Max number of sections of a page. Section IDs are `page × sectionsPerPage + index`, so the sections of a page form
 * one range.
 */
export const sectionsPerPage = 4096

export function rowsOfPage({ path, title, keywords, sections }: IndexedPage): PageRows {
  const vocabulary = new Map<string, VocabularyWord>()
  const stemsOfText = (text: string): string => {
    const chunks = readChunks(text)
    for (const chunk of chunks) for (const word of wordsOf(chunk)) addToVocabulary(vocabulary, word)
    return stemsOf(chunks)
  }
  const named = stemsOfText([wordsOfPath(path), ...keywords].join('\n'))
  const rows = sections.slice(0, sectionsPerPage).map((section, at) => {
    const clean = { ...section, title: cleanText(section.title), content: cleanText(section.content) }
    const stems = {
      title: stemsOfText(clean.title),
      headings: at === 0 ? named : stemsOf(readChunks(section.titles.join('\n'))),
      content: stemsOfText(clean.content),
    }
    return { ...clean, stems }
  })
  const stems = {
    title: stemsOfText(title),
    // The introduction describes the whole page, so it is indexed with the headings.
    headings: [named, ...rows.map((row) => row.stems.title), rows[0]?.stems.content ?? ''].join(' '),
    content: rows.map((row) => row.stems.content).join(' '),
  }
  return {
    title: cleanText(title),
    keywords: keywords.map(cleanText),
    stems,
    vocabulary: [...vocabulary.values()],
    sections: rows,
  }
}

/**
 * Returns the words of a path: `/en/docs/trading/paper-bots` → `trading paper-bots`. The first segment is dropped,
 * because all pages of a kind share it.
 */
function wordsOfPath(path: string): string {
  const [, ...parts] = splitLocale(path).path.split('/').filter(Boolean)
  return parts.join(' ')
}

function addToVocabulary(vocabulary: Map<string, VocabularyWord>, { form, stem }: Word): void {
  if (vocabulary.get(form)?.isForm || !isCorrectable(form)) return
  vocabulary.set(form, { word: form, stem, isForm: 1 })
  if (isCorrectable(stem) && !vocabulary.has(stem)) vocabulary.set(stem, { word: stem, stem, isForm: 0 })
}

/** Removes NUL and lone surrogates from a text, which SQLite does not preserve. */
function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

const maxKeywords = 50

/** Returns the `keywords` of a page's front matter: a list, or one text separated by commas. */
export function keywordsOf(meta: unknown): string[] {
  if (typeof meta !== 'object' || meta === null || !('keywords' in meta)) return []
  const { keywords } = meta
  const listed = Array.isArray(keywords) ? keywords : isText(keywords) ? String(keywords).split(',') : []
  const texts = listed.filter(isText).map((keyword) => String(keyword).trim())
  return [...new Set(texts.filter(Boolean))].slice(0, maxKeywords)
}

/** Whether a value can be a keyword; numbers can, because YAML parses a keyword such as 404 as a number. */
function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
