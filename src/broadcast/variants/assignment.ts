import { createHash } from 'node:crypto'

/** A prime modulus: products of numbers below it are exact in SQLite's integers */
const prime = 2 ** 31 - 1

/** An A/B test: number of variants, and percentage of the audience that gets them first */
export interface AbTest {
  variants: number
  percent: number
}

/** SQL for columns of a delivery, for a table with a column `chat_id` */
export interface AssignmentColumns {
  isTrial: string
  variant: string
}

/**
 * Assigns recipients to the test and its variants by a number below 1, a polynomial of the chat id with coefficients
 * from the broadcast id: stable, even, and different for each broadcast (a 4-wise independent family, Carter and Wegman
 * 1979). Nothing is stored.
 */
export function assignmentColumns(broadcastId: string, { variants, percent }: AbTest): AssignmentColumns {
  const chat = `(((chat_id % ${prime}) + ${prime}) % ${prime})`
  const place = coefficientsOf(broadcastId).reduce<string>(
    (sum, coefficient) => (sum === '' ? `${coefficient}` : `((${sum} * ${chat} + ${coefficient}) % ${prime})`),
    '',
  )
  const isTrial = `(${place} * 100 < ${prime * percent})`
  return { isTrial, variant: `iif(${isTrial}, ${place} * ${100 * variants} / ${prime * percent}, 0)` }
}

/** Returns the four coefficients of a broadcast, the first of them not 0. */
function coefficientsOf(broadcastId: string): number[] {
  const hash = createHash('sha256').update(broadcastId).digest()
  return [0, 4, 8, 12].map((at) => (hash.readUInt32BE(at) % (prime - 1)) + (at === 0 ? 1 : 0))
}
