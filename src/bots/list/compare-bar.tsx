import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'

export const comparisonForm = 'bot-comparison'

/** Form that compares bots. The rows' checkboxes belong to the form, which is outside the region that is refreshed. */
export function CompareBar() {
  const { locale, t } = useLocale()
  return (
    <form id={comparisonForm} className="bot-compare" action={localised(locale, paths.botComparison)}>
      <SubmitButton kind="quiet" icon="i-lucide-git-compare-arrows">
        {t('botList.compare')}
      </SubmitButton>
      <span className="bot-minor">{t('botList.compareHint')}</span>
    </form>
  )
}
