import { Icon } from './icon.tsx'

export interface FieldErrorProps {
  id?: string
  text: string | undefined
  /** Whether screen readers announce the error at once, for fields that do not refer to it by its ID */
  isAlert?: boolean
  /** Whether the element is rendered even without text, for errors that are found later */
  isAlwaysRendered?: boolean
  /** Whether htmx swaps the element in as an out-of-band part, in place of the field's present error */
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
