import { useLocale } from '../../../i18n/context.tsx'

export interface NewTabNoteProps {
  target: string | undefined
}

export function NewTabNote({ target }: NewTabNoteProps) {
  const { t } = useLocale()
  return target === '_blank' && <span className="sr-only"> ({t('prose.newTab')})</span>
}
