export const selector = '#bot-form'

/** Fields say to those who hear them what has been found wrong since the page was loaded. */
export function start(form: HTMLElement, signal: AbortSignal): void {
  const tell = () => {
    for (const field of form.querySelectorAll('.bot-field')) {
      const isWrong = field.querySelector('.field-error')?.textContent !== ''
      for (const control of field.querySelectorAll('input:not([type=hidden]), select')) {
        if (isWrong) control.setAttribute('aria-invalid', 'true')
        else control.removeAttribute('aria-invalid')
      }
    }
  }
  document.addEventListener('htmx:after:swap', tell, { signal })
}
