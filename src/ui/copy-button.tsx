import { useLocale } from '../i18n/context.tsx'
import { Icon } from './icon.tsx'

export interface CopyButtonProps {
  /** Selects what is copied: the value of a field, or texts, a line each */
  of: string
}

/** Shown where there is a script to copy with. */
export function CopyButton({ of }: CopyButtonProps) {
  const { t } = useLocale()
  return (
    <button type="button" className="button button-quiet" data-copy={of} hidden>
      <Icon name="i-lucide-copy" />
      <span data-done={t('ui.copied')} data-failed={t('ui.copyFailed')} aria-live="polite">
        {t('ui.copy')}
      </span>
    </button>
  )
}
