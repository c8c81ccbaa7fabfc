import { useLocale } from '../../i18n/context.tsx'

export interface NewTabNoteProps {
  /** Of the link the note stands in */
  target: string | undefined
}

/** Says to those who cannot see the arrow that a link opens a new tab. */
export function NewTabNote({ target }: NewTabNoteProps) {
  const { t } = useLocale()
  return target === '_blank' && <span className="sr-only"> ({t('prose.newTab')})</span>
}
