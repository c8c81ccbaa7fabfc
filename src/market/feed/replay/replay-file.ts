import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from '../../../config/config-error.ts'
import type { Candle } from '../../candle.ts'
import { digitsOfStep } from '../../listing/listing.ts'
import { minuteMs } from '../../timeframe.ts'
import { type Digits, maxUnits, maxVolumeUnits } from '../../units.ts'
import { cellsOf, parseTime, separatorOf } from '../csv.ts'
import type { ReplaySteps } from '../manifest.ts'
import { readCandle } from '../read-candle.ts'

export interface Recording extends Digits {
  asset: string
  candles: Candle[]
}

export interface ReplayFile {
  recordings: Recording[]
  hash: string
}

/** Maximum worth of a quantity step in the quote currency. A step worth more is a rounded volume, no trading step. */
const maxStepCost = 1
/** Maximum worth of the step that replaces a rounded one, in the quote currency */
const fineStepCost = 0.01

const priceColumns = ['open', 'high', 'low', 'close'] as const
const maxFaults = 5

/** Reads rows in any order; for one minute the later row wins. @throws ConfigError with file, line, column, value */
export function readReplayFile(file: string, steps: ReplaySteps = {}): ReplayFile {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`FEED names a file to replay that cannot be read (${cause}). Give its path: replay:FILE.`)
  }
  return {
    recordings: parseRecordings(text, file, steps),
    hash: createHash('sha256').update(text).digest('hex').slice(0, 16),
  }
}

export function parseRecordings(text: string, file: string, steps: ReplaySteps = {}): Recording[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const header = lines[0] ?? ''
  const separator = separatorOf(header)
  const columns = columnsOf(cellsOf(header, separator), file)
  const tracks = new Map<string, Track>()
  const faults: string[] = []
  for (let at = 1; at < lines.length && faults.length < maxFaults; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const cells = cellsOf(line, separator)
    const fault = (column: string, message: string) => {
      const value = JSON.stringify(cells[columns[column] ?? -1] ?? '')
      faults.push(`  ${file}:${at + 1}, column ${column}: ${value}: ${message}`)
    }
    const candle = checkRow(cells, columns, fault)
    if (!candle) continue
    const asset = (columns.asset === undefined ? '' : cells[columns.asset]) || 'REPLAY'
    const track = tracks.get(asset) ?? createTrack()
    tracks.set(asset, track)
    track.lines.set(candle.openTime, at)
    for (const name of priceColumns) widen(track.price, cells[columns[name] ?? -1])
    widen(track.volume, cells[columns.volume ?? -1])
  }
  const recordings = [...tracks].map(([asset, track]): Recording => {
    const digits = digitsForTrack(track, steps)
    const inOrder = [...track.lines].sort(([one], [other]) => one - other)
    const candles = inOrder.flatMap(([openTime, at]) => {
      const cells = cellsOf(lines[at] ?? '', separator)
      const texts = [...priceColumns, 'volume'].map((name) => cells[columns[name] ?? -1] ?? '')
      const read = readCandle([openTime, ...texts], digits)
      if (!read) faults.push(`  ${file}:${at + 1}: with the other rows of ${asset} it needs more than 15 digits`)
      return read?.candle ?? []
    })
    return { asset, candles, ...digits }
  })
  if (faults.length > 0) {
    throw new ConfigError(
      `The file to replay cannot be used:\n${faults.slice(0, maxFaults).join('\n')}\nCorrect or remove these rows and start again.`,
    )
  }
  if (recordings.length === 0) throw new ConfigError(`${file} has no rows: a replay needs at least one candle.`)
  return recordings
}

/** First-pass data of one asset. A second pass parses its numbers with the digits that all these numbers need. */
interface Track {
  /** Line indexes of the candles by openTime */
  lines: Map<number, number>
  price: Extent
  volume: Extent
}

interface Extent {
  most: number
  digits: number
}

function createTrack(): Track {
  return { lines: new Map(), price: { most: 0, digits: 0 }, volume: { most: 0, digits: 0 } }
}

function widen(extent: Extent, number = ''): void {
  extent.most = Math.max(extent.most, Number(number))
  extent.digits = Math.max(extent.digits, digitsOf(number))
}

/** Returns digits that keep all decimals of the numbers in the file. A step never has more digits than they have. */
function digitsForTrack({ price, volume }: Track, { priceStep, quantityStep }: ReplaySteps): Digits {
  const quantityDigits = quantityStep === undefined ? quantityDigitsOf(price, volume) : digitsOfStep(quantityStep)
  return {
    priceDigits: digitsFor(widest(price, priceStep === undefined ? 0 : digitsOfStep(priceStep)), maxUnits),
    volumeDigits: digitsFor(widest(volume, quantityDigits), maxVolumeUnits),
  }
}

/** Returns the digits of quantities. Many files round volumes to whole units, too coarse for a trading step. */
function quantityDigitsOf(price: Extent, { digits }: Extent): number {
  if (price.most * 10 ** -digits <= maxStepCost) return digits
  return Math.ceil(Math.log10(price.most / fineStepCost) - 1e-9)
}

function widest({ most, digits }: Extent, least: number): Extent {
  return { most, digits: Math.max(digits, least) }
}

/** Reduces the number of digits until the largest number fits the limit; values are then rounded. */
function digitsFor({ most, digits }: Extent, limit: number): number {
  return digits > 0 && most * 10 ** digits > limit ? digitsFor({ most, digits: digits - 1 }, limit) : digits
}

/** Column indexes by name; a column `date` counts as `time`. */
type Columns = Record<string, number>

function columnsOf(names: string[], file: string): Columns {
  const columns: Columns = {}
  names.forEach((name, at) => {
    columns[name.toLowerCase() === 'date' ? 'time' : name.toLowerCase()] ??= at
  })
  const missing = ['time', ...priceColumns, 'volume'].filter((name) => columns[name] === undefined)
  if (missing.length === 0) return columns
  throw new ConfigError(
    `${file}:1: the header lacks ${missing.join(', ')}. ` +
      'The first line must name the columns: time (or date), open, high, low, close, volume, and asset if there are several.',
  )
}

function checkRow(cells: string[], columns: Columns, fault: (column: string, message: string) => void) {
  const read = (name: string) => Number(cells[columns[name] ?? -1] || Number.NaN)
  const openTime = parseTime(cells[columns.time ?? -1] ?? '')
  if (openTime === undefined) {
    return fault('time', 'expected ms or seconds since 1970, or YYYY-MM-DD HH:MM:SS (UTC)')
  }
  if (openTime % minuteMs !== 0)
    return fault('time', 'expected the start of a minute: candles of one minute are replayed')
  const candle = {
    openTime,
    open: read('open'),
    high: read('high'),
    low: read('low'),
    close: read('close'),
    volume: read('volume'),
  }
  for (const name of priceColumns) {
    if (!(candle[name] > 0 && candle[name] <= maxUnits)) return fault(name, 'expected a price above zero')
  }
  if (!(candle.volume >= 0 && candle.volume <= maxVolumeUnits)) {
    return fault('volume', 'expected a number, not negative')
  }
  if (candle.high < Math.max(candle.open, candle.close))
    return fault('high', 'expected at least the open and the close')
  if (candle.low > Math.min(candle.open, candle.close)) return fault('low', 'expected at most the open and the close')
  return candle
}

/** Counts the digits after the decimal point, also of `1.5e-7`; at most ten. */
function digitsOf(number = ''): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*\.?(\d*)(?:e([+-]?\d+))?$/i.exec(number) ?? []
  return Math.min(10, Math.max(0, fraction.length - Number(exponent)))
}
