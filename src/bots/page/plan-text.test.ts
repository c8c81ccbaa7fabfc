import { expect, test } from 'bun:test'
import { noCosts } from '../../../tests/bot-runs.ts'
import { translator } from '../../i18n/translate.ts'
import { settingsOf } from './plan-text.ts'

test('settings are written with their units', () => {
  const costs = { ...noCosts, takerFee: 1000 }
  const risk = { stopLoss: 50_000, maxOrders: 40 }
  const plan = { strategy: 'rsi', params: { length: 14 }, costs, risk, volumeShare: 10, order: 'pessimistic' as const }
  const settings = Object.fromEntries(settingsOf(translator('en'), 'en', plan))
  expect(settings).toMatchObject({
    ...{ Strategy: 'RSI reversal', 'RSI length': '14', 'Taker fee': '0.1%', 'Stop loss': '5%', 'Open orders': '40' },
    ...{ 'Share of volume': '10%' },
  })
})
