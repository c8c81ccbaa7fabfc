import { useSignals } from '@preact/signals-react/runtime'
import { fromHsv } from './color.ts'
import type { ColorPartProps } from './color-part.ts'
import { leap } from './color-steps.ts'
import { fill } from './words.ts'

export function HueSlider({ color, words, onShow, onSettle }: ColorPartProps) {
  useSignals()
  const h = Math.round(color.value.h)
  return (
    <Slider
      name="hue"
      label={words.hue}
      value={h}
      max={360}
      text={fill(words.hueValue, { h })}
      onShow={(next) => onShow(fromHsv({ ...color.peek(), h: next }, color.peek().a))}
      onSettle={onSettle}
    />
  )
}

export function AlphaSlider({ color, words, onShow, onSettle }: ColorPartProps) {
  useSignals()
  const a = Math.round(color.value.a * 100)
  return (
    <Slider
      name="alpha"
      label={words.alpha}
      value={a}
      max={100}
      text={fill(words.alphaValue, { a })}
      onShow={(next) => onShow(fromHsv(color.peek(), next / 100))}
      onSettle={onSettle}
    />
  )
}

interface SliderProps {
  name: 'hue' | 'alpha'
  label: string
  value: number
  max: number
  text: string
  onShow(value: number): void
  onSettle(): void
}

function Slider({ name, label, value, max, text, onShow, onSettle }: SliderProps) {
  return (
    <input
      type="range"
      className={`color-slider is-${name}`}
      aria-label={label}
      aria-valuetext={text}
      min={0}
      max={max}
      value={value}
      onChange={({ target }) => onShow(target.valueAsNumber)}
      onPointerUp={onSettle}
      onKeyUp={onSettle}
      onKeyDown={(event) => {
        const by = leap(event)
        if (by === 0) return
        event.preventDefault()
        onShow(Math.min(max, Math.max(0, value + by)))
      }}
    />
  )
}
