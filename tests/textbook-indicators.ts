import {
  catalog,
  type IndicatorChoice,
  type IndicatorId,
  type PriceSource,
  type Source,
} from '../src/indicators/catalog.ts'
import type { IndicatorCandle } from '../src/indicators/indicator.ts'

/*
 * Indicators by their definitions, each computed for every candle from the whole row: slow, without state, and without
 * the code of `src/indicators`. What has no end of memory begins as many values ago as the documentation says.
 */

type Value = number | undefined
type Row = readonly IndicatorCandle[]
type Textbook = (row: Row, params: readonly number[]) => Value[][]

const day = 86_400_000
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const mean = (values: readonly number[]) => total(values) / values.length
const typical = ({ high, low, close }: IndicatorCandle) => (high + low + close) / 3

/** Applies a function to the newest `size` values up to each one; undefined where one of them is missing. */
function over<Input>(row: readonly (Input | undefined)[], size: number, of: (window: Input[]) => Value): Value[] {
  return row.map((_, index) => {
    const window = row.slice(Math.max(0, index + 1 - size), index + 1).filter((each) => each !== undefined)
    return window.length < size ? undefined : of(window)
  })
}

const average = (row: readonly Value[], size: number) => over(row, size, mean)

/** Recursive average that begins with the mean of the first `size` of the newest `memory` values */
function smoothed(row: readonly Value[], size: number, weight: number, memory: number): Value[] {
  return row.map((newest, index) => {
    const known = row.slice(0, index + 1).filter((each) => each !== undefined)
    if (newest === undefined || known.length < size) return undefined
    const window = known.slice(-memory)
    return window.slice(size).reduce((before, value) => before + weight * (value - before), mean(window.slice(0, size)))
  })
}

const ema = (row: readonly Value[], size: number) => smoothed(row, size, 2 / (size + 1), Math.max(200, 4 * size))
const wilder = (row: readonly Value[], size: number) => smoothed(row, size, 1 / size, Math.max(200, 4 * (2 * size - 1)))

const pair = (left: Value, right: Value, of: (left: number, right: number) => number): Value =>
  left === undefined || right === undefined ? undefined : of(left, right)

const closes = (row: Row) => row.map(({ close }) => close)
const volumes = (row: Row) => row.map(({ volume }) => volume)
const lines = (...all: Value[][]): Value[][] => (all[0] ?? []).map((_, index) => all.map((line) => line[index]))
const zip = (left: Value[], right: Value[], of: (left: number, right: number) => number): Value[] =>
  left.map((each, index) => pair(each, right[index], of))

const highest = (row: Row, size: number) => over(row, size, (window) => Math.max(...window.map(({ high }) => high)))
const lowest = (row: Row, size: number) => over(row, size, (window) => Math.min(...window.map(({ low }) => low)))
const middle = (row: Row, size: number) => zip(highest(row, size), lowest(row, size), (high, low) => (high + low) / 2)

/** Value of each candle and the one before it; undefined for the first */
function changes(row: Row, of: (candle: IndicatorCandle, previous: IndicatorCandle) => number): Value[] {
  return row.map((candle, index) => {
    const previous = row[index - 1]
    return previous && of(candle, previous)
  })
}

const trueRanges = (row: Row) =>
  changes(row, ({ high, low }, { close }) => Math.max(high - low, Math.abs(high - close), Math.abs(low - close)))
const atr = (row: Row, size: number) => wilder(trueRanges(row), size)

function rsi(row: Row, size: number): Value[] {
  const gains = wilder(
    changes(row, ({ close }, previous) => Math.max(0, close - previous.close)),
    size,
  )
  const losses = wilder(
    changes(row, ({ close }, previous) => Math.max(0, previous.close - close)),
    size,
  )
  return zip(gains, losses, (gain, loss) => {
    if (gain === 0 && loss === 0) return 50
    return loss === 0 ? 100 : 100 - 100 / (1 + gain / loss)
  })
}

