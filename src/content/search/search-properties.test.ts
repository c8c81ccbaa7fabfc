import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../tests/any-text.ts'
import { createSearchIndex, type SearchIndex } from '../../../tests/search-index.ts'
import { isOneEditApart } from './spelling.ts'

const maxSnippetLength = 200

const texts = [
  'Сервер читает переменные окружения при запуске и проверяет каждую из них.',
  'Торговый терминал показывает котировки, свечи и объёмы за московские сутки.',
  'Рассылка останавливается, если Telegram отвечает отказом слишком часто.',
  'Чтобы восстановить базу, остановите процесс и положите копию на место.',
  'The reverse proxy forwards headers and terminates encrypted connections.',
  'Highlighted listings carry file names, languages and numbered lines.',
]
const words = [...new Set(texts.flatMap((text) => text.toLowerCase().match(/[a-zа-яё]{5,}/g) ?? []))]

/** Timeout for a hundred queries, ms; it is no limit of performance. */
const patience = 60_000

let index: SearchIndex
beforeAll(async () => {
  index = await createSearchIndex(
    'ru',
    ...texts.map((text, at) => ({ path: `/docs/${at}`, title: `Страница ${at}`, headings: { Раздел: text } })),
  )
})
afterAll(() => index.close())

const pathsWith = (word: string) =>
  texts.flatMap((text, at) => (text.toLowerCase().includes(word) ? [`/docs/${at}`] : []))

test(
  'any input gets an answer',
  async () => {
    const sign = fc.constantFrom(
      ...'"«»“”^*()+-:{}[]\\/\'`;%_.,!?\0\n\t😀👍🏽éё ',
      'AND',
      'OR',
      'NOT',
      'NEAR',
      'title:',
      '--',
      '\ud800',
    )
    const part = fc.oneof(
      sign,
      fc.constantFrom(...words),
      fc.string({ unit: anyCharacter }),
      fc.string({ unit: 'grapheme' }),
    )
    const query = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.oneof(query, fc.string({ unit: anyCharacter, maxLength: 400 })), async (typed) => {
        const { groups, total } = await index.search(typed)
        const hits = groups.flatMap((group) => group.hits)
        expect(total).toBeGreaterThanOrEqual(hits.length)
        for (const { titleParts, title, snippet } of hits) {
          expect(titleParts.map(({ text }) => text).join('')).toBe(title)
          expect(snippet.map(({ text }) => text).join('').length).toBeLessThanOrEqual(maxSnippetLength)
        }
      }),
    )
  },
  patience,
)

test.each(['', '   ', '*', '"', '""', '«»', '()', '^*"()+-:', '\0', '😀', '—', '\ud83d'])(
  'an empty query finds nothing: %j',
  async (query) => {
    expect(await index.search(query)).toMatchObject({ total: 0, groups: [] })
  },
)

test('a query of ten thousand characters is cut to two hundred', async () => {
  const { query, groups } = await index.search('терминал '.repeat(1200))
  expect(query.length).toBeLessThanOrEqual(200)
  expect(groups[0]?.path).toBe('/docs/1')
})

test('every word finds its section and is marked in it', async () => {
  for (const word of words) {
    const { groups } = await index.search(word)
    expect(groups.map(({ path }) => path)).toEqual(expect.arrayContaining(pathsWith(word)))
    const marked = groups[0]?.hits[0]?.snippet.filter(({ isMatch }) => isMatch).map(({ text }) => text.toLowerCase())
    expect(marked).toContain(word)
  }
})

test(
  'every word is found with any one mistake, unless it makes another word',
  async () => {
    const letters = fc.constantFrom(...'абвеиостabeiost')
    const mistake = fc.tuple(
      fc.constantFrom(...words),
      fc.nat(),
      fc.constantFrom('drop', 'add', 'replace', 'swap'),
      letters,
    )
    await fc.assert(
      fc.asyncProperty(mistake, async ([word, place, kind, letter]) => {
        const at = place % word.length
        const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
        const swapped = after.slice(0, 1) + here + after.slice(1)
        const typed = before + { drop: after, add: letter + here + after, replace: letter + after, swap: swapped }[kind]
        const isAmbiguous = words.some(
          (other) => other !== word && (isOneEditApart(other, typed) || other.startsWith(typed)),
        )
        if (typed === word || isAmbiguous) return
        expect(await index.find(typed)).toEqual(expect.arrayContaining(pathsWith(word)))
      }),
    )
  },
  patience,
)
