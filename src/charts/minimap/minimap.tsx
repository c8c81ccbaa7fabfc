import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { overviewAddress } from '../../market/addresses.ts'
import type { Span } from '../../market/span.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { spanText } from '../candles/holes.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { Pane } from '../pane/pane.ts'
import type { ChartWords } from '../words.ts'
import { limitsOf, showSpan, visibleSpan } from './shown-span.ts'
import { type Grip, keyStep, type Limits, movedSpan } from './span.ts'

export interface MinimapProps {
  pane: Pane
  asset: string
  locale: Locale
  words: ChartWords
}

interface Overview {
  /** Length of the candles, minutes */
  tf: number
  closes: [openTime: number, close: number][]
}

type History = Overview | 'loading' | 'failed'

/** Shows the whole history of an asset as a line, and the visible range as a handle on it. */
export function Minimap(props: MinimapProps) {
  return (
    <div id="chart-minimap" className="minimap">
      <Strip {...props} />
    </div>
  )
}

function Strip({ pane, asset, locale, words }: MinimapProps) {
  const [history, load] = useHistory(asset)
  if (history === 'loading') return <p className="minimap-note">{words.loading}</p>
  if (history === 'failed') {
    return (
      <p className="minimap-note">
        {words.minimapStrip.failed}{' '}
        <button type="button" className="chart-button is-text" onClick={load}>
          {words.retry}
        </button>
      </p>
    )
  }
  const [first, last] = [history.closes[0]?.[0], history.closes.at(-1)?.[0]]
  if (first === undefined || last === undefined) return <p className="minimap-note">{words.minimapStrip.empty}</p>
  const whole = { from: first, to: last + history.tf * minuteMs }
  return (
    <>
      <svg className="minimap-line" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={lineOf(history.closes, whole)} />
      </svg>
      <Handle {...{ pane, whole, locale, words: words.minimapStrip }} />
    </>
  )
}

function useHistory(asset: string): [History, () => void] {
  const [history, setHistory] = useState<History>('loading')
  const read = useCallback(
    (signal?: AbortSignal) => {
      setHistory('loading')
      readOverview(asset, signal).then(setHistory, () => signal?.aborted || setHistory('failed'))
    },
    [asset],
  )
  useEffect(() => {
    const abort = new AbortController()
    read(abort.signal)
    return () => abort.abort()
  }, [read])
  return [history, () => read()]
}

async function readOverview(asset: string, signal?: AbortSignal): Promise<Overview> {
  const response = await fetch(`${overviewAddress}?asset=${encodeURIComponent(asset)}`, { signal })
  if (!response.ok) throw new Error(`The overview of ${asset}: the server responded with ${response.status}`)
  return response.json()
}

/** Draws the closes as an area of 1000 by 100. */
function lineOf(closes: Overview['closes'], { from, to }: Span): string {
  const prices = closes.map(([, close]) => close)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const x = (time: number) => (((time - from) / (to - from)) * 1000).toFixed(1)
  const y = (price: number) => (92 - ((price - low) / (high - low || 1)) * 84).toFixed(1)
  const points = closes.map(([time, close]) => `${x(time)} ${y(close)}`)
  return `M0 101L${points.join('L')}L1000 ${y(prices.at(-1) ?? low)}V101Z`
}

interface HandleProps extends Pick<MinimapProps, 'pane' | 'locale'> {
  whole: Span
  words: ChartWords['minimapStrip']
}

const grips = ['start', 'whole', 'end'] as const
const reachable = 0

