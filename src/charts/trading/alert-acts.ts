import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { type ChartWords, fill } from '../words.ts'
import { showNote } from './note.ts'
import { send } from './send.ts'
import { tradingChange } from './trading-line.ts'

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
  const formKey = crypto.randomUUID()
  const fields = { asset, kind: 'level', value: text, note: '', formKey }
  const sent = await send<{ id: string }>(localised(locale, paths.alerts), fields)
  if (sent.status === 'offline') return showNote(menu.alertOffline)
  if (sent.status === 'refused') return showNote(sent.reason || menu.alertRefused)
  document.dispatchEvent(new Event(tradingChange))
  const removal = localised(locale, href(paths.alertRemoval, { id: sent.body.id }))
  showNote(fill(menu.alertMade, shown), {
    text: menu.undo,
    act: async () => {
      const undone = await send(removal, { back: paths.alerts })
      document.dispatchEvent(new Event(tradingChange))
      showNote(undone.status === 'done' ? menu.alertUndone : menu.alertNotUndone)
    },
  })
}