function smoothedPlace(places: Value[], smoothing: number, signal: number): Value[][] {
  const k = average(places, smoothing)
  return lines(k, average(k, signal))
}

/** Place in percent; the middle for a range that consists of rounding errors */
const place = (value: number, low: number, high: number) =>
  high - low <= 1e-9 * Math.max(1, Math.abs(high)) ? 50 : ((value - low) / (high - low)) * 100

/** Candles from the start of the session of each candle; undefined if the row begins within that session */
function sessions(row: Row, days: number): (IndicatorCandle[] | undefined)[] {
  const numberOf = ({ openTime }: IndicatorCandle) => Math.floor((Math.floor(openTime / day) + 3) / days)
  const [first] = row
  const isCut = first && ((Math.floor(first.openTime / day) + 3) % days > 0 || first.openTime % day > 0)
  return row.map((candle, index) => {
    if (isCut && numberOf(candle) === numberOf(first)) return undefined
    return row.slice(0, index + 1).filter((each) => numberOf(each) === numberOf(candle))
  })
}

function vwapOf(window: readonly IndicatorCandle[] | undefined): Value {
  const volume = total(window?.map((each) => each.volume) ?? [])
  return window && volume > 0 ? total(window.map((each) => typical(each) * each.volume)) / volume : undefined
}

/** Value after a walk over the newest 300 inputs up to each one */
function walks<Input, State>(
  inputs: readonly (Input | undefined)[],
  begin: (input: Input) => State,
  step: (state: State, input: Input) => State,
): (State | undefined)[] {
  return inputs.map((newest, index) => {
    const window = inputs.slice(Math.max(0, index - 299), index + 1).filter((each) => each !== undefined)
    const [first, ...later] = window
    return newest === undefined || first === undefined ? undefined : later.reduce(step, begin(first))
  })
}

const superTrend: Textbook = (row, [size = 0, multiplier = 0]) => {
  const ranges = atr(row, size)
  const inputs = row.map(({ high, low, close }, index) => {
    const range = ranges[index]
    const center = (high + low) / 2
    return range === undefined
      ? undefined
      : { top: center + multiplier * range, bottom: center - multiplier * range, close }
  })
  const ends = walks(
    inputs,
    ({ top, bottom, close }) => ({ top, bottom, close, trend: 1 }),
    (before, { top, bottom, close }) => {
      const newTop = top < before.top || before.close > before.top ? top : before.top
      const newBottom = bottom > before.bottom || before.close < before.bottom ? bottom : before.bottom
      const trend = before.trend > 0 ? (close < newBottom ? -1 : 1) : close > newTop ? 1 : -1
      return { top: newTop, bottom: newBottom, close, trend }
    },
  )
  return ends.map((end) => (end ? [end.trend > 0 ? end.bottom : end.top, end.trend] : [undefined, undefined]))
}

const sar: Textbook = (row, [initial = 0, increment = 0, limit = 0]) => {
  const inputs = row.map((candle, index) => {
    const [older, newer] = [row[index - 2], row[index - 1]]
    return older && newer && { candle, older, newer }
  })
  const first = Math.min(initial, limit)
  const ends = walks(
    inputs,
    ({ candle }) => ({ stop: candle.low, isLong: true, extreme: candle.high, speed: first }),
    ({ stop, isLong, extreme, speed }, { candle, older, newer }) => {
      let next = stop + speed * (extreme - stop)
      next = isLong ? Math.min(next, older.low, newer.low) : Math.max(next, older.high, newer.high)
      if (isLong ? candle.low < next : candle.high > next) {
        const reversed = isLong
          ? Math.max(extreme, candle.high, older.high, newer.high)
          : Math.min(extreme, candle.low, older.low, newer.low)
        return { stop: reversed, isLong: !isLong, extreme: isLong ? candle.low : candle.high, speed: first }
      }
      const further = isLong ? Math.max(extreme, candle.high) : Math.min(extreme, candle.low)
      return {
        stop: next,
        isLong,
        extreme: further,
        speed: further === extreme ? speed : Math.min(speed + increment, limit),
      }
    },
  )
  return ends.map((end) => (end ? [end.stop, end.isLong ? 1 : -1] : [undefined, undefined]))
}

