import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { type Color, fromHsv, fromRgb, hexOf, readColor } from './color.ts'
import type { ColorPartProps } from './color-part.ts'
import { stepped } from './color-steps.ts'
import type { ColorWords } from './words.ts'

const notations = ['hex', 'rgb', 'hsv'] as const
type Notation = (typeof notations)[number]

export function ColorFields(part: ColorPartProps & { hasAlpha: boolean }) {
  useSignals()
  const { color, words, hasAlpha, onShow, onSettle } = part
  const [notation, setNotation] = useState<Notation>('hex')
  const fields =
    notation === 'hex' ? [hexField(words)] : [...partFields(words, notation), ...alphaField(words, hasAlpha)]
  return (
    <div className="color-fields">
      <fieldset className="color-notations">
        <legend className="visually-hidden">{words.notation}</legend>
        {notations.map((each) => (
          <button key={each} type="button" aria-pressed={each === notation} onClick={() => setNotation(each)}>
            {each.toUpperCase()}
          </button>
        ))}
      </fieldset>
      <div className={`color-parts is-${notation}`}>
        {fields.map(({ letter, label, most, text, read }) => (
          <ColorField
            key={letter}
            letter={letter}
            label={label}
            text={text(color.value)}
            most={most}
            fault={words.noColor}
            onType={(typed) => {
              const next = read(typed, color.peek())
              onShow(next)
              return next !== undefined
            }}
            onEnd={onSettle}
          />
        ))}
      </div>
    </div>
  )
}

interface Field {
  letter: string
  label: string
  /** Max value of a component of the color, such as 255 for red */
  most: number | undefined
  text(color: Color): string
  /** Parses the typed text; undefined if it is no valid color */
  read(typed: string, color: Color): Color | undefined
}

function hexField(words: ColorWords): Field {
  return { letter: '', label: words.hex, most: undefined, text: hexOf, read: readColor }
}

function partFields(words: ColorWords, notation: 'rgb' | 'hsv'): Field[] {
  const rgb = (key: 'r' | 'g' | 'b', label: string): Field => ({
    letter: key.toUpperCase(),
    label,
    most: 255,
    text: (color) => String(color[key]),
    read: (typed, color) => fromRgb({ ...color, [key]: numberIn(typed, 255) }, color.a),
  })
  const hsv = (key: 'h' | 's' | 'v', label: string, scale: number, most: number): Field => ({
    letter: key.toUpperCase(),
    label,
    most,
    text: (color) => String(Math.round(color[key] * scale)),
    read: (typed, color) => fromHsv({ ...color, [key]: numberIn(typed, most) / scale }, color.a),
  })
  if (notation === 'rgb') return [rgb('r', words.red), rgb('g', words.green), rgb('b', words.blue)]
  return [hsv('h', words.hue, 1, 360), hsv('s', words.saturation, 100, 100), hsv('v', words.brightness, 100, 100)]
}

function alphaField(words: ColorWords, hasAlpha: boolean): Field[] {
  if (!hasAlpha) return []
  const text = ({ a }: Color) => String(Math.round(a * 100))
  const read = (typed: string, color: Color) => {
    const percent = numberIn(typed, 100)
    return Number.isNaN(percent) ? undefined : { ...color, a: percent / 100 }
  }
  return [{ letter: 'A', label: words.alpha, most: 100, text, read }]
}

/** Parses a typed number. NaN if it is out of range, so that a half-typed number does not change the color. */
function numberIn(typed: string, most: number): number {
  return /^\d{1,3}$/.test(typed) && Number(typed) <= most ? Number(typed) : Number.NaN
}

interface ColorFieldProps {
  letter: string
  label: string
  text: string
  /** Max number that may be typed; undefined for a text field */
  most: number | undefined
  fault: string
  /** Called when the text changes; returns whether the text is valid */
  onType(typed: string): boolean
  onEnd(): void
}

/**
 * Input field for a color or one of its components. The typed text stays as it is; the color changes whenever the text
 * is valid.
 */
function ColorField({ letter, label, text, most, fault, onType, onEnd }: ColorFieldProps) {
  const [draft, setDraft] = useState<{ typed: string; isTaken: boolean }>()
  const faultId = `color-fault-${letter}`
  const isText = most === undefined
  const isFaulty = draft?.isTaken === false
  return (
    <label className="color-field">
      {letter && <span aria-hidden="true">{letter}</span>}
      <input
        type="text"
        aria-label={label}
        aria-invalid={isFaulty || undefined}
        aria-describedby={isFaulty ? faultId : undefined}
        title={isFaulty ? fault : undefined}
        inputMode={isText ? 'text' : 'numeric'}
        maxLength={isText ? 40 : 3}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={draft?.typed ?? text}
        onChange={({ target: { value } }) => setDraft({ typed: value, isTaken: onType(value) })}
        onKeyDown={(event) => {
          const next = most === undefined ? undefined : stepped(Number(text), most, event)
          if (next === undefined) return
          event.preventDefault()
          setDraft(undefined)
          onType(String(next))
        }}
        onBlur={() => {
          setDraft(undefined)
          onEnd()
        }}
      />
      {isFaulty && (
        <span id={faultId} className="visually-hidden" role="alert">
          {fault}
        </span>
      )}
    </label>
  )
}
