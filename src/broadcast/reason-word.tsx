import { useLocale } from '../i18n/context.tsx'

const known = [
  'blocked',
  'gone',
  'unreachable',
  'migrated',
  'content',
  'revoked',
  'errors',
  'other',
  'stopped',
  'deleted',
  'cut-off',
  'unknown',
  'expired',
] as const

/** Why, in our words; a reason without any stands as it is. */
export function ReasonWord({ reason }: { reason: string | null }) {
  const { t } = useLocale()
  const word = known.find((own) => own === reason)
  return <>{word ? t(`broadcast.reasons.${word}`) : (reason ?? t('broadcast.reasons.none'))}</>
}
