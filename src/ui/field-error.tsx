import { Icon } from './icon.tsx'

export interface FieldErrorProps {
  id?: string
  text: string | undefined
  /** Read out at once: for fields that do not refer to it by its id */
  isAlert?: boolean
  /** Stands there without a text too, for what is found wrong later */
  isKept?: boolean
  /** Put by htmx where the field's own stands */
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
