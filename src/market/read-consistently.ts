import type { Market } from './market.ts'

/** Reads prices with the digits of the same source: repeats the read if the market switched source meanwhile. */
export async function readConsistently<Answer>(
  market: Pick<Market, 'instruments'>,
  read: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const { instruments } = market
    const answer = await read()
    if (market.instruments === instruments) return answer
  }
}
