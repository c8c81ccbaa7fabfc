import { expect, test } from 'bun:test'
import { noCosts } from '../../../tests/bot-runs.ts'
import { translator } from '../../i18n/translate.ts'
import { changesBetween, settingsOf } from './plan-text.ts'

test('settings are written with their units', () => {
  const costs = { ...noCosts, takerFee: 1000 }
  const risk = { stopLoss: 50_000, maxOrders: 40 }
  const plan = { strategy: 'rsi', params: { length: 14 }, costs, risk, volumeShare: 10, order: 'pessimistic' as const }
  const settings = Object.fromEntries(settingsOf(translator('en'), 'en', plan))
  expect(settings).toMatchObject({
    ...{ Strategy: 'RSI reversal', 'RSI length': '14', 'Taker fee': '0.1%', 'Stop loss': '5%', 'Open orders': '40' },
    ...{ 'Volume share': '10%' },
  })
})

test('strategy parameters have the same units as in the form', () => {
  const params = { amount: 250, every: 12, safetyOrders: 3, dip: 1, scale: 1.5, takeProfit: 2.5 }
  const plan = { strategy: 'dca', params, costs: noCosts, order: 'nearest' as const }
  const settings = Object.fromEntries(settingsOf(translator('en'), 'en', plan))
  expect(settings).toMatchObject({
    'Candles between purchases': '12',
    'Price step': '1%',
    'Size multiplier': '×1.5',
    'Take profit': '2.5%',
  })
})

test('only changed settings are listed, in the order of the later plan, removed ones last', () => {
  const before = [['Fast', '5'] as const, ['Slow', '20'] as const, ['Stop loss', '5%'] as const]
  const after = [['Stop loss', '7%'] as const, ['Fast', '5'] as const, ['Take profit', '3%'] as const]
  expect(changesBetween(before, after)).toEqual([
    { name: 'Stop loss', from: '5%', to: '7%' },
    { name: 'Take profit', from: undefined, to: '3%' },
    { name: 'Slow', from: '20', to: undefined },
  ])
})
