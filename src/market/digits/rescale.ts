import type { Db } from '../../db/client.ts'
import { type Digits, maxUnits } from '../units.ts'
import { type AssetDigits, areMultiples, dropAsset, movePoint, readDigits, readLargest } from './queries.ts'

/** Result of a change of digits. `dropped`: the new digits cannot represent the stored numbers; fetch them again. */
export type RescaleOutcome = 'same' | 'rescaled' | 'dropped'

/** Rescales stored candles exactly, or drops them. Call it before the candle windows open: nothing else may write. */
export async function rescale(db: Db, to: AssetDigits): Promise<RescaleOutcome> {
  const from = (await readDigits(db)).get(to.asset)
  if (from && from.priceDigits === to.priceDigits && from.volumeDigits === to.volumeDigits) return 'same'
  const largest = await readLargest(db, to.asset)
  const move = from && largest && { ...moveOf(from, to), largest }
  if (move && (await fits(db, to.asset, move, move.largest))) {
    await movePoint(db, to, move)
    return 'rescaled'
  }
  await dropAsset(db, to)
  return largest ? 'dropped' : 'same'
}

/** Returns the requested digits, or more if stored ones are finer: an asset traded in coarser steps keeps its past. */
export async function digitsNeeded(db: Db, { asset, priceDigits, volumeDigits }: AssetDigits): Promise<Digits> {
  const stored = (await readDigits(db)).get(asset)
  if (!stored) return { priceDigits, volumeDigits }
  const price = divisorOf(stored.priceDigits - priceDigits)
  const volume = divisorOf(stored.volumeDigits - volumeDigits)
  const areCoarsePrices = await areMultiples(db, asset, { price, volume: 1 })
  const areCoarseVolumes = await areMultiples(db, asset, { price: 1, volume })
  return {
    priceDigits: areCoarsePrices ? priceDigits : stored.priceDigits,
    volumeDigits: areCoarseVolumes ? volumeDigits : stored.volumeDigits,
  }
}

function moveOf(from: Digits, to: Digits): Digits {
  return { priceDigits: to.priceDigits - from.priceDigits, volumeDigits: to.volumeDigits - from.volumeDigits }
}

async function fits(db: Db, asset: string, move: Digits, largest: { price: number; volume: number }) {
  const { priceDigits, volumeDigits } = move
  if (largest.price * 10 ** priceDigits > maxUnits) return false
  if (largest.volume * 10 ** volumeDigits > Number.MAX_SAFE_INTEGER) return false
  return areMultiples(db, asset, { price: divisorOf(-priceDigits), volume: divisorOf(-volumeDigits) })
}

function divisorOf(lostDigits: number): number {
  return lostDigits > 0 ? 10 ** lostDigits : 1
}
