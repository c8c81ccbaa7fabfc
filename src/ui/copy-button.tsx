import { useLocale } from '../i18n/context.tsx'
import { Icon } from './icon.tsx'

export interface CopyButtonProps {
  /** Selector of what is copied: a field whose value is copied, or elements whose texts are copied, one per line */
  of: string
}

/** Button that copies a text; shown only if a script can copy. */
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
