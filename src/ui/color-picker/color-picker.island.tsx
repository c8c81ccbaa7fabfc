import { effect, type Signal, useSignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { black, type Color, type ColorInput, fromHsv, hexOf, readColor } from './color.ts'
import { ColorFields } from './color-fields.tsx'
import type { ColorPartProps } from './color-part.ts'
import { AlphaSlider, HueSlider } from './color-sliders.tsx'
import { moved } from './color-steps.ts'
import { type ColorEvents, emitColor } from './events.ts'
import { defaultSwatches, readHistory, rememberColor } from './history.browser.ts'
import { Pipette } from './pipette.tsx'
import { type ColorWords, fill } from './words.ts'

export interface ColorPickerProps {
  color: ColorInput
  words: ColorWords
  hasAlpha?: boolean
  /** Whether the picker takes the keyboard focus when it is shown */
  takesFocus?: boolean
}

/**
 * Color picker. It fires `color-input` on every change and `color-change` at the end of a press or a key, both with a
 * `Color`.
 */
export function ColorPicker({ color: given, words, hasAlpha = false, takesFocus = false }: ColorPickerProps) {
  useSignals()
  const [initial] = useState(() => readColor(given) ?? black)
  const color = useSignal(initial)
  const isDragged = useSignal(false)
  const root = useRef<HTMLDivElement>(null)
  const emit = (name: keyof ColorEvents, next: Color) => root.current && emitColor(root.current, name, next)
  const show = (next: Color | undefined) => {
    if (!next) return
    color.value = hasAlpha ? next : { ...next, a: 1 }
    emit('color-input', color.value)
  }
  const settled = useRef(initial)
  const settle = () => {
    if (settled.current === color.peek()) return
    settled.current = color.peek()
    emit('color-change', color.peek())
  }
  const choose = (next: Color | undefined) => {
    show(next)
    settle()
  }
  usePainted(root, color)
  useRemembered(color, initial)
  const part = { color, words, onShow: show, onSettle: settle }
  return (
    <div
      ref={root}
      className="color-picker"
      data-has-alpha={hasAlpha || undefined}
      data-dragged={isDragged.value || undefined}
      onPointerDown={() => {
        isDragged.value = true
      }}
      onPointerUp={() => {
        isDragged.value = false
      }}
      onLostPointerCapture={() => {
        isDragged.value = false
      }}
    >
      <ColorArea {...part} takesFocus={takesFocus} />
      <div className="color-sliders">
        <Pipette words={words} onPick={(hex) => choose(readColor(hex))} />
        <HueSlider {...part} />
        {hasAlpha && <AlphaSlider {...part} />}
        <span className="color-sample" />
      </div>
      <ColorFields {...part} hasAlpha={hasAlpha} />
      <ColorSwatches words={words} hasAlpha={hasAlpha} onPick={(hex) => choose(readColor(hex))} />
    </div>
  )
}

/**
 * Sets CSS custom properties of the color before the first frame. They are not in the HTML of the server, because the
 * CSP refuses style attributes.
 */
function usePainted(root: RefObject<HTMLElement | null>, color: Signal<Color>): void {
  useLayoutEffect(
    () =>
      effect(() => {
        const { r, g, b, a, h, s, v } = color.value
        const style = root.current?.style
        for (const [name, value] of Object.entries({ h, s, v, a })) style?.setProperty(`--color-${name}`, String(value))
        style?.setProperty('--color-opaque', `rgb(${r} ${g} ${b})`)
      }),
    [root, color],
  )
}

function useRemembered(color: Signal<Color>, initial: Color): void {
  useEffect(
    () => () => {
      const hex = hexOf(color.peek())
      if (hex !== hexOf(initial)) rememberColor(hex)
    },
    [color, initial],
  )
}

export interface ColorSwatchesProps {
  words: ColorWords
  hasAlpha: boolean
  onPick(hex: string): void
}

function ColorSwatches({ words, hasAlpha, onPick }: ColorSwatchesProps) {
  const [recent, setRecent] = useState<readonly string[]>([])
  useEffect(() => setRecent(readHistory()), [])
  const row = { words, hasAlpha, onPick }
  return (
    <>
      <SwatchRow label={words.swatches} colors={defaultSwatches} {...row} />
      {recent.length > 0 && <SwatchRow label={words.recent} colors={recent} {...row} />}
    </>
  )
}

interface SwatchRowProps extends ColorSwatchesProps {
  label: string
  colors: readonly string[]
}

function SwatchRow({ label, colors, words, hasAlpha, onPick }: SwatchRowProps) {
  const shown = colors.flatMap((each) => readColor(each) ?? []).filter(({ a }) => hasAlpha || a > 0)
  return (
    <fieldset className="color-swatches">
      <legend className="visually-hidden">{label}</legend>
      {shown.slice(0, hasAlpha ? 9 : 8).map((color) => {
        const hex = hexOf(color)
        const name = color.a === 0 ? words.transparent : hex
        return (
          <button
            key={hex}
            type="button"
            className="color-swatch"
            title={name}
            aria-label={name}
            onClick={() => onPick(hex)}
          >
            <svg viewBox="0 0 2 2" aria-hidden="true">
              <rect width="2" height="2" fill={hexOf({ ...color, a: 1 })} fillOpacity={hasAlpha ? color.a : 1} />
            </svg>
          </button>
        )
      })}
    </fieldset>
  )
}

/** Area for choosing a color: saturation grows from left to right, brightness upwards. */
function ColorArea({ color, words, onShow, onSettle, takesFocus }: ColorPartProps & { takesFocus: boolean }) {
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
