import type { ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, type SyntheticEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { type CandleLength, minuteMs, openTimeOf } from '../../market/timeframe.ts'
import type { FetchCandles } from '../candles/candle-loader.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import { axisFormats, readMoment } from '../canvas/axis-time.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import type { ShownChart } from '../layout/cell.tsx'
import { type ChartWords, fill } from '../words.ts'
import { listenForStart } from './choose-start.ts'
import { PracticeSlot } from './practice-slot.tsx'
import type { PracticeWords } from './practice-words.ts'
import { createReplay, type Replay, type Speed, speeds } from './replay.ts'
import { listenForReplayKeys } from './replay-keys.ts'

export interface ReplayBarProps {
  state: ChartState
  asset: ChartAsset
  /** Active chart: its timeframe is the length of a step */
  chart: ShownChart | undefined
  /** Time at which the page was opened, ms UTC; without it, the user chooses a start */
  start: number | undefined
  locale: Locale
  words: ChartWords
  practice: PracticeWords
  /** Requests candles. A parameter: an import would split the file of the charts. */
  fetchCandles: FetchCandles
  /** Receives the candles that the charts show: those of the live market without a supply */
  onSupply(supply: CandleSupply | undefined): void
  onClose(): void
}

/** Number of candles of a long way back */
const farCount = 10

export function ReplayBar(props: ReplayBarProps) {
  useSignals()
  const { state, asset, chart, start, locale, words, practice, fetchCandles, onSupply, onClose } = props
  const [replay, setReplay] = useState(() => (start === undefined ? undefined : replayFrom(start, fetchCandles)))
  const [count, setCount] = useState(0)
  const [isChoosing, setChoosing] = useState(replay === undefined)
  const supply = replay?.supply.value
  useEffect(() => onSupply(supply), [supply, onSupply])
  useAddress(replay)
  const begin = (time: number) => {
    replay?.pause()
    setReplay(replayFrom(time, fetchCandles))
    setCount(count + 1)
    setChoosing(false)
  }
  const leave = () => {
    replay?.pause()
    writeAddress(undefined)
    onSupply(undefined)
    onClose()
  }
  return (
    <section className="replay-bar" aria-label={words.replay.title}>
      {isChoosing || !replay ? (
        <StartChoice
          state={state}
          chart={chart}
          locale={locale}
          words={words}
          fetchCandles={fetchCandles}
          onBegin={begin}
          onCancel={replay ? () => setChoosing(false) : leave}
        />
      ) : (
        <Controls replay={replay} state={state} locale={locale} words={words} onLeave={leave}>
          <button type="button" className="chart-button is-text" onClick={() => setChoosing(true)}>
            {words.replay.again}
          </button>
        </Controls>
      )}
      {/* Another replay begins with another account. */}
      {replay && (
        <PracticeSlot key={count} replay={replay} asset={asset} locale={locale} words={practice} isNew={count > 0} />
      )}
    </section>
  )
}

interface ReplayTimeProps {
  time: ReadonlySignal<number>
  locale: Locale
}

/** Time of a replay for the status of the screen. Screen readers hear it from the bar of the replay. */
export function ReplayTime({ time, locale }: ReplayTimeProps) {
  useSignals()
  return `: ${axisFormats(locale, 1).moment(time.value)}`
}

function replayFrom(start: number, fetchCandles: FetchCandles): Replay {
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  return createReplay({ start, fetchCandles, now: Date.now, after })
}

/** Min time between two changes of the address while playing, ms: browsers refuse more than 100 in 30 s */
const addressMs = 1000

/** Keeps the time of the replay in the address, so that it survives a reload. */
function useAddress(replay: Replay | undefined): void {
  useSignals()
  const time = replay?.time.value
  const written = useRef(0)
  useEffect(() => {
    if (time === undefined) return
    const write = () => {
      written.current = Date.now()
      writeAddress(time)
    }
    const timer = setTimeout(write, Math.max(0, written.current + addressMs - Date.now()))
    return () => clearTimeout(timer)
  }, [time])
}

function writeAddress(time: number | undefined): void {
  const address = new URL(location.href)
  if (time === undefined) address.searchParams.delete('replay')
  else address.searchParams.set('replay', new Date(time).toISOString())
  history.replaceState(history.state, '', address)
}

interface ControlsProps extends Pick<ReplayBarProps, 'state' | 'locale' | 'words'> {
  replay: Replay
  onLeave(): void
  children: ReactNode
}

function Controls({ replay, state, locale, words, onLeave, children }: ControlsProps) {
  useSignals()
  const [speed, setSpeed] = useState<Speed>(1)
  const tf = useLatest(state.tf)
  const status = replay.status.value
  const isPlaying = status === 'playing' || status === 'waiting'
  const play = (chosen: Speed) => replay.play(() => tf.current, chosen)
  const acts = {
    step: () => void replay.step(tf.current),
    back: (count: number) => void replay.back(count, tf.current),
    toggle: () => (isPlaying ? replay.pause() : play(speed)),
  }
  const latest = useLatest(acts)
  useEffect(() => listenForReplayKeys(() => latest.current), [latest])
  useEffect(() => replay.pause, [replay])
  const { back, step, toggle } = acts
  const said = { waiting: words.replay.waiting, failed: words.replay.failed, present: words.replay.present }
  return (
    <>
      <div className="replay-controls">
        <Button label={words.replay.backMany} glyph="M8 3.5v9L2.5 8zM13.5 3.5v9L8 8z" onPress={() => back(farCount)} />
        <Button label={words.replay.back} glyph="M12 3v10L6 8zM4 3v10" onPress={() => back(1)} />
        <Button
          label={isPlaying ? words.replay.pause : words.replay.play}
          glyph={isPlaying ? 'M5.5 3v10M10.5 3v10' : 'M5 3v10l8-5z'}
          onPress={toggle}
        />
        <Button label={words.replay.step} glyph="M4 3v10l6-5zM12 3v10" onPress={step} />
        <select
          aria-label={words.replay.speed}
          value={speed}
          onChange={({ currentTarget }) => {
            const chosen = speeds.find((each) => String(each) === currentTarget.value) ?? 1
            setSpeed(chosen)
            if (isPlaying) play(chosen)
          }}
        >
          {speeds.map((each) => (
            <option key={each} value={each}>
              {fill(words.replay.perSecond, { count: each })}
            </option>
          ))}
        </select>
      </div>
      <time
        className="replay-time"
        dateTime={new Date(replay.time.value).toISOString()}
        aria-live={isPlaying ? 'off' : 'polite'}
      >
        {axisFormats(locale, 1).moment(replay.time.value)}
      </time>
      <p className="replay-said" role="status">
        {status === 'paused' || status === 'playing' ? holeText(replay, locale, words) : said[status]}
      </p>
      {children}
      <button type="button" className="chart-button is-text" onClick={onLeave}>
        {words.replay.leave}
      </button>
    </>
  )
}

function holeText({ hole }: Replay, locale: Locale, words: ChartWords): string {
  const { moment } = axisFormats(locale, 1)
  return hole.value ? fill(words.replay.hole, { from: moment(hole.value.from), to: moment(hole.value.to) }) : ''
}

/** Keeps the latest value for listeners: the next key may come before the frame is painted. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

function Button({ label, glyph, onPress }: { label: string; glyph: string; onPress(): void }) {
  return (
    <button type="button" className="chart-button" title={label} aria-label={label} onClick={onPress}>
      <svg className="chart-glyph" viewBox="0 0 16 16" aria-hidden="true">
        <path d={glyph} />
      </svg>
    </button>
  )
}

interface StartChoiceProps extends Pick<ReplayBarProps, 'state' | 'chart' | 'locale' | 'words' | 'fetchCandles'> {
  onBegin(time: number): void
  onCancel(): void
}

function StartChoice({ state, chart, locale, words, fetchCandles, onBegin, onCancel }: StartChoiceProps) {
  const [said, setSaid] = useState('')
  const begin = useLatest(onBegin)
  const cancel = useLatest(onCancel)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    return chart && listenForStart(chart.pane, { begin: (time) => begin.current(time), cancel: () => cancel.current() })
  }, [chart, begin, cancel])
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const time = openTimeOf(readMoment(field.current?.value ?? '', 1), 1)
    if (!(time < Date.now())) return setSaid(words.replay.notPast)
    const first = await firstCandleAfter(fetchCandles, state, time).catch(() => 'failed' as const)
    if (first === 'failed') return setSaid(words.replay.failed)
    if (first === undefined) return onBegin(time)
    setSaid(fill(words.dateTooEarly, { date: axisFormats(locale, state.tf).moment(first) }))
  }
  return (
    <form className="replay-start" onSubmit={submit} noValidate>
      <label>
        {words.replay.choose}
        <input ref={field} type="datetime-local" name="start" required />
      </label>
      <button type="submit" className="chart-button is-text">
        {words.replay.start}
      </button>
      <button type="button" className="chart-button is-text" onClick={onCancel}>
        {words.replay.cancel}
      </button>
      <p className="replay-said" role="status">
        {said}
      </p>
    </form>
  )
}

/** Finds the first candle of a market that has none before a time. Undefined if it has one. */
async function firstCandleAfter(
  fetchCandles: FetchCandles,
  { asset, tf }: { asset: string; tf: CandleLength },
  time: number,
) {
  const { signal } = new AbortController()
  const [known] = await fetchCandles({ asset, tf, until: time, limit: 1 }, signal)
  if (known) return undefined
  const [first] = await fetchCandles({ asset, tf, from: 0, limit: 1 }, signal)
  return (first?.openTime ?? 0) + minuteMs
}
