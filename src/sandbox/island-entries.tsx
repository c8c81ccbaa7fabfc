import type { Locale } from '../i18n/locales.ts'
import { Island } from '../ui/island.tsx'
import { chatEntries } from './broadcast-entries.ts'
import { chartEntries } from './chart-entries.ts'
import type { SandboxEntry } from './entry.ts'
import { priceEntries } from './price-entries.ts'

/** Islands as on real pages: hydrated, with their props in the page. */
export function islandEntries(locale: Locale): readonly SandboxEntry[] {
  return [...priceEntries(locale), ...chartEntries(locale), ...chatEntries(locale)].map((entry) => ({
    ...entry,
    kind: 'island',
    draw: (edited) => (
      <Island name={entry.id} when="load">
        {entry.draw(edited)}
      </Island>
    ),
  }))
}
