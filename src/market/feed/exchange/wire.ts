import { z } from 'zod'
import type { Candle } from '../../candle.ts'
import type { Trade } from '../../trade.ts'
import type { Digits } from '../../units.ts'
import { readUnits } from '../../units.ts'
import { type CandleTexts, readCandle } from '../read-candle.ts'
import type { MessageUpdate, StreamMessage } from './exchange.ts'

/** A time, ms UTC */
export const time = z.int().nonnegative()
export const decimal = z.string().regex(/^\d{1,20}(\.\d{1,20})?$/)
/** A time as text, ms UTC */
export const timeText = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

/** Parses a text message. @param as  turns JSON into a message; undefined if it has another shape */
export function readText(message: unknown, as: (json: unknown) => StreamMessage | undefined): StreamMessage {
  if (typeof message !== 'string') return { kind: 'malformed', malformation: 'not text' }
  const json = parseJson(message)
  if (json === undefined) return { kind: 'malformed', malformation: 'not JSON' }
  return as(json) ?? { kind: 'malformed', malformation: 'another shape' }
}

export function updateOf(
  texts: CandleTexts,
  digits: Digits,
  more: Pick<MessageUpdate, 'asset' | 'isClosed' | 'time'>,
): StreamMessage {
  const read = readCandle(texts, digits)
  if (!read) return { kind: 'malformed', malformation: 'impossible candle' }
  return { kind: 'update', update: { ...read.candle, ...more }, isExact: read.isExact }
}

/** A trade as an exchange sends it: price and quantity as decimal strings */
export type TradeTexts = Pick<Trade, 'id' | 'time' | 'side'> & { price: string; quantity: string }

/** Parses the trades of one asset, ascending. */
export function tradesOf(
  texts: readonly TradeTexts[],
  { asset, priceDigits, volumeDigits }: Digits & { asset: string },
) {
  const trades: Trade[] = []
  let isExact = true
  for (const { price: priceText, quantity: quantityText, ...more } of texts) {
    const [price, quantity] = [readUnits(priceText, priceDigits), readUnits(quantityText, volumeDigits)]
    if (!price?.units || !quantity) return { kind: 'malformed', malformation: 'impossible trade' } as const
    isExact &&= price.isExact && quantity.isExact
    trades.push({ asset, ...more, price: price.units, quantity: quantity.units })
  }
  return { kind: 'trades', trades, isExact } as const
}

/** Parses rows of candles; undefined if one is impossible. @param onRounded  called for rows with too many decimals */
export function readRows(rows: readonly CandleTexts[], digits: Digits, onRounded = () => {}): Candle[] | undefined {
  const candles: Candle[] = []
  for (const row of rows) {
    const read = readCandle(row, digits)
    if (!read) return undefined
    if (!read.isExact) onRounded()
    candles.push(read.candle)
  }
  return candles
}

/** A trading rule without trailing zeros; undefined if it is missing, unreadable or 0: no rule applies. */
export function ruleOf(value: unknown): string | undefined {
  const rule = ruleText.safeParse(value).data
  if (rule === undefined || Number(rule) === 0) return undefined
  return rule.includes('.') ? rule.replace(/\.?0+$/, '') : rule
}

const ruleText = z.string().regex(/^\d{1,15}(\.\d{1,20})?$/)

/** Drops rules that are undefined, so that they do not replace known ones. */
export function knownRules<T extends Record<string, string | undefined>>(rules: T): Partial<Record<keyof T, string>> {
  return Object.fromEntries(Object.entries(rules).filter(([, rule]) => rule !== undefined)) as Partial<
    Record<keyof T, string>
  >
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
