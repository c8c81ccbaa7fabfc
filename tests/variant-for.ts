import { createHash } from 'node:crypto'
import type { AbTest } from '../src/broadcast/variants/assignment.ts'

const prime = 2n ** 31n - 1n

/** Computes a recipient's variant without the database. @returns undefined for recipients outside the test group */
export function variantFor(broadcastId: string, { variants, percent }: AbTest, chatId: number): number | undefined {
  const chat = ((BigInt(chatId) % prime) + prime) % prime
  const place = coefficientsOf(broadcastId).reduce((sum, coefficient) => (sum * chat + coefficient) % prime, 0n)
  const share = prime * BigInt(percent)
  if (place * 100n >= share) return undefined
  return Number((place * 100n * BigInt(variants)) / share)
}

function coefficientsOf(broadcastId: string): bigint[] {
  const hash = createHash('sha256').update(broadcastId).digest()
  return [0, 4, 8, 12].map((at) => (BigInt(hash.readUInt32BE(at)) % (prime - 1n)) + (at === 0 ? 1n : 0n))
}
