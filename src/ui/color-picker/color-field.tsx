import { useState } from 'react'
import { stepped } from './color-steps.ts'

export interface ColorFieldProps {
  letter: string
  label: string
  text: string
  /** Max number; undefined for a text field */
  most: number | undefined
  fault: string
  /** Returns whether the typed text is valid */
  onType(typed: string): boolean
  onEnd(): void
}

/** Keeps the typed text as it is; the color follows as far as the text is valid. */
export function ColorField({ letter, label, text, most, fault, onType, onEnd }: ColorFieldProps) {
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
