import { useLocale } from '../../i18n/context.tsx'
import { isMessageKey } from '../../i18n/translate.ts'
import type { BotRow } from '../running/runner-queries.ts'

export interface StateBadgeProps extends Pick<BotRow, 'state' | 'reason'> {}

export function StateBadge({ state, reason }: StateBadgeProps) {
  const { t } = useLocale()
  const key = `bots.reasons.${reason}`
  const why = reason === null ? undefined : isMessageKey(key) ? t(key) : reason
  return (
    <span className="bot-state" data-state={state} title={why}>
      {t(`bots.states.${state}`)}
    </span>
  )
}
