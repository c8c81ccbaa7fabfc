import { expect, test } from 'bun:test'
import { createSeen } from './prefetch.ts'

test('the latest thousand names are remembered, each once', () => {
  const seen = createSeen()
  for (let n = 0; n < 1000; n++) seen.add(`/docs/${n}`)
  seen.add('/docs/0')
  expect(seen.has('/docs/0')).toBe(true)
  seen.add('/docs/1000')
  expect(seen.has('/docs/0')).toBe(false)
  expect(seen.has('/docs/1')).toBe(true)
  expect(seen.has('/docs/1000')).toBe(true)
})
