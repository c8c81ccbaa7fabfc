import type { ReactNode } from 'react'
import type { Locale } from '../i18n/locales.ts'
import type { SandboxEntry } from './entry.ts'
import { islandEntries } from './island-entries.tsx'
import { layoutEntries } from './layout-entries.tsx'
import { listEntries } from './list-entries.ts'
import { partEntries } from './part-entries.ts'

export function sandboxEntries(locale: Locale, panel: ReactNode = null): SandboxEntry[] {
  return [...partEntries, ...listEntries, ...islandEntries(locale), ...layoutEntries(panel)]
}

export function findEntry(locale: Locale, id: string, panel?: ReactNode): SandboxEntry | undefined {
  return sandboxEntries(locale, panel).find((entry) => entry.id === id)
}
