import type { Db } from '../../db/client.ts'
import type { FeedId } from '../feed/feed-id.ts'
import { instrumentOf } from '../feed/replay.ts'
import { defaultInstruments } from '../instrument.ts'
import type { Digits } from '../units.ts'
import type { MarketIdentity } from './process-topics.ts'

/** Identity of the stored prices: their source, and the digits of each asset */
export interface StoredIdentity {
  source: string
  digits: ReadonlyMap<string, Digits>
  /** Everything above as one string, for comparison */
  mark: string
}

export function createIdentityReader(db: Db): () => Promise<StoredIdentity> {
  const read = db.readOne(`select
    (select feed from market_source) as source,
    (select json_group_array(json_array(asset, price_digits, volume_digits)) from (select * from digits order by asset))
      as digits`)
  return async () => {
    const { source, digits } = (await read()) ?? {}
    const rows: [string, number, number][] = JSON.parse(String(digits ?? '[]'))
    return {
      source: String(source ?? ''),
      digits: new Map(rows.map(([asset, priceDigits, volumeDigits]) => [asset, { priceDigits, volumeDigits }])),
      mark: `${source} ${digits}`,
    }
  }
}

/** Derives the identity as well as possible before the process with the feed has sent its own. */
export function identityOf({ source, digits }: StoredIdentity, expected: FeedId = 'demo'): MarketIdentity {
  const id = (['demo', 'binance', 'replay'] as const).find((known) => source.split(' ')[0] === known) ?? expected
  const instruments =
    id === 'replay'
      ? [...digits].map(([asset, ofAsset]) => instrumentOf({ asset, ...ofAsset }))
      : defaultInstruments.map((instrument) => ({ ...instrument, ...digits.get(instrument.asset) }))
  return { id, source, instruments }
}

/** Whether an announced identity matches the prices in the database */
export function matchesStored({ source, instruments }: MarketIdentity, stored: StoredIdentity): boolean {
  return (
    source === stored.source &&
    instruments.every(({ asset, priceDigits, volumeDigits }) =>
      Bun.deepEquals(stored.digits.get(asset), { priceDigits, volumeDigits }),
    )
  )
}
