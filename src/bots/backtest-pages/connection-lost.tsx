import { useLocale } from '../../i18n/context.tsx'
import { Notice } from '../../ui/notice.tsx'

/** The style sheet shows it if nothing follows for a while. */
export function ConnectionLost() {
  const { t } = useLocale()
  return (
    <div className="late-lost">
      <Notice kind="error">{t('backtest.lost')}</Notice>
    </div>
  )
}
