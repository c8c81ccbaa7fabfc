import { expect, test } from 'bun:test'
import { createResultCache } from './result-cache.ts'

test('the cache is limited by count and size, and evicts the least recently used results', () => {
  const kept = createResultCache<string>(3, 100)
  for (const key of ['a', 'b', 'c']) kept.keep(key, key, 20)
  expect(kept.find('a')).toBe('a')
  kept.keep('d', 'd', 20)
  expect(['a', 'b', 'c', 'd'].map(kept.find)).toEqual(['a', undefined, 'c', 'd'])
  kept.keep('e', 'e', 70)
  expect(['a', 'c', 'd', 'e'].map(kept.find)).toEqual([undefined, undefined, 'd', 'e'])
  kept.keep('f', 'f', 101)
  kept.keep('e', 'less', 10)
  expect(['d', 'e', 'f'].map(kept.find)).toEqual(['d', 'less', undefined])
  kept.forget()
  expect(kept.find('d')).toBeUndefined()
})
