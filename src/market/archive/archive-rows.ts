import type { Candle } from '../candle.ts'
import { cellsOf, parseTime, separatorOf } from '../feed/csv.ts'
import { readTraded } from '../feed/read-candle.ts'
import { minuteMs } from '../timeframe.ts'
import { type Digits, maxVolumeUnits, readUnits, type Units } from '../units.ts'

const tradedColumns = ['quote_volume', 'trades', 'taker_volume'] as const
/** Column order of the Binance archives. Their files have more columns after these; older files have no header line. */
const usualColumns = ['time', 'open', 'high', 'low', 'close', 'volume', 'close_time', ...tradedColumns]
const otherNames: Record<string, string> = {
  date: 'time',
  open_time: 'time',
  timestamp: 'time',
  count: 'trades',
  number_of_trades: 'trades',
  quote_asset_volume: 'quote_volume',
  taker_buy_volume: 'taker_volume',
  taker_buy_base_asset_volume: 'taker_volume',
}
const priceColumns = ['open', 'high', 'low', 'close'] as const

interface ArchiveRow {
  candle: Candle
  /** Number of values rounded because they had more decimals than the digits of the asset */
  rounded: number
}

export type ReadRow = ArchiveRow | { fault: string } | 'header' | 'empty'

export interface RowReaderOptions {
  digits: Digits
  /** Current time, ms UTC: minutes that have not ended by then are rejected */
  now: number
}

/** Creates a parser for the lines of one file, in order. Times must increase; each row must be an ended minute. */
export function createRowReader({ digits, now }: RowReaderOptions): (line: string) => ReadRow {
  let columns: Map<string, number> | undefined
  let separator = ','
  let last = Number.NEGATIVE_INFINITY

  const begin = (line: string): ReadRow | undefined => {
    separator = separatorOf(line)
    const cells = cellsOf(line, separator).map((cell) => cell.toLowerCase())
    const hasHeader = cells.includes('open')
    const names = hasHeader ? cells.map((name) => otherNames[name] ?? name) : usualColumns
    columns = new Map(names.map((name, place) => [name, place]))
    const missing = usualColumns.slice(0, 6).filter((name) => !columns?.has(name))
    if (missing.length === 0) return hasHeader ? 'header' : undefined
    return { fault: `the header lacks ${missing.join(', ')}` }
  }

  return (line) => {
    const text = line.trim()
    if (text === '') return 'empty'
    const header = columns ? undefined : begin(text)
    if (header) return header
    const cells = cellsOf(text, separator)
    const row = readRow((name) => cells[columns?.get(name) ?? -1] ?? '', digits)
    if ('fault' in row) return row
    const { openTime } = row.candle
    if (openTime <= last) {
      return {
        fault: `the minute ${iso(openTime)} is not later than the one before, ${iso(last)}: sort the lines by time`,
      }
    }
    if (openTime + minuteMs > now) return { fault: `the minute ${iso(openTime)} is not over yet` }
    last = openTime
    return row
  }
}

function readRow(cell: (name: string) => string, digits: Digits): ArchiveRow | { fault: string } {
  const fault = (name: string, expected: string) => {
    return { fault: `column ${name}: ${JSON.stringify(cell(name).slice(0, 40))}: expected ${expected}` }
  }
  const openTime = parseTime(cell('time'))
  if (openTime === undefined) return fault('time', 'seconds, ms or µs since 1970, or YYYY-MM-DD HH:MM:SS (UTC)')
  if (openTime % minuteMs !== 0) return fault('time', 'the start of a minute')
  const end = parseTime(cell('close_time').replace(/999$/, '000'))
  if (end !== undefined && Math.abs(end - openTime - minuteMs) > 1000) {
    return fault('close_time', 'the end of the same minute: archives of longer candles are not imported')
  }
  let rounded = 0
  const read = (name: string, places: number): Units | undefined => {
    const found = readUnits(cell(name), places)
    if (found?.isExact === false) rounded++
    return found?.units
  }
  const [open, high, low, close] = priceColumns.map((name) => read(name, digits.priceDigits))
  const volume = read('volume', digits.volumeDigits)
  if (!open) return fault('open', `a price, ${stepsOf(digits.priceDigits)} at least`)
  if (!close) return fault('close', `a price, ${stepsOf(digits.priceDigits)} at least`)
  if (!high || high < Math.max(open, close)) return fault('high', 'a price, at least the open and the close')
  if (!low || low > Math.min(open, close)) return fault('low', 'a price, at most the open and the close')
  if (volume === undefined || volume > maxVolumeUnits) return fault('volume', 'a number, not negative')
  const bad = tradedColumns.find((name) => cell(name) !== '' && !(Number(cell(name)) >= 0))
  if (bad) return fault(bad, 'a number, not negative')
  // If one of the values is missing or too large to store, the candle has no `traded` part.
  const [quote, trades, taker] = tradedColumns.map(cell)
  const traded = readTraded(trades === '' ? undefined : Number(trades), quote, taker, digits)
  return { candle: { openTime, open, high, low, close, volume, ...(traded && { traded }) }, rounded }
}

function stepsOf(places: number): string {
  return (10 ** -places).toFixed(places)
}

function iso(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
