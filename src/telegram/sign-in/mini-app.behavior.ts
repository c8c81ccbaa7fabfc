import { telegramWeb } from './telegram-web.ts'

export const selector = 'form[data-mini-app]'

/** Telegram opens the page at `#tgWebAppData=…`: what stands there is sent, and leaves the address. */
export function start(): void {
  const form = document.querySelector<HTMLFormElement>(selector)
  const field = form?.querySelector<HTMLInputElement>('[name=data]')
  const data = new URLSearchParams(location.hash.slice(1)).get('tgWebAppData')
  if (!form || !field || !data) return
  history.replaceState(null, '', location.pathname)
  field.value = data
  if (window.top === window) form.submit()
  else offerTab(form, data)
}

/** Telegram opens the tab: what it shows in a frame may open none. Source: https://core.telegram.org/api/web-events */
function offerTab(form: HTMLFormElement, data: string): void {
  const framed = document.querySelector<HTMLElement>('[data-mini-app-framed]')
  const url = `${location.href}#${new URLSearchParams({ tgWebAppData: data })}`
  form.hidden = true
  if (framed) framed.hidden = false
  framed?.querySelector('button')?.addEventListener('click', () => {
    window.parent.postMessage(JSON.stringify({ eventType: 'web_app_open_link', eventData: { url } }), telegramWeb)
  })
}
