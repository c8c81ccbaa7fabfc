import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { type ChartWords, fill } from '../words.ts'

export interface AlertAt {
  asset: string
  locale: Locale
  /** Price as a decimal */
  text: string
  shown: { price: string }
  menu: ChartWords['drawing']['menu']
}

/** Creates a price alert as the form of the alerts page does, and shows the result with a button that undoes it. */
export async function createAlertAt({ asset, locale, text, shown, menu }: AlertAt): Promise<void> {
  const address = localised(locale, paths.alerts)
  const page = await post(address, { asset, kind: 'level', value: text, note: '' })
  if (page === undefined) return note(menu.alertOffline)
  const made = newestAlert(page)
  if (!made) return note(reasonIn(page) || menu.alertRefused)
  note(fill(menu.alertMade, shown), {
    text: menu.undo,
    act: async () => {
      const removal = localised(locale, href(paths.alertRemoval, { id: made }))
      const after = await post(removal, { back: paths.alerts })
      note(after ? menu.alertUndone : menu.alertNotUndone)
    },
  })
}

interface Answer {
  isDone: boolean
  page: Document
}

/** @returns the page after the redirect; undefined if the server did not answer */
async function post(address: string, fields: Record<string, string>): Promise<Answer | undefined> {
  try {
    const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
    if (response.status >= 500) return undefined
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    return { isDone: response.ok, page }
  } catch {
    return undefined
  }
}

/** ID of the alert that was created last: IDs begin with the time of creation. */
function newestAlert({ isDone, page }: Answer): string | undefined {
  const pattern = /\/app\/alerts\/([^/]+)\/removal$/
  const ids = [...page.forms].flatMap((form) => pattern.exec(form.getAttribute('action') ?? '')?.[1] ?? [])
  return isDone ? ids.sort().at(-1) : undefined
}

function reasonIn({ page }: Answer): string {
  return page.querySelector('.field-error')?.textContent.trim() ?? ''
}

/** Time for which a note is shown, ms; as long as an undo is valid */
const noteMs = 10_000

interface NoteAct {
  text: string
  act(): void
}

function note(text: string, act?: NoteAct): void {
  document.querySelector('.chart-outcome')?.remove()
  const output = document.createElement('output')
  output.className = 'chart-outcome'
  output.append(text)
  if (act) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'chart-button is-text'
    button.textContent = act.text
    button.addEventListener('click', () => {
      output.remove()
      act.act()
    })
    output.append(button)
  }
  document.body.append(output)
  setTimeout(() => output.remove(), noteMs)
}