const adx: Textbook = (row, [size = 0]) => {
  const up = changes(row, (candle, before) => candle.high - before.high)
  const down = changes(row, (candle, before) => before.low - candle.low)
  const ranges = atr(row, size)
  const share = (moves: Value[]) =>
    zip(wilder(moves, size), ranges, (move, range) => (range === 0 ? 0 : (move / range) * 100))
  const plus = share(zip(up, down, (rise, fall) => (rise > fall ? Math.max(rise, 0) : 0)))
  const minus = share(zip(up, down, (rise, fall) => (fall > rise ? Math.max(fall, 0) : 0)))
  const index = zip(plus, minus, (left, right) =>
    left + right === 0 ? 0 : (Math.abs(left - right) / (left + right)) * 100,
  )
  return lines(wilder(index, size), plus, minus)
}

const pivots: Textbook = (row, [days = 1]) => {
  const known = sessions(row, days)
  return row.map((_, index) => {
    const start = known[index]?.[0]
    const ended = start && known[row.indexOf(start) - 1]
    if (!ended) return new Array(7).fill(undefined)
    const high = Math.max(...ended.map((each) => each.high))
    const low = Math.min(...ended.map((each) => each.low))
    const pivot = (high + low + (ended.at(-1)?.close ?? 0)) / 3
    const [r1, s1] = [pivot + (pivot - low), pivot - (high - pivot)]
    return [pivot, r1, s1, pivot + (high - low), pivot - (high - low), r1 + (high - low), s1 - (high - low)]
  })
}

const obv: Textbook = (row, [days = 1]) => {
  const signed = changes(row, (candle, before) => {
    if (candle.close === before.close) return 0
    return candle.close > before.close ? candle.volume : -candle.volume
  })
  return sessions(row, days).map((session, index) => {
    const values = session && signed.slice(index + 1 - session.length, index + 1)
    return [values?.every((each) => each !== undefined) ? total(values) : undefined]
  })
}

const mfi: Textbook = (row, [size = 0]) => {
  const flows = row.map((candle, index) => {
    const previous = row[index - 1]
    if (!previous) return undefined
    const flow = typical(candle) * candle.volume
    const direction = Math.sign(typical(candle) - typical(previous))
    return { up: direction > 0 ? flow : 0, down: direction < 0 ? flow : 0 }
  })
  const shares = over(flows, size, (window) => {
    const [up, down] = [total(window.map((each) => each.up)), total(window.map((each) => each.down))]
    if (up + down === 0) return 50
    return down === 0 ? 100 : 100 - 100 / (1 + up / down)
  })
  return lines(shares)
}

