import { replaceLetters } from '../../i18n/typing.ts'
import { stemEnglish, stemRussian } from './stemmers.ts'

export interface Word {
  /** Normalized form of the word: lower case, ё as е, «кэш» as «кеш», no accents; letters and digits only */
  form: string
  stem: string
  start: number
  end: number
}

export interface VocabularyWord {
  word: string
  stem: string
  /** Whether texts contain the word in this form (1), or it is only a stem (0) */
  isForm: 0 | 1
}

/** Words that are joined into one token: `DATA_DIR`, `x-request-id`, `createApp`; usually just one word. */
export interface Chunk {
  words: Word[]
  whole?: Word
  pieces: Word[]
}

const chunkPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\xad]|['’ʼ](?=\p{L})|[-‑_.](?=[\p{L}\p{N}]))*/gu
const ordinaryPattern = /^(?:[A-Za-z]?[a-z]+|[А-ЯЁа-яё]?[а-яё]+)$/
const wordPattern = /[^-‑_.]+/g
const capitalPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu
const alphabetPattern = /[a-z]+|[^a-z]+/gi
/** Placeholder for a word that is skipped, so that its neighbors are not adjacent. */
const skipped: Chunk = { words: [{ form: '', stem: '', start: 0, end: 0 }], pieces: [] }
/** Max length of a word's form, letters: longer keys and hashes are cut, in the index and in queries alike. */
const maxFormLength = 40

/**
 * Splits a text into chunks of words. @param isWanted  gets a word's first two letters; unwanted words are returned
 * without letters or position, which saves most of the work
 */
export function readChunks(text: string, isWanted: (opening: string) => boolean = () => true): Chunk[] {
  const chunks: Chunk[] = []
  for (const { 0: match, index } of text.matchAll(chunkPattern)) {
    const isSkipped = ordinaryPattern.test(match) && !isWanted(match.slice(0, 2))
    const chunk = isSkipped ? skipped : movedBy(index, cachedChunk(match))
    if (chunk.words.length > 0) chunks.push(chunk)
  }
  return chunks
}

/** Returns the first two letters of a word, normalized, for a cheap filter before any further work on it. */
export function leadingLetters(word: string): string {
  return word.slice(0, 2).toLowerCase().replace(/[ёэ]/g, 'е')
}

export function wordsOf({ words, whole, pieces }: Chunk): Word[] {
  if (!whole && pieces.length === 0) return words
  return whole ? [...words, whole, ...pieces] : [...words, ...pieces]
}

/** Returns stems in the order of the full-text index: words in order, then whole chunks and their pieces. */
export function stemsOf(chunks: Chunk[]): string {
  const extras = chunks.flatMap(({ whole, pieces }) => (whole ? [whole, ...pieces] : pieces))
  return [...chunks.flatMap(({ words }) => words), ...extras].map(({ stem }) => stem).join(' ')
}

/** Cache of chunks at offset 0: a few thousand words make up most of every text. */
const cache = new Map<string, Chunk>()
const maxCached = 10_000

function cachedChunk(text: string): Chunk {
  const known = cache.get(text)
  if (known) return known
  const chunk = readChunk(text)
  if (cache.size >= maxCached) cache.clear()
  if (text.length <= maxFormLength) cache.set(text, chunk)
  return chunk
}

function movedBy(offset: number, chunk: Chunk): Chunk {
  if (offset === 0) return chunk
  const { words, whole, pieces } = chunk
  const moved = (word: Word): Word => ({ ...word, start: word.start + offset, end: word.end + offset })
  return { words: words.map(moved), pieces: pieces.map(moved), ...(whole && { whole: moved(whole) }) }
}

function readChunk(text: string): Chunk {
  const words = wordsIn(text, wordPattern, 0)
  const pieces = words.flatMap((word) => piecesOf(word, text.slice(word.start, word.end)))
  const isPlain = words.length < 2 || words.every(({ form }) => /^\d+$/.test(form))
  return isPlain ? { words, pieces } : { words, pieces, whole: joined(words, text.length) }
}

function piecesOf({ form, start }: Word, text: string): Word[] {
  const isMixed = /[a-z][а-я]|[а-я][a-z]/.test(form)
  if (!isMixed && !/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(text)) return []
  return wordsIn(text, isMixed ? alphabetPattern : capitalPattern, start).filter((piece) => piece.form.length > 1)
}

function wordsIn(text: string, pattern: RegExp, offset: number): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(pattern)) {
    const form = formOf(match[0])
    const start = offset + match.index
    if (form) words.push(wordOf(form, start, start + match[0].length))
  }
  return words
}

function joined(words: Word[], end: number): Word {
  return wordOf(words.map(({ form }) => form).join(''), words[0]?.start ?? end, end)
}

export function wordOf(letters: string, start: number, end: number): Word {
  const form = letters.length > maxFormLength ? Array.from(letters).slice(0, maxFormLength).join('') : letters
  return { form, stem: stemOf(form), start, end }
}

/** Normalizes a word; returns an empty string if it has no letters or digits. */
export function formOf(word: string): string {
  const lower = word.toLowerCase().replace(/['’ʼ]s$/, '')
  if (/^(?:[a-z0-9]+|[0-9а-ьюя]+)$/.test(lower)) return lower
  const bare = lower
    .normalize('NFKD')
    .replace(/(?<=и)\u0306/g, '\0')
    .replace(/[^\p{L}\p{N}\0]/gu, '')
    .replaceAll('и\0', 'й')
    .toLowerCase()
  return withPlainLetters(inOneScript(bare.normalize('NFC')))
}

/** Replaces ё by е, and «кэш» by «кеш». @param lower  text in lower case */
export function withPlainLetters(lower: string): string {
  return lower.replaceAll('ё', 'е').replace(/(?<=[бвгджзклмнпрстфхцчшщ])э/g, 'е')
}

const latinConfusables = 'aceopxy'
const cyrillicConfusables = 'асеорху'

/** Replaces look-alike letters of the other alphabet in a word, as in «сonfig» with a Russian «с». */
function inOneScript(word: string): string {
  const latin = word.replace(/[^a-z]/g, '').length
  const cyrillic = word.replace(/[^а-я]/g, '').length
  if (latin === 0 || cyrillic === 0) return word
  const [strange, from, to] =
    latin < cyrillic
      ? [/[a-z]/, latinConfusables, cyrillicConfusables]
      : [/[а-я]/, cyrillicConfusables, latinConfusables]
  const right = replaceLetters(word, from, to)
  return strange.test(right) ? word : right
}

function stemOf(form: string): string {
  if (/^[a-z]+$/.test(form)) return stemEnglish(form)
  return /^[а-я]+$/.test(form) ? stemRussian(form) : form
}

const stopWords = new Set(
  `а без более бы был была были было быть в вам вас весь во вот все всего всех вы где да даже для до его ее если есть
  еще же за и из или им их к как какая какие какой когда ко кто ли либо между мне может можно мой мы на над надо нам нас
  не него нее нет ни них но ну о об однако он она они оно от очень по под после потому почему при про с сам свой себя
  так также такой там те тем то того тоже той только том тот ту ты у уже чего чем через что чтобы чье эта эти это
  этого этой этом этот эту я
  a about all also am an and any are as at be been between but by can could did do does for from had has have how i if in into
  is it its me my no not of on or our should so some than that the their them then there these they this to us versus via vs was we
  were what when where which while who why will with within would you your`.split(/\s+/),
)

export function isStopWord(form: string): boolean {
  return stopWords.has(form)
}
