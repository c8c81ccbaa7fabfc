import { useLocale } from '../i18n/context.tsx'
import { reasons } from './reasons.ts'

/** Shows the text of a reason; an unknown reason is shown unchanged. */
export function ReasonWord({ reason }: { reason: string | null }) {
  const { t } = useLocale()
  const word = reasons.find((own) => own === reason)
  return <>{word ? t(`broadcast.reasons.${word}`) : (reason ?? t('broadcast.reasons.none'))}</>
}
