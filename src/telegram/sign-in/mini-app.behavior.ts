import { chatName } from '../link/chat-name.ts'
import { telegramWeb } from './telegram-web.ts'

export const selector = 'form[data-mini-app]'

/**
 * Signs in with the data in the URL: Telegram opens the page at `#tgWebAppData=…`; the data is removed from the URL and
 * submitted. Outside Telegram's own browsers the link may come from anybody who wants others in their account, so this
 * asks for confirmation first.
 */
export function start(): void {
  const form = document.querySelector<HTMLFormElement>(selector)
  const field = form?.querySelector<HTMLInputElement>('[name=data]')
  const data = new URLSearchParams(location.hash.slice(1)).get('tgWebAppData')
  if (!form || !field || !data) return
  history.replaceState(null, '', location.pathname)
  field.value = data
  // Browsers send no cookies of ours inside a frame of another site, so the page must be opened in a tab.
  if (window.top !== window) offerTab(form, data)
  else if ('TelegramWebviewProxy' in window) form.submit()
  else ask(form, data)
}

/** Asks Telegram to open a tab, because its frames cannot open one. Source: https://core.telegram.org/api/web-events */
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

/** Returns the person's name for display only: the server decides by the signed data who is signed in. */
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
    // The server will refuse this invalid data.
    return ''
  }
}

function showStep(form: HTMLFormElement, step: string): HTMLElement | undefined {
  const steps = [...form.querySelectorAll<HTMLElement>('[data-mini-app-step]')]
  for (const each of steps) each.hidden = each.dataset.miniAppStep !== step
  return steps.find((each) => !each.hidden)
}
