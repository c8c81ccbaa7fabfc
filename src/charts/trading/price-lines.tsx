import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import type { Pane } from '../pane/pane.ts'
import { type ChartWords, fill } from '../words.ts'
import { showNote } from './note.ts'
import { send } from './send.ts'
import { type TradingLine, type TradingLineSet, tradingChange } from './trading-line.ts'

export interface PriceLinesProps extends TradingLineSet {
  pane: Pane
  asset: string
  digits: number
  locale: Locale
  words: ChartWords['trading']
}

interface Move {
  /** Address of the line: an alert has another one after each move */
  address: string
  label: string
  from: number
  to: number
  /** Token of the move that this one undoes: what was moved may have been no mere price */
  undo?: string | undefined
}

/** Draws the lines of a chart. The server decides whether a line moves: a refused one goes back and says why. */
export function PriceLines({ lines, ...shared }: PriceLinesProps) {
  const { digits, locale, words } = shared
  /** Prices of lines that are being sent, by their address */
  const [sent, setSent] = useState<Record<string, number>>({})
  const move = async ({ address, label, from, to, undo = '' }: Move, isUndo = false) => {
    setSent((all) => ({ ...all, [address]: to }))
    const fields = { do: 'move', price: to.toFixed(digits), undo }
    const outcome = await send<{ address: string; undo?: string }>(address, fields)
    if (outcome.status === 'done') {
      const back = { ...outcome.body, label, from: to, to: from }
      const text = fill(words.moved, { name: label, price: formatPrice(locale, to, digits) })
      showNote(text, isUndo ? undefined : { text: words.undo, act: () => void move(back, true) })
    } else showNote(outcome.status === 'offline' ? words.offline : outcome.reason || words.refused)
    document.dispatchEvent(new Event(tradingChange))
    setSent(({ [address]: _, ...others }) => others)
  }
  return lines.map((line) => {
    const price = sent[line.address ?? ''] ?? line.price
    return <PriceLine key={line.id} {...shared} line={{ ...line, price }} onMove={move} />
  })
}

interface PriceLineProps extends Omit<PriceLinesProps, 'lines' | 'asset'> {
  line: TradingLine
  onMove(move: Move): void
}

const reachable = 0

/**
 * A price line across the chart. One that can move is a slider: drag it and confirm beside it, or move it by keys and
 * confirm with Enter.
 */
function PriceLine(props: PriceLineProps) {
  const { pane, line, digits, locale, words } = props
  const element = useRef<HTMLDivElement>(null)
  const { shown, isDraft, confirm, cancel, ...handlers } = useMoving(props)
  useEffect(() => {
    const place = () => placeLine(element.current, pane, shown)
    place()
    return pane.view.onRedraw(place)
  }, [pane, shown])
  useEffect(() => passWheel(element.current, pane), [pane])
  const text = formatPrice(locale, shown, digits)
  // The result belongs to the price before a move.
  const result = isDraft ? undefined : line.result
  const label = (
    <span className="price-line-label">
      <span>{line.label}</span> <b>{text}</b>
      {result && ` · ${result}`}
    </span>
  )
  // The first placement shows it: before, it would lie at the top edge.
  const look = { ref: element, hidden: true, className: 'price-line', 'data-kind': line.kind, 'data-side': line.side }
  if (!line.address) return <div {...look}>{label}</div>
  return (
    <div {...look} data-is-moving={isDraft || undefined}>
      <div
        className="price-line-handle"
        role="slider"
        tabIndex={reachable}
        aria-orientation="vertical"
        aria-label={fill(words.line, { name: line.label, price: text })}
        aria-valuenow={shown}
        aria-valuetext={result ? `${text} · ${result}` : text}
        {...handlers}
      >
        {label}
      </div>
      {isDraft && (
        <span className="price-line-acts">
          <button type="button" onClick={confirm} aria-label={fill(words.confirm, { price: text })}>
            ✓
          </button>
          <button type="button" onClick={cancel} aria-label={words.cancel}>
            ✕
          </button>
        </span>
      )}
    </div>
  )
}

/** Handles the moving of a line. @returns the shown price, acts on a moved line, and event handlers that move it */
function useMoving({ pane, line, priceStep, digits, onMove }: PriceLineProps) {
  const [draft, setDraft] = useState<number>()
  const isDragging = useRef(false)
  const shown = draft ?? line.price
  const onStep = (price: number) =>
    Number(Math.max(priceStep, Math.round(price / priceStep) * priceStep).toFixed(digits))
  const cancel = () => {
    isDragging.current = false
    setDraft(undefined)
  }
  const confirm = () => {
    const { address, label, price: from } = line
    if (draft !== undefined && draft !== from && address) onMove({ address, label, from, to: draft })
    cancel()
  }
  return {
    shown,
    isDraft: draft !== undefined,
    confirm,
    cancel,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      isDragging.current = true
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging.current) return
      const price = pane.view.yToPrice(event.clientY - pane.view.element.getBoundingClientRect().top)
      if (price !== undefined) setDraft(onStep(price))
    },
    onPointerUp: () => {
      isDragging.current = false
    },
    onPointerCancel: cancel,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = stepOf(event, { priceStep, price: shown })
      if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (step !== undefined) setDraft(onStep(shown + step))
      else if (event.key === 'Enter') confirm()
      else cancel()
    },
  }
}

function stepOf({ key, shiftKey }: KeyboardEvent, { priceStep, price }: { priceStep: number; price: number }) {
  const small = priceStep * (shiftKey ? 100 : 1)
  const steps: Record<string, number> = {
    ArrowUp: small,
    ArrowRight: small,
    ArrowDown: -small,
    ArrowLeft: -small,
    PageUp: price / 100,
    PageDown: -price / 100,
  }
  return steps[key]
}

/** Lets the chart below a line scroll and scale by the wheel. React would listen too late to cancel the event. */
function passWheel(line: HTMLElement | null, { view }: Pane): () => void {
  const pass = (event: WheelEvent) => {
    event.preventDefault()
    event.stopPropagation()
    view.chart.chartElement().dispatchEvent(new WheelEvent('wheel', event))
  }
  line?.addEventListener('wheel', pass, { passive: false })
  return () => line?.removeEventListener('wheel', pass)
}

/** Positions a line in the chart, up to the price axis, or hides it outside the pane of prices. */
function placeLine(element: HTMLElement | null, { view }: Pane, price: number): void {
  if (!element) return
  const y = view.priceToY(price)
  const isSeen = y !== undefined && y >= 0 && y < (view.chart.panes()[0]?.getHeight() ?? 0)
  element.hidden = !isSeen
  if (!isSeen) return
  element.style.translate = `0 ${Math.round(y)}px`
  element.style.insetInlineEnd = `${view.chart.priceScale('right').width()}px`
}
