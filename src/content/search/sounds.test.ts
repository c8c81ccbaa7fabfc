import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { soundDistance, soundOf } from './spelling.ts'

test.each([
  ['вебсокет', 'websocket'],
  ['локалсторадж', 'localstorage'],
  ['вебпак', 'webpack'],
  ['телепорт', 'teleport'],
  ['промис', 'promise'],
  ['фетч', 'fetch'],
  ['куки', 'cookie'],
  ['замыкания', 'zamykaniya'],
  ['рассылка', 'rassylka'],
])('%s sounds like %s', (russian, latin) => {
  expect(soundOf(russian)).toBe(soundOf(latin))
  expect(soundDistance(russian, latin)).toBe(0)
})

test.each([
  ['рынок', 'ranking'],
  ['порт', 'export'],
  ['график', 'grafana'],
])('%s does not sound like %s', (russian, latin) => {
  expect(soundOf(russian) === soundOf(latin) && soundDistance(russian, latin) <= 0.25).toBe(false)
})

test('a word with one consonant, of two alphabets or of digits has no sound', () => {
  expect(['ио', 'да', 'btcбиржа', '404'].map(soundOf)).toEqual(['', '', '', ''])
})

test('the sound distance is symmetric and zero for equal words', () => {
  const word = fc.string({ unit: fc.constantFrom(...'абвгшцюяьйabcghkqwxz'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(soundDistance(a, a)).toBe(0)
      expect(soundDistance(a, b)).toBe(soundDistance(b, a))
      expect(soundDistance(a, b)).toBeLessThanOrEqual(1)
    }),
  )
})
