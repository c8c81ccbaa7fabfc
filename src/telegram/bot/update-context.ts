import type { Locale } from '../../i18n/locales.ts'
import type { SubscriberRow } from '../subscribers/subscriber-queries.ts'
import type { Update } from './update.ts'

/** An update with data about its sender */
export type UpdateContext<Kind extends Update['kind']> = Extract<Update, { kind: Kind }> & {
  subscriber: SubscriberRow | undefined
  locale: Locale
  /** URL of the site in the language of the sender */
  site: string
  now: number
}
