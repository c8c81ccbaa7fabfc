import { expect, test } from 'bun:test'
import { manualTradesCsv } from './paper-routes.tsx'

test('the smallest amounts are written as decimals that spreadsheets can read', () => {
  const digits = { priceDigits: 8, volumeDigits: 0 }
  const trade = {
    side: 'buy' as const,
    price: 12,
    quantity: 1000,
    fee: 5,
    profit: -5,
    reason: 'person',
    isCaughtUp: false,
    note: 'Too early, "again"',
  }
  const csv = manualTradesCsv([{ id: 1, asset: 'SHIBUSDT', time: Date.UTC(2026, 0, 5), ...digits, ...trade }])
  expect(csv.trim().split('\r\n').at(-1)).toBe(
    '2026-01-05T00:00:00.000Z,SHIBUSDT,buy,0.00000012,1000,0.00000005,-5e-8,person,"Too early, ""again"""',
  )
})
