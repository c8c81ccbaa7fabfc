import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyRules } from '../../../../tests/any-rules.ts'
import { printRules } from '../../../../tests/print-rules.ts'
import { runsOf } from '../../../../tests/property-runs.ts'
import { appendCondition, withBuiltCondition } from './build-rules.ts'
import { parseRules } from './parse-rules.ts'

const parsed = (text: string) => {
  const read = parseRules(text)
  if (read.status === 'invalid') throw new Error(`${read.error.fault} in ${text}`)
  return read.rules
}
const form = (fields: Record<string, string>) => (name: string) => fields[name]

test('a condition from the menus joins the whole condition that was there', () => {
  // A price: one more indicator could be one too many.
  const added = { condition: 'close < 30', tree: parsed('enter when close < 30').enter }
  const cases = fc.tuple(
    anyRules,
    fc.constantFrom('enter' as const, 'exit' as const),
    fc.constantFrom('and' as const, 'or' as const),
  )
  fc.assert(
    fc.property(cases, ([rules, statement, join]) => {
      const text = printRules(rules).replaceAll('\n', ' # kept\n')
      const before = rules[statement]
      const after = appendCondition(text, { statement, join, condition: added.condition })
      expect(parsed(after)).toEqual({
        ...rules,
        [statement]: before ? { kind: join, left: before, right: added.tree } : added.tree,
      })
      expect(after.split('# kept').length).toBe(text.split('# kept').length)
    }),
    { numRuns: runsOf(100) },
  )
})

test('the fields of the menus become text', () => {
  const fields = {
    build: 'yes',
    'build.statement': 'enter',
    'build.join': 'and',
    'build.left': 'SMA',
    'build.leftNumber': '9, RSI(14)',
    'build.comparison': 'crosses above',
    'build.right': 'number',
    'build.rightNumber': '30,5',
  }
  expect(withBuiltCondition('', 'ru', form(fields))).toBe('enter when SMA(9, RSI(14)) crosses above 30.5')
  expect(withBuiltCondition('size 5%\r\nENTER when', 'ru', form({ ...fields, 'build.right': 'close' }))).toBe(
    'size 5%\nENTER when SMA(9, RSI(14)) crosses above close',
  )
  expect(withBuiltCondition('size 5%', 'ru', form({ ...fields, 'build.left': 'pie' }))).toBe('size 5%')
  expect(withBuiltCondition('size 5%', 'ru', form({}))).toBe('size 5%')
  const priced = { ...fields, 'build.left': 'close', 'build.comparison': '>', 'build.rightNumber': '100,000' }
  expect(withBuiltCondition('', 'en', form(priced))).toBe('enter when close > 100000')
})
