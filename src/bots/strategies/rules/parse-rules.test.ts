import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { anyRules } from '../../../../tests/any-rules.ts'
import { printRules } from '../../../../tests/print-rules.ts'
import { isFull, runsOf } from '../../../../tests/property-runs.ts'
import { ruleExamples } from './examples.ts'
import { explainRules } from './explain-rules.ts'
import type { Marks } from './marks.ts'
import { knownNames } from './parse-expression.ts'
import { parseRules, statementNames } from './parse-rules.ts'
import { ruleErrorText } from './rule-error.ts'

const good = `# buys weakness inside a rise
enter when RSI(14) < 30 and close > EMA(200)
EXIT WHEN rsi(14) > 70 or profit < -2%
stop ATR(14) * 2
size 50%
add 25% when close < average price * 97% at most 3`

function faultOf(text: string) {
  const parsed = parseRules(text)
  if (parsed.status === 'ready') throw new Error(`No fault in: ${text}`)
  const { fault, line, column, suggestion } = parsed.error
  return [fault, line, column, suggestion]
}

function canonical(text: string): string {
  const parsed = parseRules(text)
  if (parsed.status === 'invalid') throw new Error(ruleErrorText('en', parsed.error))
  return printRules(parsed.rules)
}

test('rules are read in any case and order, with comments, and printed in one canonical way', () => {
  expect(canonical(good)).toBe(`enter when RSI(14) < 30 and close > EMA(200)
exit when RSI(14) > 70 or profit < -2%
add 25% when close < average price * 97% at most 3
stop ATR(14) * 2
size 50%`)
})

test('operators bind as in arithmetic, and parentheses change that', () => {
  const parts = ['1 + 2 * 3 < close', '(1 + 2) * 3 < close', '-close[1] < 0', '(-close)[1] < 0', '10 - (4 - 3) < close']
  for (const part of parts) expect(canonical(`enter when ${part}`)).toBe(`enter when ${part}`)
  expect(canonical('enter when (close > 1 and (open > 1)) or not (high > 2)')).toBe(
    'enter when close > 1 and open > 1 or not high > 2',
  )
})

test('numbers in braces are plain numbers that parameters may replace', () => {
  const text = 'enter when RSI({14}) < { 30 } # of {these}\nexit when clsoe > 1'
  expect(faultOf(text)).toEqual(['name', 2, 11, 'close'])
  const [line = ''] = text.split('\n')
  const printed = (marks: Marks) => {
    const parsed = parseRules(line, marks)
    return parsed.status === 'ready' && printRules(parsed.rules)
  }
  expect(printed({})).toBe('enter when RSI(14) < 30')
  expect(printed({ first: 7 })).toBe('enter when RSI(7) < 30')
  expect(printed({ first: 7, second: 25.5 })).toBe('enter when RSI(7) < 25.5')
  expect(parseRules(line, { first: 1 }).status).toBe('invalid')
  expect(faultOf('enter when {1} < {2} + {3}')).toEqual(['tooManyMarks', 1, 1, undefined])
})

test('indicators without numbers have their usual ones', () => {
  expect(canonical('enter when MACD crosses above MACD_SIGNAL and RSI(7) < BB_LOWER(20)')).toBe(
    'enter when MACD(12, 26, 9) crosses above MACD_SIGNAL(12, 26, 9) and RSI(7) < BB_LOWER(20, 2)',
  )
})

test('an indicator reads a price of the candle, or another indicator', () => {
  for (const value of [
    'SMA(9, RSI(14))',
    'EMA(5, SMA(3, hlc3))',
    'RSI(14, ATR(10))',
    'SMA(4, MACD_SIGNAL(3, 6, 2, low))',
  ]) {
    expect(canonical(`enter when ${value} < 30`)).toBe(`enter when ${value} < 30`)
  }
  expect(canonical('enter when sma(rsi) < hl2')).toBe('enter when SMA(20, RSI(14)) < hl2')
  expect(faultOf('enter when SMA(9, RSI(14, RSI(14))) < ATR(14, hl2)')).toEqual(['expected', 1, 47, undefined])
  expect(faultOf('enter when SMA(9, profit) < 30')).toEqual(['expected', 1, 19, undefined])
})

