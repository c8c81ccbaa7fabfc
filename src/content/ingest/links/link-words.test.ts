import { expect, test } from 'bun:test'
import { linkWordsIn } from './find-links.ts'

test('the texts of links to other pages of the site are collected, each once', () => {
  const found = linkWordsIn('/en/docs/guide/start', [
    [
      'p',
      {},
      ['a', { href: './Next' }, 'The ', ['code', {}, 'next()'], '\n call'],
      ['a', { href: './Next' }, 'The next() call'],
    ],
    ['p', {}, ['a', { href: '#part' }, 'Below'], ['a', { href: 'https://kurs.test/x' }, 'Elsewhere']],
    ['card', { to: '/en/docs/other#part', title: 'Other things' }, ['p', {}, 'Text']],
    ['p', {}, ['a', { href: '/docs/prices' }, 'Всё о ценах'], ['a', { href: '/docs/prices' }, 'x']],
    ['p', {}, ['a', { href: '/docs/cache' }, 'Кэш: это просто']],
    ['p', {}, ['a', { href: '/docs/prices' }, 'a sentence '.repeat(9)]],
  ])
  expect(found).toEqual([
    { path: '/en/docs/guide/Next', text: 'the next() call' },
    { path: '/en/docs/other', text: 'other things' },
    { path: '/docs/prices', text: 'все о ценах' },
    { path: '/docs/cache', text: 'кеш: это просто' },
  ])
})
