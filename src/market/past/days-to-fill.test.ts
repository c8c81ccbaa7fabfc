import { expect, test } from 'bun:test'
import type { Db } from '../../db/client.ts'
import { defaultInstruments } from '../instrument.ts'
import { daysToFill } from './backfill.ts'

const midnight = Date.UTC(2026, 5, 10)
const [hour, day] = [3_600_000, 86_400_000]
const instruments = defaultInstruments.slice(0, 2)

test('incomplete days are returned newest first, the outer ones cut to the span', async () => {
  // Whole days that the database already has, by asset
  const whole: Record<string, number[]> = { BTCUSDT: [midnight - day], ETHUSDT: [] }
  const readAll = () => async (asset: string, tf: number) =>
    tf === 1440 ? (whole[asset] ?? []).map((time) => [time]) : []
  const days = async (from: number, to: number) => {
    const found = await daysToFill({ readAll } as unknown as Db, { instruments }, { from, to })
    return found.map((span) => [span.asset, (span.from - midnight) / hour, (span.to - midnight) / hour])
  }
  expect(await days(midnight - 2 * day + hour, midnight + 5 * hour)).toEqual([
    ['BTCUSDT', 0, 5],
    ['ETHUSDT', 0, 5],
    ['ETHUSDT', -24, 0],
    ['BTCUSDT', -47, -24],
    ['ETHUSDT', -47, -24],
  ])
  expect(await days(midnight - day, midnight)).toEqual([['ETHUSDT', -24, 0]])
  expect(await days(midnight, midnight)).toEqual([])
})
