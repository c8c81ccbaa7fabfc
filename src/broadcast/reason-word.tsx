import { useLocale } from '../i18n/context.tsx'

/** Those that there are words for */
const reasonWords = [
  'blocked',
  'gone',
  'unreachable',
  'migrated',
  'content',
  'revoked',
  'errors',
  'strangers',
  'restored',
  'late',
  'other',
  'stopped',
  'deleted',
  'cut-off',
  'unknown',
  'expired',
] as const
export type Reason = (typeof reasonWords)[number]

/** Why, in our words; a reason without any stands as it is. */
export function ReasonWord({ reason }: { reason: string | null }) {
  const { t } = useLocale()
  const word = reasonWords.find((own) => own === reason)
  return <>{word ? t(`broadcast.reasons.${word}`) : (reason ?? t('broadcast.reasons.none'))}</>
}
