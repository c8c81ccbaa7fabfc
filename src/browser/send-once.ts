/** How long a form waits for its answer until it may be sent again, ms */
const patienceMs = 5000

/** A second account would be refused, a second alert made. Forms whose answer is a file say so: they stay usable. */
export function sendOnce(): void {
  addEventListener('submit', (event) => {
    const { target: form, defaultPrevented } = event
    if (defaultPrevented || !(form instanceof HTMLFormElement)) return
    if (form.getAttribute('method') !== 'post' || 'downloads' in form.dataset) return
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    setTimeout(() => release(form), patienceMs)
  })
  // Back on the page from the browser's memory.
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[aria-busy]')) release(form)
  })
}

function release(form: HTMLFormElement): void {
  form.ariaBusy = null
}
