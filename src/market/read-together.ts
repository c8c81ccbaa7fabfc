import type { Market } from './market.ts'

/** Prices and their digits of one source: read again where the market has gone over to another meanwhile. */
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
