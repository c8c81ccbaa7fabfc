import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSearchIndex, type SearchIndex, type TestPage } from '../../../tests/search-index.ts'
import { distanceOf } from '../../i18n/typing.ts'

let indexes: SearchIndex[] = []
afterEach(async () => {
  for (const index of indexes) await index.close()
  indexes = []
})

async function open(locale: 'ru' | 'en', ...pages: TestPage[]): Promise<SearchIndex> {
  const index = await createSearchIndex(locale, ...pages)
  indexes.push(index)
  return index
}

test.each([
  ['ru', 'валотильностъ', 'волатильность'],
  ['ru', 'пуртфиль', 'портфель'],
  ['en', 'volitilty', 'volatility'],
  ['en', 'purtfollyo', 'portfolio'],
] as const)('%s: a query «%s» without results offers «%s», which finds something', async (locale, query, word) => {
  const text = locale === 'ru' ? 'Волатильность и портфель для всех.' : 'Volatility and a portfolio for all.'
  const index = await open(locale, { path: '/docs/a', title: 'A', text })
  const answer = await index.search(query)
  expect([answer.groups, answer.near?.[0]]).toEqual([[], word])
  expect(await index.find(word)).toEqual(['/docs/a'])
})

test('each word is looked up, nearest first, at most five offered and one of each stem', async () => {
  const index = await open('en', {
    path: '/docs/a',
    title: 'A',
    text: 'Candle candles. Handler. Kettle. Settle. Nettles. Bottle. Battle. Rattle. Drawdown.',
  })
  const { near = [] } = await index.search('cadnleez xrawdoyn')
  expect(near.filter((word) => word.startsWith('candle'))).toHaveLength(1)
  expect((await index.search('qettlle')).near?.length ?? 0).toBeLessThanOrEqual(5)
})

test('a word with a missing letter is corrected to the longer word', async () => {
  const index = await open(
    'en',
    { path: '/docs/back', title: 'Going back', text: 'Go back. Back and back again.' },
    { path: '/docs/backup', title: 'Backup', text: 'Make a backup.' },
  )
  expect(await index.find('backp')).toEqual(['/docs/backup'])
  expect(await index.find('backk')).toEqual(['/docs/back'])
})

test('nothing is offered for a query unlike any word, or for one with results', async () => {
  const index = await open('en', { path: '/docs/a', title: 'Drawdown', text: 'The balance of an account.' })
  for (const query of ['zzzzqqq', 'of', '', '?', 'xy', 'drawdown'])
    expect('near' in (await index.search(query)), query).toBe(false)
})

test('the distance counts letters and is symmetric for words of equal length', () => {
  expect(distanceOf('candle', 'candle')).toBe(0)
  expect(distanceOf('candle', 'cnadle')).toBe(1)
  expect(distanceOf('candle', 'cande')).toBe(1)
  expect(distanceOf('candle', 'kandles')).toBe(2)
  expect(distanceOf('map', 'mapping')).toBe(3)
  const word = fc.string({ minLength: 6, maxLength: 6 })
  fc.assert(fc.property(word, word, (a, b) => distanceOf(a, b) === distanceOf(b, a)))
})