describe('a fault has its place and a suggestion', () => {
  test.each([
    ['', ['empty', 1, 1, undefined]],
    ['# nothing', ['empty', 1, 1, undefined]],
    ['exit when close > 1', ['noEnter', 1, 1, undefined]],
    ['enter when close > 1\nexti when close < 1', ['statement', 2, 1, 'exit']],
    ['enter when RSO(14) < 30', ['name', 1, 12, 'RSI']],
    ['enter when clsoe > 1', ['name', 1, 12, 'close']],
    ['enter when close > 1 adn open > 1', ['lineOver', 1, 22, 'and']],
    ['enter when close crosses abov 3', ['expected', 1, 26, 'above']],
    ['enter when RSI(14 < 30', ['expected', 1, 19, undefined]],
    ['enter when RSI(1) < 30', ['bounds', 1, 16, undefined]],
    ['enter when RSI(14.5) < 30', ['bounds', 1, 16, undefined]],
    ['enter when MACD(26, 12, 9) > 0', ['order', 1, 12, undefined]],
    ['enter when close', ['needsCondition', 1, 12, undefined]],
    ['enter when (close > 1) + 1 > 2', ['needsValue', 1, 12, undefined]],
    ['enter when close + 2% > open', ['sumOfTypes', 1, 20, undefined]],
    ['enter when close > 1\nexit when profit < 2', ['mixedTypes', 2, 20, '2%']],
    ['enter when profit > 2%', ['positionless', 1, 12, undefined]],
    ['enter when hour[1] = 9', ['notEarlier', 1, 12, undefined]],
    ['enter when close[500] > 1', ['bounds', 1, 18, undefined]],
    ['enter when close[90][90] > 1', ['tooFarBack', 1, 1, undefined]],
    ['enter when close > 1\nenter when open > 1', ['twice', 2, 1, undefined]],
    ['enter when закрытие > 1', ['character', 1, 12, undefined]],
    ['enter when close >', ['expected', 1, 19, undefined]],
    ['enter when close > 1\nsize 0%', ['bounds', 2, 6, undefined]],
    [`enter when ${'('.repeat(300)}close > 1`, ['tooDeep', 1, 32, undefined]],
    [`enter when close > 1${' + 1'.repeat(400)}`, ['tooLarge', 1, 316, undefined]],
    [`enter when ${'not '.repeat(400)}close > 1`, ['tooDeep', 1, 92, undefined]],
    [`enter when close > ${'-'.repeat(400)}1`, ['tooDeep', 1, 40, undefined]],
    [`# ${'long '.repeat(500)}`, ['tooLong', 1, 1, undefined]],
    [
      `enter when close > ${Array.from({ length: 12 }, (_, n) => `SMA(${n + 2})`).join(' + ')}`,
      ['tooManyIndicators', 1, 1, undefined],
    ],
  ])('%#', (text, fault) => {
    expect(faultOf(text)).toEqual(fault)
  })

  test('in words of both languages', () => {
    const parsed = parseRules('enter when clsoe > 1')
    if (parsed.status === 'ready') throw new Error('The fault is missing')
    expect(ruleErrorText('en', parsed.error)).toBe(
      'Line 1, column 12. The name “clsoe” is unknown. Did you mean “close”?',
    )
    expect(ruleErrorText('ru', parsed.error)).toBe(
      'Строка 1, столбец 12. Имя «clsoe» неизвестно. Возможно, вы имели в виду «close».',
    )
  })
})

test('printing and parsing again gives the same rules, which are explained in both languages', () => {
  const property = fc.property(anyRules, (rules) => {
    const text = printRules(rules)
    const parsed = parseRules(text)
    if (parsed.status === 'invalid') throw new Error(`${text}\n${ruleErrorText('en', parsed.error)}`)
    expect(parsed.rules).toEqual(rules)
    for (const locale of ['ru', 'en'] as const) {
      expect(explainRules(locale, rules).join(' ')).not.toMatch(/rules\.[a-z]|\{\{|undefined|^$/)
    }
  })
  fc.assert(property, { numRuns: runsOf(1000) })
})

const words = [...statementNames, ...knownNames, 'when', 'and', 'or', 'not', 'crosses', 'above', 'at', 'most', '\n']
const signs = ['(', ')', '[', ']', ',', '<', '<=', '=', '!=', '+', '-', '*', '/', '%', '14', '2.5', '0', '#', '.', 'ё']
const anyText = fc.oneof(
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  fc.array(fc.constantFrom(...words, ...signs), { maxLength: 300 }).map((parts) => parts.join(' ')),
  fc.array(fc.constantFrom(...words, ...signs), { maxLength: 30 }).map((parts) => `enter when ${parts.join(' ')}`),
)

test('any text gives rules, or a fault with a place inside the text', () => {
  const property = fc.property(anyText, (text) => {
    const parsed = parseRules(text)
    if (parsed.status === 'ready') return
    const { line, column } = parsed.error
    const lines = text.split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(line)
    expect((lines[line - 1] ?? '').length + 1).toBeGreaterThanOrEqual(column)
    expect(ruleErrorText('en', parsed.error)).not.toMatch(/rules\.[a-z]|\{\{|undefined/)
  })
  fc.assert(property, { numRuns: isFull ? 10_000 : 300 })
})

test('rules are explained in words', () => {
  const parsed = parseRules(good)
  if (parsed.status === 'invalid') throw new Error(ruleErrorText('en', parsed.error))
  expect(explainRules('en', parsed.rules)).toEqual([
    'The bot buys for 50% of the equity when RSI(14) is below 30 and close is above EMA(200).',
    'It buys more for 25% of the equity when close is below average purchase price × 97%, at most 3 times per position.',
    'It sells everything when RSI(14) is above 70 or profit is below −2%.',
    'A stop order waits ATR(14) × 2 below the close at which the purchase was decided.',
  ])
  expect(explainRules('ru', parsed.rules)[0]).toBe(
    'Бот покупает на 50\u00a0% капитала, когда RSI(14) меньше, чем 30 и закрытие больше, чем EMA(200).',
  )
})

test.each(Object.entries(ruleExamples))('the example %s is valid', (_, text) => {
  expect(parseRules(text).status).toBe('ready')
})
