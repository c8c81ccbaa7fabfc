import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { axisHeight } from '../../charts/canvas/dimensions.ts'
import type { Pane } from '../../charts/pane/pane.ts'
import type { Locale } from '../../i18n/locales.ts'
import { formatPrice } from '../../market/price-format.ts'
import type { PaperChartWords, PaperLine } from './paper-lines.ts'

export interface OrderLineProps {
  pane: Pane
  line: PaperLine
  priceStep: number
  digits: number
  locale: Locale
  words: PaperChartWords
  onMove(name: string, price: number, former: { label: string; price: number }): void
}

const reachable = 0

/** A price line across the chart. An order's line is a slider: drag it, or move it by keys and confirm with Enter. */
export function OrderLine(props: OrderLineProps) {
  const { pane, line, digits, locale, words } = props
  const element = useRef<HTMLDivElement>(null)
  const { shown, ...handlers } = useMoving(props)
  useEffect(() => {
    const place = () => placeLine(element.current, pane, shown)
    place()
    return pane.view.onRedraw(place)
  }, [pane, shown])
  const text = formatPrice(locale, shown, digits)
  const content = (
    <span className="paper-line-label">
      {line.label} <b>{text}</b>
    </span>
  )
  const look = { ref: element, className: 'paper-line', 'data-kind': line.kind, 'data-side': line.side }
  if (line.name === undefined) return <div {...look}>{content}</div>
  return (
    <div
      {...look}
      role="slider"
      tabIndex={reachable}
      aria-orientation="vertical"
      aria-label={words.label.replace('{{name}}', line.label).replace('{{price}}', text)}
      aria-valuenow={shown}
      aria-valuetext={text}
      data-is-moving={shown !== line.price || undefined}
      {...handlers}
    >
      {content}
    </div>
  )
}

/** Handles the moving of a line. @returns the shown price, and event handlers that change it */
function useMoving({ pane, line, priceStep, digits, onMove }: OrderLineProps) {
  const [draft, setDraft] = useState<number>()
  const isDragging = useRef(false)
  const shown = draft ?? line.price
  const onStep = (price: number) =>
    Number(Math.max(priceStep, Math.round(price / priceStep) * priceStep).toFixed(digits))
  const rest = () => {
    isDragging.current = false
    setDraft(undefined)
  }
  const send = () => {
    if (draft !== undefined && draft !== line.price && line.name !== undefined) {
      onMove(line.name, draft, { label: line.label, price: line.price })
    }
    rest()
  }
  return {
    shown,
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
    onPointerUp: () => isDragging.current && send(),
    onPointerCancel: rest,
    onBlur: rest,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = stepOf(event, { priceStep, price: shown })
      if (step === undefined && event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      if (step !== undefined) setDraft(onStep(shown + step))
      else if (event.key === 'Enter') send()
      else rest()
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

/** Positions a line in the chart, or hides it outside the visible price range. */
function placeLine(element: HTMLElement | null, { view }: Pane, price: number): void {
  if (!element) return
  const y = view.priceToY(price)
  const isSeen = y !== undefined && y >= 0 && y <= view.element.clientHeight - axisHeight
  element.hidden = !isSeen
  if (isSeen) element.style.translate = `0 ${Math.round(y)}px`
}
