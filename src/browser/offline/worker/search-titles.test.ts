import { expect, test } from 'bun:test'
import { searchTitles } from './search.tsx'

const pages = [
  page('/docs/candles', 'Тики и свечи', 'Откуда берутся цены.'),
  page('/docs/charts', 'Графики', 'Экран графиков: инструмент, свеча в реальном времени.'),
  page('/docs/backups', 'Резервные копии', 'Что копировать, как часто и как проверить.'),
]

test.each([
  ['свечей', ['/docs/candles', '/docs/charts']],
  ['резервн', ['/docs/backups']],
  ['восстановление', []],
  ['копирование', ['/docs/backups']],
  ['графики свеча', ['/docs/charts']],
  ['РЕЗЕРВНЫЕ', ['/docs/backups']],
  ['   ', []],
])('«%s» is searched in titles and descriptions, titles first', (query, found) => {
  expect(searchTitles(pages, query).groups.map(({ path }) => path)).toEqual(found)
})

test('an answer marks matching words in the title and in the description', () => {
  const [group] = searchTitles(pages, 'свеча').groups.slice(1)
  expect(group?.hits[0]?.snippet.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'свеча', isMatch: true }])
  expect(searchTitles(pages, ' свеча ').query).toBe('свеча')
})

function page(path: string, title: string, description: string) {
  return { path, title, description, kind: 'docs' as const, body: '', meta: {} }
}
