import { expect, test } from 'bun:test'
import { bitcoin } from '../../../tests/doubles/market-processes.ts'
import { type ListingStatus, listingOf } from '../listing/listing.ts'
import { type HistoryState, retryRefused } from './backfill.ts'

const histories: HistoryState[] = ['filling', 'filled', 'refused', 'delisted']
const statuses: ListingStatus[] = ['trading', 'halted', 'delisted']

test('history is requested again for refused or delisted assets that are not delisted now', () => {
  const cases = histories.flatMap((history) =>
    statuses.flatMap((before) =>
      statuses.map((now) => ({ asset: `${history}: ${before}, ${now}`, history, before, now })),
    ),
  )
  const asked: string[] = []
  const backfill = {
    stateOf: (asset: string) => cases.find((one) => one.asset === asset)?.history ?? 'filled',
    again: async (asset: string) => void asked.push(asset),
  }
  const changes = cases.map(({ asset, before, now }) => {
    const listing = listingOf({ ...bitcoin, asset })
    return { before: { ...listing, status: before }, now: { ...listing, status: now } }
  })
  retryRefused(backfill, changes, { error: () => {} })
  expect(asked).toEqual([
    ...['filling', 'filled'].flatMap((history) => [`${history}: delisted, trading`, `${history}: delisted, halted`]),
    ...['refused', 'delisted'].flatMap((history) =>
      statuses.flatMap((before) => [`${history}: ${before}, trading`, `${history}: ${before}, halted`]),
    ),
  ])
})
