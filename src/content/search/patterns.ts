import { type Clause, exact, expressionOf, type Pattern, prefix, scattered, type Term } from './query.ts'
import { isCorrectable } from './spelling.ts'
import { findSynonyms, synonymLookups } from './synonyms.ts'
import { emptyVocabulary, type Vocabulary, type VocabularyRequest } from './vocabulary.ts'
import { isStopWord, type Word } from './words.ts'

/**
 * Min length of a prefix that is searched in texts. Shorter prefixes occur everywhere, so they are searched in titles
 * only, and only if they are the whole query.
 */
export const minPrefixLength = 3
/**
 * Min ratio of pages with the word in the other alphabet to pages with the typed word. Below it, the other word counts
 * only in titles, and only if it is the whole query.
 */
const minSoundShare = 0.5

/** Makes one clause per term, in order; a clause has no patterns if no page has the term. */
export function readClauses(vocabulary: Vocabulary, terms: Term[]): Clause[] {
  return clausesFor(vocabulary, patternsByTerm(vocabulary, terms))
}

/** Returns what `readClauses` looks up for these terms. */
export function clauseLookups(terms: Term[]): Partial<VocabularyRequest> {
  const { phrases, expressions } = synonymLookups(terms)
  const patterns = patternsByTerm(emptyVocabulary, terms).flat()
  const opened = terms.filter(({ isLast, words: [word] }) => isLast && word && word.form.length >= minPrefixLength)
  return {
    expressions: [...expressions, ...expressionsOf(patterns)],
    phrases,
    sounds: terms.flatMap(singleWord),
    openings: opened.flatMap(singleWord).map((word) => ({ word })),
  }
}

/** Returns the FTS5 expressions whose pages `clausesFor` compares. */
export function expressionsOf(patterns: Pattern[]): string[] {
  return patterns.flatMap((pattern) => [
    expressionOf(pattern),
    ...(pattern.apart ? [expressionOf(exact(...pattern.apart))] : []),
  ])
}

function patternsByTerm(vocabulary: Vocabulary, terms: Term[]): Pattern[][] {
  const lists = terms.map((term) => patternsOf(vocabulary, term, terms.length === 1))
  for (const { from, to, means, isCommon } of findSynonyms(vocabulary, terms)) {
    const meant = { ...exact(...means.split(' ')), ...(isCommon && { isCorrection: true }) }
    // The synonym satisfies each term of its phrase: `env` answers both words of «переменная окружения».
    for (const list of lists.slice(from, to)) list.push({ ...meant })
  }
  return lists
}

export function clausesFor(vocabulary: Vocabulary, lists: Pattern[][]): Clause[] {
  const pagesOf = (pattern: Pattern) => vocabulary.pagesWith(expressionOf(pattern))
  return lists.map((list) => {
    const rows = list.map((pattern) => ({ pattern, pages: pagesOf(pattern) })).filter(({ pages }) => pages > 0)
    const asTyped = Math.max(0, ...rows.map(({ pattern, pages }) => (pattern.isSound ? 0 : pages)))
    const meant = rows.flatMap(({ pattern, pages }) => {
      if (pattern.apart && pages < pagesOf(exact(...pattern.apart))) return []
      if (!pattern.isSound || pages >= asTyped * minSoundShare) return [{ pattern, pages }]
      return lists.length === 1 ? [{ pattern: { ...pattern, isTitleOnly: true }, pages }] : []
    })
    return { patterns: meant.map(({ pattern }) => pattern), pages: Math.max(0, ...meant.map(({ pages }) => pages)) }
  })
}

export function prefixPatterns(vocabulary: Vocabulary, word: Word): Pattern[] {
  const others = vocabulary.otherStems(word).filter((other) => other !== word.stem)
  return [prefix(word.form), ...others.map((other) => exact(other))]
}

function patternsOf(vocabulary: Vocabulary, term: Term, isAlone: boolean): Pattern[] {
  const ways = [term.words, ...term.spellings]
  const joined = (term.joined ?? []).map(({ word, apart }) => ({ word, apart: apart.map(({ stem }) => stem) }))
  const complete = [
    ...ways.map((words) => exact(...words.map(({ stem }) => stem))),
    ...joined.map(({ word, apart }) => ({ ...exact(word.stem), apart })),
    ...partPatterns(term),
    ...soundPatterns(vocabulary, term),
  ]
  if (!term.isLast) return complete
  const prefixed = [...ways.map(prefixPattern), ...joined.map(({ word, apart }) => ({ ...prefix(word.form), apart }))]
  const [word] = term.words
  if (term.words.length > 1 || !word) return [...complete, ...prefixed]
  if (word.form.length >= minPrefixLength) {
    return [...complete, ...prefixed.slice(1), ...prefixPatterns(vocabulary, word)]
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
function soundPatterns(vocabulary: Vocabulary, term: Term): Pattern[] {
  return singleWord(term).flatMap((word) =>
    vocabulary.soundAlikes(word).map(({ stem }) => ({ ...exact(stem), isSound: true })),
  )
}

function singleWord({ words, isPhrase }: Term): Word[] {
  return words.length === 1 && !isPhrase ? words : []
}

function prefixPattern(words: Word[]): Pattern {
  const stems = words.slice(0, -1).map(({ stem }) => stem)
  return prefix(...stems, words.at(-1)?.form ?? '')
}

/** Max number of pages of a rare word, for which alternatives are tried because it may be a typing error */
export const maxRarePages = 10
/** Min length of such a word: shorter words are too often one letter away from another real word. */
export const minRareLength = 7
/** Min share and min number of letters that a related word must have in common with the typed word. */
const minSharedPart = 0.6
const minRootLength = 5

/**
 * Returns what is looked up to correct a term: if no page has it, or if few pages have it and it is `isAlone`, a word
 * between spaces.
 */
export function correctionLookups(term: Term, isAlone: boolean): Partial<VocabularyRequest> {
  const [word] = term.words.length > 1 ? [wholeWord(term)] : term.words
  if (!word) return {}
  const { form, stem } = word
  const typed = expressionOf(term.isLast && form.length >= minPrefixLength ? prefix(form) : exact(stem))
  const guard = { expression: typed, max: 0 }
  const isRareTried = isAlone && form.length >= minRareLength
  const neighbor = { word, guard: isRareTried ? { expression: typed, max: maxRarePages } : guard }
  const neighbors = isRareTried || isCorrectable(form) ? [neighbor] : []
  if (term.words.length > 1) return { neighbors }
  const isPrefixTried = !term.isLast && form.length >= minPrefixLength
  return {
    expressions: isPrefixTried ? [expressionOf(prefix(form))] : [],
    openings: isPrefixTried ? [{ word, guard }] : [],
    neighbors,
    roots: [{ word, prefixes: rootPrefixes(form), guard }],
  }
}

/** Returns the words of an identifier as one word. */
export function wholeWord({ isPhrase, spellings }: Term): Word | undefined {
  return isPhrase ? undefined : spellings[0]?.[0]
}

/** Returns the prefixes of a word that may be its root, longest first. */
function rootPrefixes(form: string): string[] {
  const shortest = Math.max(minRootLength, Math.ceil(form.length * minSharedPart))
  return Array.from({ length: Math.max(0, form.length - shortest) }, (_, cut) => form.slice(0, form.length - 1 - cut))
}
