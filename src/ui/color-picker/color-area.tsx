import { useSignals } from '@preact/signals-react/runtime'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { fromHsv } from './color.ts'
import type { ColorPartProps } from './color-part.ts'
import { moved } from './color-steps.ts'
import { fill } from './words.ts'

/** Saturation from left to right, brightness upwards. */
export function ColorArea({ color, words, onShow, onSettle, takesFocus }: ColorPartProps & { takesFocus: boolean }) {
  useSignals()
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) area.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const { h, a } = color.peek()
    onShow(fromHsv({ h, s: (clientX - left) / width, v: 1 - (clientY - top) / height }, a))
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    point(event)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
  }
  const type = (event: KeyboardEvent) => {
    const next = moved(color.peek(), event)
    if (!next) return
    event.preventDefault()
    onShow(fromHsv(next, color.peek().a))
    onSettle()
  }
  const [s, v] = [Math.round(color.value.s * 100), Math.round(color.value.v * 100)]
  return (
    <div
      ref={area}
      className="color-area"
      role="slider"
      tabIndex={0}
      aria-label={words.area}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={s}
      aria-valuetext={fill(words.areaValue, { s, v })}
      onPointerDown={press}
      onPointerMove={drag}
      onLostPointerCapture={onSettle}
      onKeyDown={type}
    >
      <span className="color-thumb" />
    </div>
  )
}