const textbook: Record<IndicatorId, Textbook> = {
  sma: (row, [size = 0]) => lines(average(closes(row), size)),
  ema: (row, [size = 0]) => lines(ema(closes(row), size)),
  wma: (row, [size = 0]) =>
    lines(
      over(closes(row), size, (window) => {
        const weights = window.map((_, at) => at + 1)
        return total(window.map((price, at) => price * (at + 1))) / total(weights)
      }),
    ),
  supertrend: superTrend,
  ichimoku: (row, [conversion = 0, base = 0, span = 0, displacement = 0]) => {
    const [turning, standard, edge] = [middle(row, conversion), middle(row, base), middle(row, span)]
    const cloud = zip(turning, standard, (left, right) => (left + right) / 2)
    const later = (line: Value[]) => line.map((_, index) => line[index - displacement])
    return lines(turning, standard, later(cloud), later(edge))
  },
  sar,
  adx,
  pivots,
  rsi: (row, [size = 0]) => lines(rsi(row, size)),
  macd: (row, [fast = 0, slow = 0, signal = 0]) => {
    const distance = zip(ema(closes(row), fast), ema(closes(row), slow), (left, right) => left - right)
    const trigger = ema(distance, signal)
    return lines(
      distance,
      trigger,
      zip(distance, trigger, (left, right) => left - right),
    )
  },
  stochastic: (row, [size = 0, smoothing = 0, signal = 0]) => {
    const [tops, bottoms] = [highest(row, size), lowest(row, size)]
    const places = row.map(({ close }, index) =>
      pair(bottoms[index], tops[index], (low, high) => place(close, low, high)),
    )
    return smoothedPlace(places, smoothing, signal)
  },
  stochrsi: (row, [rsiSize = 0, size = 0, smoothing = 0, signal = 0]) => {
    const places = over(rsi(row, rsiSize), size, (window) =>
      place(window.at(-1) ?? 0, Math.min(...window), Math.max(...window)),
    )
    return smoothedPlace(places, smoothing, signal)
  },
  cci: (row, [size = 0]) =>
    lines(
      over(row.map(typical), size, (window) => {
        const center = mean(window)
        const deviation = mean(window.map((price) => Math.abs(price - center)))
        return deviation <= 1e-12 * Math.abs(center) ? 0 : ((window.at(-1) ?? 0) - center) / (0.015 * deviation)
      }),
    ),
  bollinger: (row, [size = 0, deviations = 0]) => {
    const center = average(closes(row), size)
    const spread = over(closes(row), size, (window) =>
      Math.sqrt(mean(window.map((price) => (price - mean(window)) ** 2))),
    )
    const band = (side: number) => zip(center, spread, (price, each) => price + side * deviations * each)
    return lines(center, band(1), band(-1))
  },
  atr: (row, [size = 0]) => lines(atr(row, size)),
  keltner: (row, [size = 0, multiplier = 0, rangeSize = 0]) => {
    const [center, ranges] = [ema(closes(row), size), atr(row, rangeSize)]
    const band = (side: number) => zip(center, ranges, (price, range) => price + side * multiplier * range)
    return lines(center, band(1), band(-1))
  },
  donchian: (row, [size = 0]) => lines(middle(row, size), highest(row, size), lowest(row, size)),
  vwap: (row, [days = 1]) => lines(sessions(row, days).map(vwapOf)),
  avwap: (row, [from = 0]) => {
    const isReached = (row[0]?.openTime ?? Number.POSITIVE_INFINITY) <= from * 60_000
    const since = (index: number) => row.slice(0, index + 1).filter(({ openTime }) => openTime >= from * 60_000)
    return lines(row.map((_, index) => (isReached ? vwapOf(since(index)) : undefined)))
  },
  vma: (row, [size = 0]) => lines(average(volumes(row), size)),
  obv,
  mfi,
}

const prices: Record<PriceSource, (candle: IndicatorCandle) => readonly number[]> = {
  close: ({ close }) => [close],
  open: ({ open }) => [open],
  high: ({ high }) => [high],
  low: ({ low }) => [low],
  hl2: ({ high, low }) => [high, low],
  hlc3: ({ high, low, close }) => [high, low, close],
  ohlc4: ({ open, high, low, close }) => [open, high, low, close],
}

/** A chosen indicator by its definition: its source takes the place of the closes, where it is known. */
export function textbookOf({ id, params, source = 'close' }: IndicatorChoice, row: Row): Value[][] {
  const inputs = sourceOf(source, row)
  const known = row.flatMap((candle, index) => {
    const close = inputs[index]
    return close === undefined ? [] : [{ ...candle, close }]
  })
  const values = textbook[id](known, params)
  const unknown = Array.from({ length: row.length - known.length }, () => catalog[id].lines.map(() => undefined))
  return [...unknown, ...values]
}

/** Unknown only for the first candles */
function sourceOf(source: Source, row: Row): Value[] {
  if (typeof source === 'string') return row.map((candle) => mean(prices[source](candle)))
  return textbookOf(source.of, row).map((values) => values[source.line])
}
