import { z } from 'zod'
import { moscowMs } from '../../../i18n/moscow-time.ts'
import type { Candle } from '../../candle.ts'
import type { Instrument } from '../../instrument.ts'
import type { ListingNews } from '../../listing/listing.ts'
import type { Digits } from '../../units.ts'
import { readRows, ruleOf } from '../exchange/wire.ts'
import type { SpecialDays } from './trading-hours.ts'

/** Writes a time as the service reads it, in Moscow time: `2026-11-20 18:45:00`. */
export function moscowText(time: number): string {
  return new Date(time + moscowMs).toISOString().slice(0, 19).replace('T', ' ')
}

/** A time in Moscow as text */
const moscowTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .transform((text) => Date.parse(`${text.replace(' ', 'T')}+03:00`))
  .refine(Number.isFinite)
const number = z.number().nonnegative()

/** A table: names of columns and rows of cells. The service adds columns, so cells are found by name. */
const table = z.object({ columns: z.array(z.string()).max(200), data: z.array(z.array(z.unknown())).max(5000) })

/** Parses the rows of a table; undefined if the table is missing or one of its rows has another shape. */
function rowsOf<Row>(body: unknown, name: string, row: z.ZodType<Row>): Row[] | undefined {
  const found = z.object({ [name]: table }).safeParse(body).data?.[name]
  if (!found) return undefined
  const { columns, data } = found
  const records = data.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at]])))
  return z.array(row).safeParse(records).data
}

const candleRow = z.object({
  open: number,
  close: number,
  high: number,
  low: number,
  /** Number of shares, not of lots */
  volume: number,
  begin: moscowTime,
})

/** https://iss.moex.com/iss/reference/46; ascending. Minutes without a trade have no candle. */
export function readCandles(body: unknown, digits: Digits, onRounded?: () => void): Candle[] | undefined {
  const rows = rowsOf(body, 'candles', candleRow)
  const texts = rows?.map(({ begin, open, high, low, close, volume }) => {
    return [begin, String(open), String(high), String(low), String(close), String(volume)] as const
  })
  return texts && readRows(texts, digits, onRounded)
}

const securityRow = z.object({
  SECID: z.string().max(40),
  LOTSIZE: z.int().positive(),
  DECIMALS: z.int().nonnegative().max(10),
  MINSTEP: number,
  /** `A`: admitted to trading; `S`: suspended; `N`: blocked */
  STATUS: z.string().max(40),
})

/** https://iss.moex.com/iss/reference/32; an order is a number of whole lots, worth any amount. */
export function readListings(body: unknown, instruments: readonly Instrument[]): ListingNews[] | undefined {
  const rows = rowsOf(body, 'securities', securityRow)
  if (!rows || rows.length === 0) return undefined
  return rows
    .filter(({ SECID }) => instruments.some(({ asset }) => asset === SECID))
    .map(({ SECID, LOTSIZE, DECIMALS, MINSTEP, STATUS }) => {
      const priceStep = ruleOf(MINSTEP.toFixed(DECIMALS))
      const status = STATUS === 'A' ? 'trading' : 'halted'
      return { asset: SECID, status, quantityStep: String(LOTSIZE), minNotional: '0', ...(priceStep && { priceStep }) }
    })
}

const dayRow = z.object({
  date: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  is_work_day: z.union([z.literal(0), z.literal(1)]),
})

/** https://iss.moex.com/iss/reference/397 */
export function readSpecialDays(body: unknown): SpecialDays | undefined {
  const rows = rowsOf(body, 'dailytable', dayRow)
  return rows && new Map(rows.map(({ date, is_work_day }) => [date, is_work_day === 1]))
}
