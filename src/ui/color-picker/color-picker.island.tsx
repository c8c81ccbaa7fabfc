import { effect, type Signal, useSignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { black, type Color, type ColorInput, hexOf, readColor } from './color.ts'
import { ColorArea } from './color-area.tsx'
import { ColorFields } from './color-fields.tsx'
import { AlphaSlider, HueSlider } from './color-sliders.tsx'
import { ColorSwatches } from './color-swatches.tsx'
import { type ColorEvents, emitColor } from './events.ts'
import { rememberColor } from './history.browser.ts'
import { Pipette } from './pipette.tsx'
import type { ColorWords } from './words.ts'

export interface ColorPickerProps {
  color: ColorInput
  words: ColorWords
  hasAlpha?: boolean
  /** Whether it takes the keyboard focus */
  takesFocus?: boolean
}

/** Fires `color-input` on every step and `color-change` at the end of a press or a key, both with a `Color`. */
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

/** Sets custom properties before the first frame: the CSP refuses style attributes in the server's view. */
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
