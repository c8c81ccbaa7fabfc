import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex } from '../../../tests/search-index.ts'

let index: SearchIndex
beforeAll(async () => {
  const many = Array.from({ length: 6 }, (_, at) => ({
    path: `/docs/${at}`,
    title: `Лист ${at}`,
    text: 'Настройки, переводы.',
  }))
  index = await createSearchIndex(
    'ru',
    ...many,
    { path: '/docs/settings', title: 'Настройка', text: 'Всё о настройках.' },
    { path: '/docs/typos', title: 'Поиск', text: 'По слову «настрйка» и по «yfcnhjqrb» находится настоящее.' },
    { path: '/docs/transfer', title: 'Переход', text: 'Об одном переходе.' },
  )
})
afterAll(() => index.close())

test('a rare word that looks mistyped also finds the intended word, titles first', async () => {
  expect((await index.find('настрйка')).slice(0, 2)).toEqual(['/docs/settings', '/docs/typos'])
})

test('a word typed in the other keyboard layout also finds the intended word', async () => {
  expect((await index.find('yfcnhjqrb')).slice(0, 2)).toEqual(['/docs/settings', '/docs/typos'])
})

test('an answer with alternatives is not reported as corrected', async () => {
  expect((await index.search('настрйка')).corrected).toBeUndefined()
})

test('a word with one letter replaced is treated as a word of its own', async () => {
  expect(await index.find('переход')).toEqual(['/docs/transfer'])
})

test('a stop word found by correction does not narrow the answer', async () => {
  await index.put({ path: '/docs/only', title: 'Только здесь', text: 'Ничего.' })
  expect(await index.find('тоьлко переход')).toEqual(['/docs/transfer'])
})
