import { expect, test } from 'bun:test'
import { locales } from '../../i18n/locales.ts'
import { defaultInstruments } from '../../market/instrument.ts'
import { listingOf } from '../../market/listing/listing.ts'
import { wholeUnits } from '../../market/units.ts'
import { findStrategy, strategies } from '../strategies/catalog.ts'
import { choiceLabel, fieldHint, fieldLabel, fieldsOf } from './bot-fields.ts'
import { initialValues, numberText, valuesOf } from './field-values.ts'
import { type FormContext, readPlan } from './read-plan.ts'

const price = wholeUnits(6_500_000)
const market: FormContext['market'] = {
  instruments: defaultInstruments,
  instrument: (asset) => defaultInstruments.find((each) => each.asset === asset),
  listing: (asset) => {
    const instrument = defaultInstruments.find((each) => each.asset === asset)
    return instrument && listingOf(instrument)
  },
  current: (asset, tf) =>
    asset === 'BTCUSDT'
      ? {
          asset,
          tf,
          openTime: 0,
          open: price,
          high: price,
          low: price,
          close: price,
          volume: price,
          isClosed: false,
          time: 0,
        }
      : undefined,
  columns: () => Promise.reject(new Error('Nothing is tried here')),
}

function of(id: string) {
  const strategy = findStrategy(id)
  if (!strategy) throw new Error(`There is no ${id}`)
  return strategy
}
const read = (id: string, typed: Record<string, string> = {}, locale: 'ru' | 'en' = 'en') =>
  readPlan({ ...initialValues(locale, of(id)), asset: 'BTCUSDT', ...typed }, { locale, market })

function ready(...given: Parameters<typeof read>) {
  const outcome = read(...given)
  if (outcome.status !== 'ready') throw new Error(JSON.stringify(outcome.errors))
  return outcome
}

const errorsOf = (...given: Parameters<typeof read>) => {
  const outcome = read(...given)
  return outcome.status === 'invalid' ? outcome.errors : {}
}

test.each(strategies)('$id has texts for all its fields, and its initial values are valid', (strategy) => {
  for (const locale of locales) {
    for (const field of fieldsOf(strategy)) {
      expect(fieldLabel(locale, strategy, field.name)).not.toBe('')
      expect(fieldHint(locale, strategy, field)).not.toBe('')
      if (field.kind !== 'choice') continue
      for (const choice of field.choices) expect(choiceLabel(locale, strategy, field, choice)).not.toBe('')
    }
    expect(ready(strategy.id, {}, locale).plan).toMatchObject({
      strategy: strategy.id,
      costs: { takerFee: 1000, makerFee: 1000, slippage: 500, spread: 200 },
      risk: { stopLoss: 50_000, maxDrawdown: 150_000, dailyLoss: 50_000, cooldownMinutes: 180, allocation: 1_000_000 },
      order: 'nearest',
    })
  }
})

test.each(strategies)('no number of $id is accepted outside its bounds', (strategy) => {
  for (const field of fieldsOf(strategy)) {
    if (field.kind !== 'number') continue
    const { name, min, max, isWhole, unit } = field
    const over = numberText('en', max + 1)
    const wrong = [
      'much',
      over,
      ...(unit === 'price' ? ['0'] : [numberText('en', min - 0.005)]),
      ...(isWhole ? ['2.5'] : []),
    ]
    for (const text of wrong)
      expect([name, text, errorsOf(strategy.id, { [name]: text })[name]]).not.toContain(undefined)
    // A value equal to the bound is valid, although another field may then be refused.
    const edges = [...(unit === 'price' ? [] : [min]), max].map((edge) => numberText('en', edge))
    for (const text of edges) {
      const error = errorsOf(strategy.id, { [name]: text })[name]
      expect([name, text, error?.startsWith('Must be greater') ? undefined : error]).toEqual([name, text, undefined])
    }
  }
})

test('the errors of all fields are reported together, in the user’s language', () => {
  const typed = {
    'params.fast': '',
    'params.slow': '1.5',
    capital: 'lots',
    'risk.stopLoss': '',
    feeBps: '1.005',
    tf: '7',
  }
  expect(errorsOf('ma-cross', { ...typed, name: 'ё'.repeat(61), order: 'any', 'risk.cooldown': '-1' }, 'ru')).toEqual({
    name: 'Название длиннее 60 знаков. Сократите его.',
    'params.fast': 'Введите число.',
    'params.slow': 'Введите целое число от 2 до 500.',
    capital: 'Это не число. Напишите, например, 1,5.',
    'risk.stopLoss': 'Введите стоп-лосс: он обязателен.',
    'risk.cooldown': expect.stringMatching(/^Введите целое число от 0 до 1\s000\.$/),
    feeBps: 'Не больше двух знаков после запятой.',
    order: 'Выберите из списка.',
    tf: 'Выберите из списка.',
  })
  expect(errorsOf('ma-cross', { 'params.fast': '50' })).toEqual({
    'params.slow': 'Must be greater than “Fast average”.',
  })
  expect(errorsOf('grid', { 'params.lower': '70,000', 'params.upper': '65 000' })).toEqual({
    'params.upper': 'Must be greater than “Lower price”.',
  })
  expect(errorsOf('grid', { asset: 'ETHUSDT' })).toEqual({
    'params.lower': 'This asset has no price yet. Enter your own.',
    'params.upper': 'This asset has no price yet. Enter your own.',
  })
  expect(Object.keys(errorsOf('rsi', { asset: 'NOPE' }))).toEqual(['asset'])
  expect(Object.keys(errorsOf('rsi', { strategy: 'luck' }))).toEqual(['strategy'])
})

test('numbers are read in the locale’s format; empty prices follow the asset', () => {
  const { plan, backtest, name } = ready(
    'grid',
    { capital: '2 500,5', 'risk.takeProfit': '2,5 %', 'params.trailing': 'yes' },
    'ru',
  )
  expect(plan.params).toEqual({ lower: 58_500, upper: 71_500, levels: 10, spacing: 'arithmetic', trailing: true })
  expect(plan.risk).toMatchObject({ takeProfit: 25_000 })
  expect([backtest.capital / 1e8, name]).toEqual([2500.5, ''])
  expect(ready('grid', { capital: '2,500.50', name: ' Mine ' }).backtest.capital).toBe(backtest.capital)
  // A URL with numbers written in one language can be read in the other.
  for (const value of [1.432, 65.125, 65_000.125, 1.5, 1e6]) {
    const taken = (['ru', 'en'] as const).map((locale) => ready('rsi', { capital: numberText('ru', value) }, locale))
    expect(taken.map(({ backtest }) => backtest.capital / 1e8)).toEqual([value, value])
  }
})

test.each(strategies)('a plan of $id can be written to its fields and read again', (strategy) => {
  const more = { 'risk.takeProfit': '7.25', makerFeeBps: '2.5', volumeShare: '10', order: 'pessimistic' }
  const { plan, backtest } = ready(strategy.id, { ...more, 'params.trailing': 'yes', tf: '15' })
  const row = { name: 'Mine', asset: 'BTCUSDT', tf: 15, capital: backtest.capital }
  for (const locale of locales) {
    const again = readPlan(valuesOf(locale, { row, plan }), { locale, market })
    expect(again).toMatchObject({ status: 'ready', name: 'Mine', plan, backtest: { capital: backtest.capital } })
  }
})
