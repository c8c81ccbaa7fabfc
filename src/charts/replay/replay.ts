import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { type CandleLength, closeTimeOf, minuteMs, minutesOf, openTimeOf } from '../../market/timeframe.ts'
import type { CandleRequest, FetchCandles } from '../candles/candle-loader.ts'
import type { CandleSource } from '../candles/candle-source.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import { createBack } from './go-back.ts'

export const speeds = [1, 3, 10] as const
export type Speed = (typeof speeds)[number]

/**
 * `waiting`: the server did not answer the last step, and playing tries again; `failed`: the same for a single step;
 * `present`: no later minute has closed yet
 */
type ReplayStatus = 'paused' | 'playing' | 'waiting' | 'failed' | 'present'

export interface Replay {
  /** Time of the replay, ms UTC, a whole minute: charts show what was known then */
  readonly time: ReadonlySignal<number>
  readonly status: ReadonlySignal<ReplayStatus>
  /** Times between which the last step has passed over missing candles; undefined if it has not */
  readonly hole: ReadonlySignal<Hole | undefined>
  /** Candles for the charts; another object after a jump */
  readonly supply: ReadonlySignal<CandleSupply>
  /** Goes to the end of the present candle of a timeframe. */
  step(tf: CandleLength): Promise<void>
  /** Goes back over the last steps, before the start by existing candles of a timeframe. */
  back(count: number, tf: CandleLength): Promise<void>
  /** Steps until `pause` is called or the present is reached. @param tf  returns the timeframe of the next step */
  play(tf: () => CandleLength, speed: Speed): void
  pause(): void
  /** Last price of an asset as its charts show it; undefined if none of them has reached the time of the replay */
  priceOf(asset: string): number | undefined
  /** Requests candles up to the time of the replay, unless a chart has them. */
  fetchCandles: FetchCandles
}

interface Hole {
  from: number
  to: number
}

export interface ReplayOptions {
  start: number
  fetchCandles: FetchCandles
  now(): number
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void
}

interface Followed {
  source: CandleSource
  asset: string
  tf: CandleLength
  /** Time to which a step has brought the source, ms UTC */
  until?: number
}

/** Number of candles of one response; charts that lack more are loaded again */
const maxCandles = 1000
const [firstPauseMs, maxPauseMs] = [1000, 30_000]

/** Creates a replay of the past. Each step asks for the candles up to its own time only, for all charts at once. */
export function createReplay(options: ReplayOptions): Replay {
  const { start, fetchCandles, after } = options
  const time = signal(start)
  const status = signal<ReplayStatus>('paused')
  const charts = new Set<Followed>()
  /** Times before each step, oldest first */
  const steps: number[] = []
  const ask: FetchCandles = (request, abort) => fetchCandles({ until: time.peek(), ...request }, abort)
  const makeSupply = (): CandleSupply => ({
    fetchCandles: ask,
    follow: (source, asset, tf) => {
      const followed: Followed = { source, asset, tf }
      charts.add(followed)
      return () => charts.delete(followed)
    },
    until: time.peek(),
    time,
  })
  const supply = signal(makeSupply())
  const hole = signal<Hole>()
  const reached = () => [...charts].filter(({ source, until }) => source.isLive && until === time.peek())
  const show = (to: number) => {
    time.value = to
    supply.value = makeSupply()
  }
  const steppedTo = (to: number, { isShown, hole: passed }: Stepped) => {
    steps.push(time.peek())
    hole.value = passed
    if (isShown) time.value = to
    else show(to)
  }
  const stepper = createStepper({ ...options, time, charts, ask, steppedTo })
  const player = createPlayer({ status, step: stepper.step, after, now: options.now })
  const landed = (to: number | undefined) => {
    stepper.forget()
    if (to === undefined) status.value = 'failed'
    else show(to)
  }
  const goBack = createBack({ fetchCandles, time, steps, charts, landed })
  return {
    time,
    status,
    hole,
    supply,
    priceOf: (asset) =>
      reached()
        .find((chart) => chart.asset === asset)
        ?.source.candles.at(-1)?.close,
    fetchCandles: async (request, abort) => heldBy(reached(), request) ?? ask(request, abort),
    step: async (tf) => {
      player.stop()
      status.value = (await stepper.step(tf)) ?? 'paused'
    },
    back: async (count, tf) => {
      player.stop()
      stepper.forget()
      status.value = 'paused'
      hole.value = undefined
      await goBack(count, tf)
    },
    play: player.play,
    pause: () => {
      player.stop()
      status.value = 'paused'
    },
  }
}

/** Reason why a step was not made; undefined after a step */
type StepFault = 'present' | 'failed' | undefined

interface Stepped {
  /** Whether the charts are about to get the candles of the step: others load again */
  isShown: boolean
  hole?: Hole | undefined
}

interface StepperOptions extends Pick<ReplayOptions, 'now'> {
  time: ReadonlySignal<number>
  charts: ReadonlySet<Followed>
  ask: FetchCandles
  /** Receives the time of a step. */
  steppedTo(time: number, stepped: Stepped): void
}

/** Candles of a step by chart; undefined if they are too many for one response */
type StepPages = DecimalCandle[][] | undefined

