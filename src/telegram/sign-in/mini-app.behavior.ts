import { chatName } from '../link/chat-name.ts'
import { telegramWeb } from './telegram-web.ts'

export const selector = 'form[data-mini-app]'

/**
 * Telegram opens the page at `#tgWebAppData=…`: what stands there leaves the address and is sent. Outside Telegram's own
 * browsers the address may come from anybody who wants others in their account: there it is asked first.
 */
export function start(): void {
  const form = document.querySelector<HTMLFormElement>(selector)
  const field = form?.querySelector<HTMLInputElement>('[name=data]')
  const data = new URLSearchParams(location.hash.slice(1)).get('tgWebAppData')
  if (!form || !field || !data) return
  history.replaceState(null, '', location.pathname)
  field.value = data
  // Browsers keep no cookies of ours inside the page of another site.
  if (window.top !== window) offerTab(form, data)
  else if ('TelegramWebviewProxy' in window) form.submit()
  else ask(form, data)
}

/** Telegram opens the tab: what it shows in a frame may open none. Source: https://core.telegram.org/api/web-events */
function offerTab(form: HTMLFormElement, data: string): void {
  const url = `${location.href}#${new URLSearchParams({ tgWebAppData: data })}`
  const button = showStep(form, 'framed')?.querySelector('button')
  button?.addEventListener('click', () => {
    window.parent.postMessage(JSON.stringify({ eventType: 'web_app_open_link', eventData: { url } }), telegramWeb)
  })
}

function ask(form: HTMLFormElement, data: string): void {
  const name = showStep(form, 'ask')?.querySelector('[data-mini-app-name]')
  if (name) name.textContent = nameIn(data)
}

/** Not checked here: who is signed in is what the server finds signed. */
function nameIn(data: string): string {
  try {
    const {
      id,
      first_name = '',
      last_name = '',
      username,
    } = Object(JSON.parse(new URLSearchParams(data).get('user') ?? ''))
    return chatName({
      chatId: Number(id),
      name: `${first_name} ${last_name}`,
      username: username ? `${username}` : null,
    })
  } catch {
    // The server refuses it.
    return ''
  }
}

function showStep(form: HTMLFormElement, step: string): HTMLElement | undefined {
  const steps = [...form.querySelectorAll<HTMLElement>('[data-mini-app-step]')]
  for (const each of steps) each.hidden = each.dataset.miniAppStep !== step
  return steps.find((each) => !each.hidden)
}
