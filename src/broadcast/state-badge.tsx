import { useLocale } from '../i18n/context.tsx'
import type { BroadcastState } from './broadcast.ts'

export function StateBadge({ state }: { state: BroadcastState }) {
  const { t } = useLocale()
  return <span className={`badge broadcast-state broadcast-state-${state}`}>{t(`broadcast.states.${state}`)}</span>
}
