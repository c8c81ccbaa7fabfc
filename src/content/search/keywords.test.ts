import { expect, test } from 'bun:test'
import { keywordsOf } from './index-queries.ts'

test('keywords are texts or numbers: in a list, separated by commas or alone', () => {
  expect(keywordsOf({ keywords: [404, 'not found', ' 1.5 ', 404] })).toEqual(['404', 'not found', '1.5'])
  expect(keywordsOf({ keywords: 404 })).toEqual(['404'])
  expect(keywordsOf({ keywords: 'one, 404,' })).toEqual(['one', '404'])
  expect(keywordsOf({ keywords: [true, null, {}, ['a']] })).toEqual([])
})
