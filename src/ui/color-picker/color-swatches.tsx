import { useEffect, useState } from 'react'
import { hexOf, readColor } from './color.ts'
import { defaultSwatches, readHistory } from './history.browser.ts'
import type { ColorWords } from './words.ts'

export interface ColorSwatchesProps {
  words: ColorWords
  hasAlpha: boolean
  onPick(hex: string): void
}

export function ColorSwatches({ words, hasAlpha, onPick }: ColorSwatchesProps) {
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
