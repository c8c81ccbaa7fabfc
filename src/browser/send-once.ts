/** How long a form waits for its response before it may be sent again, ms */
const patienceMs = 5000

/**
 * Prevents double submission: a second account would be refused, a second alert created. Forms that download a file are
 * marked and stay usable.
 */
export function sendOnce(): void {
  addEventListener('submit', (event) => {
    const { target: form, defaultPrevented } = event
    if (defaultPrevented || !(form instanceof HTMLFormElement)) return
    if (form.getAttribute('method') !== 'post' || 'downloads' in form.dataset) return
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    setTimeout(() => release(form), patienceMs)
  })
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[aria-busy]')) release(form)
  })
}

function release(form: HTMLFormElement): void {
  form.ariaBusy = null
}
