import { createHash } from 'node:crypto'

/** A prime: numbers below it, multiplied, are exact in SQLite's integers */
const prime = 2 ** 31 - 1

/** A trial: how many variants there are, and the share of the audience that gets them first, percent */
export interface Trial {
  variants: number
  percent: number
}

/** SQL of what a row becomes, for a table with a column `chat_id` */
export interface PlacedColumns {
  isTrial: string
  variant: string
}

/**
 * Every recipient has a place below 1 by a polynomial of their chat's id, whose coefficients come from the broadcast's:
 * stable, even, and of another broadcast another (a 4-wise independent family, Carter and Wegman 1979). Nothing is kept.
 */
export function placedColumns(broadcastId: string, { variants, percent }: Trial): PlacedColumns {
  const chat = `(((chat_id % ${prime}) + ${prime}) % ${prime})`
  const place = coefficientsOf(broadcastId).reduce<string>(
    (sum, coefficient) => (sum === '' ? `${coefficient}` : `((${sum} * ${chat} + ${coefficient}) % ${prime})`),
    '',
  )
  const isTrial = `(${place} * 100 < ${prime * percent})`
  return { isTrial, variant: `iif(${isTrial}, ${place} * ${100 * variants} / ${prime * percent}, 0)` }
}

/** Four, the first of them not 0 */
function coefficientsOf(broadcastId: string): number[] {
  const hash = createHash('sha256').update(broadcastId).digest()
  return [0, 4, 8, 12].map((at) => (hash.readUInt32BE(at) % (prime - 1)) + (at === 0 ? 1 : 0))
}
