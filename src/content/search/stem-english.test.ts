import { expect, test } from 'bun:test'
import { stemEnglish } from './stemmers.ts'

test.each([
  'configuration configure configured configuring configurations',
  'connect connection connections connected',
  'migration migrations migrate migrating',
  'database databases',
  'update updates updating updated',
  'die dies dying',
  'query queries querying',
  'compress compression compressed',
  'quick quickly',
])('%s have one stem', (forms) => {
  expect(new Set(forms.split(' ').map(stemEnglish)).size).toBe(1)
})

test.each(['new news', 'general generate generic', 'past paste', 'universe university', 'proceed process'])(
  '%s have different stems',
  (words) => {
    const all = words.split(' ')
    expect(new Set(all.map(stemEnglish)).size).toBe(all.length)
  },
)

test.each([
  ['caresses', 'caress'],
  ['ties', 'tie'],
  ['cries', 'cri'],
  ['gas', 'gas'],
  ['agreed', 'agre'],
  ['hopping', 'hop'],
  ['hoping', 'hope'],
  ['say', 'say'],
  ['happy', 'happi'],
  ['relational', 'relat'],
  ['hopefulness', 'hope'],
  ['apologist', 'apolog'],
  ['replacement', 'replac'],
  ['adoption', 'adopt'],
  ['controlling', 'control'],
  ['rate', 'rate'],
  ['yes', 'yes'],
  ['an', 'an'],
])('the stem of %s is %s', (word, stem) => {
  expect(stemEnglish(word)).toBe(stem)
})
