import type { Locale } from '../../i18n/locales.ts'
import type { PageKind } from '../collections.ts'
import { isGuessable } from './guess.ts'
import type { SearchSection } from './section.ts'
import { readChunks, stemsOf, type Word, wordsOf } from './words.ts'

export interface PageAddress {
  locale: Locale
  path: string
}

/** A page as the search takes it in. */
export interface IndexedPage extends PageAddress {
  title: string
  kind: PageKind
  sections: SearchSection[]
}

/** A word for guessing what a mistyped one means. */
export interface VocabularyWord {
  word: string
  stem: string
  /** 1: stands so in a text; 0: is only a stem. */
  isForm: 0 | 1
}

/** Stems of the three columns of a full-text index, the weightiest first. */
export interface StemColumns {
  title: string
  headings: string
  content: string
}

export interface PageRows {
  title: string
  stems: StemColumns
  vocabulary: VocabularyWord[]
  sections: (SearchSection & { stems: StemColumns })[]
}

/** Sections have the ids `page × sectionsPerPage + place`, so the sections of a page are one range. */
export const sectionsPerPage = 4096

/** Everything the search keeps of a page; texts are tidied to single spaces. */
export function rowsOfPage({ title, sections }: IndexedPage): PageRows {
  const vocabulary = new Map<string, VocabularyWord>()
  const stemsOfText = (text: string): string => {
    const chunks = readChunks(text)
    for (const chunk of chunks) for (const word of wordsOf(chunk)) learn(vocabulary, word)
    return stemsOf(chunks)
  }
  const rows = sections.slice(0, sectionsPerPage).map((section) => {
    const clean = { ...section, title: tidy(section.title), content: tidy(section.content) }
    const stems = {
      title: stemsOfText(clean.title),
      headings: stemsOf(readChunks(section.titles.join('\n'))),
      content: stemsOfText(clean.content),
    }
    return { ...clean, stems }
  })
  const stems = {
    title: stemsOfText(title),
    headings: rows.map((row) => row.stems.title).join(' '),
    content: rows.map((row) => row.stems.content).join(' '),
  }
  return { title: tidy(title), stems, vocabulary: [...vocabulary.values()], sections: rows }
}

function learn(vocabulary: Map<string, VocabularyWord>, { form, stem }: Word): void {
  if (vocabulary.get(form)?.isForm || !isGuessable(form)) return
  vocabulary.set(form, { word: form, stem, isForm: 1 })
  if (isGuessable(stem) && !vocabulary.has(stem)) vocabulary.set(stem, { word: stem, stem, isForm: 0 })
}

/** Text as it is kept: NUL and half characters would break it on its way through SQLite. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
