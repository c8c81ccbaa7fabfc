import { describe, expect, test } from 'bun:test'
import { parseDocument } from 'yaml'
import { plainValue } from './plain-yaml.ts'

function read(yaml: string) {
  return plainValue(parseDocument(yaml, { prettyErrors: false, logLevel: 'error' }))
}

test('maps, lists and texts are read, and an empty text is undefined', () => {
  expect(read('a: [1, {b: c}]\n2: d')).toEqual({ status: 'read', value: { a: [1, { b: 'c' }], 2: 'd' } })
  expect(read('a: &x [1]\nb: *x')).toEqual({ status: 'read', value: { a: [1], b: [1] } })
  expect(read('')).toEqual({ status: 'read', value: undefined })
})

describe('refused values, with their position', () => {
  test.each([
    ['a name that is a list', 'a: b\n[c]: d', 'A key must be plain text', 5],
    ['a name that is an alias', '&x a: b\n*x : d', 'A key must be plain text', 8],
    ['names in names', '? '.repeat(500), 'A key must be plain text', 2],
    ['lists in lists', `a: ${'['.repeat(300)}${']'.repeat(300)}`, 'Nested too deep', 66],
  ])('%s', (_, yaml, message, offset) => {
    expect(read(yaml)).toEqual({ status: 'refused', message, offset })
  })

  test('a list that contains itself is refused', () => {
    expect(read('a: &x [*x]')).toMatchObject({ status: 'refused' })
  })

  test('an asterisk meant as emphasis and multiplying aliases are refused', () => {
    expect(read('a: *b')).toMatchObject({ status: 'refused', message: expect.stringContaining('Unresolved alias') })
    const bomb = ['a: &a [x,x,x,x]', 'b: &b [*a,*a,*a,*a]', 'c: &c [*b,*b,*b,*b]', 'd: [*c,*c,*c,*c]'].join('\n')
    expect(read(bomb)).toMatchObject({ status: 'refused', message: expect.stringContaining('alias count') })
  })
})
