import type { BroadcastState } from '../db/broadcast-states.ts'
import { useLocale } from '../i18n/context.tsx'

export function StateBadge({ state }: { state: BroadcastState }) {
  const { t } = useLocale()
  return <span className={`badge broadcast-state broadcast-state-${state}`}>{t(`broadcast.states.${state}`)}</span>
}
