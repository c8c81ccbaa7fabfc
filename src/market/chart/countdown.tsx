import { useEffect, useRef, useState } from 'react'
import { minuteMs } from '../timeframe.ts'
import type { Pane } from './pane.ts'

export interface CountdownProps {
  pane: Pane
  label: string
}

/** Below the last price on the axis: how long its candle still lasts. Screen readers come to it, it does not call them. */
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

/** `04:09` and `13:04:09`: what is left of a span of ms, nothing when it is over. */
export function spanText(ms: number): string {
  if (ms <= 0) return ''
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return (parts[0] ? parts : parts.slice(1)).map((part) => String(part).padStart(2, '0')).join(':')
}
