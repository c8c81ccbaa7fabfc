/** Prices mean something else in another kind of order. */
const kept = ['amount', 'share']

/** Who chooses another side or kind of order stays at the ticket: nothing is asked, and another kind has the amount. */
export function followTicketKinds(signal: AbortSignal): void {
  // Before the press is followed.
  document.addEventListener('click', keepFields, { capture: true, signal })
}

function keepFields({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.paper-sides a, .paper-kinds a') : null
  const form = link?.closest('form')
  if (!link || !form) return
  // Amounts are in another currency on the other side.
  if (link.closest('.paper-kinds')) takeAlong(link, new FormData(form))
  if (button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey) form.ariaBusy = 'true'
}

function takeAlong(link: HTMLAnchorElement, fields: FormData): void {
  const url = new URL(link.href)
  for (const name of kept) {
    const value = fields.get(name)
    if (typeof value === 'string' && value !== '') url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  }
  link.href = url.href
}
