export const selector = 'form[data-mini-app]'

/** Telegram opens the page at `#tgWebAppData=…`: what stands there is sent, and leaves the address. */
export function start(): void {
  const form = document.querySelector<HTMLFormElement>(selector)
  const field = form?.querySelector<HTMLInputElement>('[name=data]')
  const data = new URLSearchParams(location.hash.slice(1)).get('tgWebAppData')
  if (!form || !field || !data) return
  field.value = data
  history.replaceState(null, '', location.pathname)
  form.submit()
}
