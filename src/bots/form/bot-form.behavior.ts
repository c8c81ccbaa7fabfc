export const selector = '#bot-form'

/** Updates `aria-invalid` of the fields after each check of the form, for screen readers. */
export function start(form: HTMLElement, signal: AbortSignal): void {
  const markInvalidFields = () => {
    for (const field of form.querySelectorAll('.bot-field')) {
      const isWrong = field.querySelector('.field-error')?.textContent !== ''
      for (const control of field.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        if (isWrong) control.setAttribute('aria-invalid', 'true')
        else control.removeAttribute('aria-invalid')
      }
    }
  }
  document.addEventListener('htmx:after:swap', markInvalidFields, { signal })
}
