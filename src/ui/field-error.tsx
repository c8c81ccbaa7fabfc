import { Icon } from './icon.tsx'

export interface FieldErrorProps {
  id?: string
  text: string | undefined
  /** Announced at once: for fields that do not refer to it by its ID */
  isAlert?: boolean
  /** Rendered even without text, for errors found later */
  isAlwaysRendered?: boolean
  /** Swapped in by htmx in place of the field's own error */
  isOutOfBand?: boolean
}

export function FieldError({ id, text, isAlert, isAlwaysRendered, isOutOfBand }: FieldErrorProps) {
  if (!text && !isAlwaysRendered) return null
  return (
    <p
      className="field-error"
      id={id}
      role={isAlert ? 'alert' : undefined}
      {...(isOutOfBand && { 'hx-swap-oob': 'true' })}
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
