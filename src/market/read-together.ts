import type { Market } from './market.ts'

/**
 * What is read of the market in several steps, prices and their digits, as of one source: read again where the market has
 * gone over to another source or to other digits meanwhile, as it may in a process without the feed.
 */
export async function readTogether<Answer>(
  market: Pick<Market, 'instruments'>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const { instruments } = market
    const answer = await read()
    if (market.instruments === instruments) return answer
  }
}
