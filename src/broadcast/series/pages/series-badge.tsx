import { useLocale } from '../../../i18n/context.tsx'
import type { SeriesState } from '../series.ts'

const looks = { draft: 'draft', running: 'running', stopped: 'paused', removed: 'cancelled' } as const

export function SeriesBadge({ state }: { state: SeriesState }) {
  const { t } = useLocale()
  return <span className={`badge broadcast-state broadcast-state-${looks[state]}`}>{t(`series.states.${state}`)}</span>
}
