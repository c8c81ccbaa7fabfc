import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '../../market/timeframe.ts'
import type { Pane } from './pane.ts'

export interface CountdownProps {
  pane: Pane
  label: string
}

/** Time left of the current candle. Not announced by screen readers. */
export function Countdown({ pane, label }: CountdownProps) {
  const element = useRef<HTMLSpanElement>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    const { view } = pane
    const place = () => {
      const y = view.lastY()
      const height = view.chart.panes()[0]?.getHeight() ?? 0
      const isShown = y !== undefined && y > 0 && y < height - 24
      element.current?.toggleAttribute('hidden', !isShown)
      if (isShown) element.current?.style.setProperty('translate', `0 ${Math.round(y)}px`)
    }
    const count = () => {
      const last = view.candles.at(-1)
      setText(last ? spanText(last.openTime + view.look.tf * minuteMs - Date.now()) : '')
    }
    count()
    const timer = setInterval(count, 1000)
    const stop = view.onRedraw(place)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [pane])
  return (
    <span ref={element} className="chart-countdown" role="timer" aria-live="off" aria-label={label} hidden>
      {text}
    </span>
  )
}

/** Formats ms as `04:09` or `13:04:09`; empty when no time is left. */
export function spanText(ms: number): string {
  if (ms <= 0) return ''
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] ? parts : parts.slice(1)).map((part) => String(part).padStart(2, '0')).join(':')
}
