import type { Db } from '../../db/client.ts'
import { listings } from '../../db/schema/market.ts'
import type { Listing } from './listing.ts'

export async function readListings(db: Db): Promise<Listing[]> {
  const { asset, status, priceStep, quantityStep, minNotional } = listings
  return db.orm.select({ asset, status, priceStep, quantityStep, minNotional }).from(listings)
}

export async function recordListings(db: Db, news: readonly Listing[], checkedAt: number): Promise<void> {
  await db.writeBatch(
    news.map(({ asset, ...listing }) => {
      const values = { ...listing, checkedAt }
      return db.orm
        .insert(listings)
        .values({ asset, ...values })
        .onConflictDoUpdate({ target: listings.asset, set: values })
    }),
  )
}
