import { useLocale } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Shown by the sheet where nothing more has come after it for a while. */
export function TrialLost() {
  const { t } = useLocale()
  return (
    <div className="late-lost">
      <Notice kind="error">{t('backtest.lost')}</Notice>
    </div>
  )
}