/** Handle of the visible range: three sliders, which pointers drag and keys move. */
function Handle({ pane, whole, locale, words }: HandleProps) {
  const track = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const { span, limits, move } = useSpan(pane, whole, () => setSaid(words.unreachable))
  const drag = useDrag(track, limits, { span, move })
  const { moment } = axisFormats(locale, 1)
  const window = useRef<HTMLDivElement>(null)
  const [place, length] = [span.from - limits.from, span.to - span.from].map((ms) => ms / (limits.to - limits.from))
  useLayoutEffect(() => {
    if (!window.current) return
    window.current.style.insetInlineStart = `calc((100% - var(--minimap-grip)) * ${place})`
    window.current.style.inlineSize = `calc((100% - var(--minimap-grip)) * ${length} + var(--minimap-grip))`
  }, [place, length])
  const handleKey = (event: KeyboardEvent, grip: Grip) => {
    const by = keyStep(event.key, event.shiftKey, span, limits)
    if (by === undefined) return
    event.preventDefault()
    setSaid('')
    move(movedSpan(span, grip, by, limits), true)
  }
  const value = { start: span.from, whole: span.from, end: span.to }
  const texts = {
    start: moment(span.from),
    whole: spanText({ first: span.from, last: span.to }, moment),
    end: moment(span.to),
  }
  return (
    <div
      ref={track}
      className="minimap-track"
      onPointerDown={(event) => drag.begin(event, undefined)}
      onPointerMove={drag.move}
      onPointerUp={drag.end}
      onPointerCancel={drag.end}
    >
      <div className="minimap-window" ref={window}>
        {grips.map((grip) => (
          <div
            key={grip}
            className={`minimap-${grip}`}
            role="slider"
            tabIndex={reachable}
            aria-label={words[grip]}
            aria-valuemin={Math.round(limits.from)}
            aria-valuemax={Math.round(limits.to)}
            aria-valuenow={Math.round(value[grip])}
            aria-valuetext={texts[grip]}
            onKeyDown={(event) => handleKey(event, grip)}
            onPointerDown={(event) => drag.begin(event, grip)}
          />
        ))}
      </div>
      <p className="minimap-said" role="status">
        {said}
      </p>
    </div>
  )
}

/** The visible range: that of the chart, or the one that a gesture is choosing. */
function useSpan(pane: Pane, whole: Span, onFailure: () => void) {
  const { view } = pane
  const [visible, setVisible] = useState(() => visibleSpan(view) ?? whole)
  const [chosen, setChosen] = useState<Span>()
  useEffect(() => {
    let frame = 0
    const update = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setVisible((known) => visibleSpan(view) ?? known)
      })
    }
    update()
    const stop = view.onRedraw(update)
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [view])
  const span = chosen ?? visible
  const limits = limitsOf(view, whole, span)
  const move = (next: Span, isLast: boolean) => {
    setChosen(next)
    const shown = showSpan(pane, next, isLast)
    if (!shown) return
    void shown.then((isShown) => {
      setChosen(undefined)
      setVisible((known) => visibleSpan(view) ?? known)
      if (!isShown) onFailure()
    })
  }
  return { span, limits, move }
}

interface DragTarget {
  span: Span
  move(span: Span, isLast: boolean): void
}

function useDrag(track: { current: HTMLElement | null }, limits: Limits, { span, move }: DragTarget) {
  const dragged = useRef<{ grip: Grip; x: number; from: Span } | undefined>(undefined)
  const timeOf = (px: number) => {
    const { clientWidth = 1 } = track.current ?? {}
    const grip = track.current?.querySelector('[role=slider]')?.clientWidth ?? 0
    return (px / Math.max(1, clientWidth - grip)) * (limits.to - limits.from)
  }
  const follow = (event: PointerEvent, isLast: boolean) => {
    const { current } = dragged
    if (!current) return
    move(movedSpan(current.from, current.grip, timeOf(event.clientX - current.x), limits), isLast)
  }
  return {
    /** @param grip  part that is dragged; without one, the range moves to the pointer first */
    begin: (event: PointerEvent, grip: Grip | undefined) => {
      if (event.button > 0 || dragged.current || !track.current) return
      track.current.setPointerCapture(event.pointerId)
      const { left } = track.current.getBoundingClientRect()
      const center = limits.from + timeOf(event.clientX - left)
      const from = grip ? span : movedSpan(span, 'whole', center - (span.from + span.to) / 2, limits)
      dragged.current = { grip: grip ?? 'whole', x: event.clientX, from }
      if (!grip) move(from, false)
    },
    move: (event: PointerEvent) => follow(event, false),
    end: (event: PointerEvent) => {
      follow(event, true)
      dragged.current = undefined
    },
  }
}
