import { useState } from 'react'

export interface ColorFieldProps {
  letter: string
  label: string
  text: string
  /** Else a number */
  isText: boolean
  fault: string
  /** Whether what is typed could be taken */
  onType(typed: string): boolean
  onEnd(): void
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 }

/** What is being typed stays as it is typed; the colour follows as far as it can be read. */
export function ColorField({ letter, label, text, isText, fault, onType, onEnd }: ColorFieldProps) {
  const [draft, setDraft] = useState<{ typed: string; isTaken: boolean }>()
  const faultId = `color-fault-${letter}`
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
          const by = isText ? 0 : steps[event.key]
          if (!by) return
          event.preventDefault()
          setDraft(undefined)
          onType(String(Number(text) + by * (event.shiftKey ? 10 : 1)))
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
