import { Icon } from './icon.tsx'

export interface FieldErrorProps {
  id?: string
  text: string | undefined
  /** Announced at once: for fields that do not refer to it by its ID */
  isAlert?: boolean
  /** Rendered even without text, for errors found later */
  isKept?: boolean
  /** Swapped in by htmx in place of the field's own error */
  isCompanion?: boolean
}

export function FieldError({ id, text, isAlert, isKept, isCompanion }: FieldErrorProps) {
  if (!text && !isKept) return null
  return (
    <p
      className="field-error"
      id={id}
      role={isAlert ? 'alert' : undefined}
      {...(isCompanion && { 'hx-swap-oob': 'true' })}
    >
      {text && (
        <>
          <Icon name="i-lucide-circle-alert" />
          {text}
        </>
      )}
    </p>
  )
}
