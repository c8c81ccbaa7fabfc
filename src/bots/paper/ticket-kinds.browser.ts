/** Fields that keep their values for another kind of order. Prices have another meaning there, so they are dropped. */
const kept = ['amount', 'share']

/** Handles links to another side or kind of order in the ticket. A link to another kind keeps the amount. */
export function followTicketKinds(signal: AbortSignal): void {
  // The listener runs in the capture phase, to change the link before it is followed.
  document.addEventListener('click', keepFields, { capture: true, signal })
}

function keepFields({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('.paper-sides a, .paper-kinds a') : null
  const form = link?.closest('form')
  if (!link || !form) return
  // Only links to another kind keep the fields: on the other side, the amount is in another currency.
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