function createStepper({ now, time, charts, ask, steppedTo }: StepperOptions) {
  /** Increases with each jump: answers to steps before it are dropped */
  let turn = 0
  let isAsking = false

  const load = async (live: readonly Followed[], span: Hole): Promise<StepPages> => {
    const { from, to } = span
    const isFar = live.some((chart) => to - newestOf(chart, from) > (maxCandles - 1) * minutesOf(chart.tf) * minuteMs)
    return isFar ? undefined : loadStep(ask, live, span)
  }
  /** Loads the candles of a step; a step without any goes on to the end of the next one that exists. */
  const loadKnown = async (live: readonly Followed[], from: number, tf: CandleLength) => {
    const newest = openTimeOf(now(), 1)
    const to = Math.min(closeTimeOf(from, tf), newest)
    const pages = await load(live, { from, to })
    if (live.length === 0 || pages?.some((page, index) => isNews(page, live[index]))) return { to, pages }
    const next = await nextMinute(ask, live, { from, to: newest })
    if (next === undefined) return undefined
    if (next < to) return { to, pages }
    const end = Math.min(closeTimeOf(next, tf), newest)
    return { to: end, pages: await load(live, { from, to: end }), hole: { from, to: next } }
  }
  const stepOnce = async (tf: CandleLength): Promise<StepFault> => {
    const from = time.peek()
    if (openTimeOf(now(), 1) <= from) return 'present'
    const live = [...charts].filter(({ source }) => source.isLive)
    const begun = turn
    const loaded = await loadKnown(live, from, tf).catch(() => 'failed' as const)
    if (begun !== turn) return undefined
    if (loaded === 'failed') return 'failed'
    if (!loaded) return 'present'
    const { to, pages, hole } = loaded
    steppedTo(to, { isShown: pages !== undefined, hole })
    pages?.forEach((page, index) => {
      const chart = live[index]
      if (!chart || !charts.has(chart)) return
      for (const candle of page) chart.source.take(candle)
      chart.until = to
    })
    return undefined
  }
  return {
    /** Steps once, unless another step is being loaded. */
    step: async (tf: CandleLength): Promise<StepFault> => {
      if (isAsking) return undefined
      isAsking = true
      const begun = turn
      const fault = await stepOnce(tf)
      if (begun === turn) isAsking = false
      return fault
    },
    forget: () => {
      turn++
      isAsking = false
    },
  }
}

interface PlayerOptions extends Pick<ReplayOptions, 'now' | 'after'> {
  status: Signal<ReplayStatus>
  step(tf: CandleLength): Promise<StepFault>
}

/** Steps at a pace. After failures it waits longer each time, at most 30 s. */
function createPlayer({ status, step, now, after }: PlayerOptions) {
  let stop = () => {}
  const play = (tf: () => CandleLength, speed: Speed) => {
    stop()
    let isStopped = false
    let cancel = () => {}
    let failures = 0
    stop = () => {
      isStopped = true
      cancel()
    }
    const next = async () => {
      const begin = now()
      const fault = await step(tf())
      if (isStopped) return
      status.value = fault === 'failed' ? 'waiting' : (fault ?? 'playing')
      if (fault === 'present') return
      failures = fault ? failures + 1 : 0
      const pause = fault ? Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1)) : 1000 / speed - (now() - begin)
      cancel = after(Math.max(0, pause), next)
    }
    status.value = 'playing'
    void next()
  }
  return { play, stop: () => stop() }
}

function newestOf({ source, tf }: Followed, time: number): number {
  return source.candles.at(-1)?.openTime ?? openTimeOf(time, tf)
}

/** Loads the candles of a step: those since the newest one of each chart. Equal charts share a request. */
function loadStep(
  ask: FetchCandles,
  charts: readonly Followed[],
  { from, to }: { from: number; to: number },
): Promise<DecimalCandle[][]> {
  const requests = new Map<string, Promise<DecimalCandle[]>>()
  const pages = charts.map((chart) => {
    const { asset, tf } = chart
    const newest = newestOf(chart, from)
    const key = `${asset} ${tf} ${newest}`
    const page =
      requests.get(key) ?? ask({ asset, tf, from: newest, until: to, limit: maxCandles }, new AbortController().signal)
    requests.set(key, page)
    return page
  })
  return Promise.all(pages)
}

/** Whether the candles of a step differ from what a chart shows. */
function isNews(page: readonly DecimalCandle[], chart: Followed | undefined): boolean {
  const [last, shown] = [page.at(-1), chart?.source.candles.at(-1)]
  if (!last || !shown) return last !== undefined
  return last.openTime !== shown.openTime || last.close !== shown.close || last.volume !== shown.volume
}

/** Finds the first minute of the charts' assets in a span. Undefined if there is none. */
async function nextMinute(ask: FetchCandles, charts: readonly Followed[], { from, to }: Hole) {
  const assets = [...new Set(charts.map(({ asset }) => asset))]
  const { signal } = new AbortController()
  const found = await Promise.all(assets.map((asset) => ask({ asset, tf: 1, from, until: to, limit: 1 }, signal)))
  const times = found.flatMap(([first]) => (first ? [first.openTime] : []))
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Candles that a chart has of those that are requested; undefined if it lacks some of them */
function heldBy(charts: readonly Followed[], { asset, tf, from, until, limit }: CandleRequest) {
  if (from === undefined) return undefined
  const chart = charts.find((each) => each.asset === asset && each.tf === tf && each.until === until)
  const candles = chart?.source.candles ?? []
  if (!candles[0] || candles[0].openTime > from) return undefined
  return candles.filter(({ openTime }) => openTime >= from).slice(0, limit)
}
