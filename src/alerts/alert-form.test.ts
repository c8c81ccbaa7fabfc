import { expect, test } from 'bun:test'
import { readNumber } from '../i18n/read-number.ts'
import { parseAlertForm } from './alert-form.ts'

const now = Date.UTC(2026, 5, 10, 12, 30, 20)

test.each([
  ['ru', '65000', 65_000],
  ['ru', '65 000,5', 65_000.5],
  ['ru', '65,000', 65],
  ['ru', '1,000,000', 1_000_000],
  ['en', '65,000', 65_000],
  ['en', '65,000.25', 65_000.25],
  ['en', '0,625', 0.625],
  ['en', '1,5', 1.5],
  ['en', '−5%', -5],
  ['ru', '+ 5 %', 5],
  ['en', '1e5', undefined],
  ['en', '', undefined],
  ['en', 'Infinity', undefined],
  ['en', '1,2,3', undefined],
  ['en', '12.5.1', undefined],
  ['ru', '--5', undefined],
] as const)('%s: %p is parsed as %p', (locale, text, value) => {
  expect(readNumber(locale, text)).toBe(value)
})

test.each([
  [{ kind: 'level', value: '0' }, { value: 'badLevel' }],
  [{ kind: 'level', value: '-1' }, { value: 'badLevel' }],
  [{ kind: 'level', value: '100' }, { value: 'alreadyThere' }],
  [{ kind: 'level', value: '100.004' }, { value: 'alreadyThere' }],
  [{ kind: 'level', value: '0.004' }, { value: 'belowStep' }],
  [{ kind: 'level', value: 'much' }, { value: 'badNumber' }],
  [{ kind: 'percent', value: '0' }, { value: 'badPercent' }],
  [{ kind: 'percent', value: '-100' }, { value: 'badPercent' }],
  [{ kind: 'percent', value: '1001' }, { value: 'badPercent' }],
  [{ kind: 'sideways', value: '5' }, { kind: 'badKind' }],
  [
    { kind: 'percent', value: 'x', note: 'ё'.repeat(201) },
    { value: 'badNumber', note: 'badNote' },
  ],
] as const)('%p is rejected', (fields, faults) => {
  const reading = parseAlertForm({ note: '', ...fields }, { locale: 'en', price: 100, priceDigits: 2, now })
  expect(reading).toEqual({ isValid: false, faults })
})

test.each([
  ['0.005', 0.01],
  ['99.996', 100],
  ['101.2345', 101.23],
] as const)('a level of %p is rounded to the step: %p', (value, level) => {
  const reading = parseAlertForm({ kind: 'level', value, note: '' }, { locale: 'en', price: 50, priceDigits: 2, now })
  expect(reading).toMatchObject({ isValid: true, alert: { rule: { value: level } } })
})
