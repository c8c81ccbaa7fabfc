import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

export interface CopyPageProps {
  href: string
}

/** Copies the page as Markdown; without JavaScript, a link to the Markdown. */
export function CopyPage({ href }: CopyPageProps) {
  const { t } = useLocale()
  return (
    <a
      className="copy-page"
      href={href}
      type="text/markdown"
      data-open={t('docs.openMarkdown')}
      data-copied={t('docs.copied')}
      data-failed={t('docs.copyFailed')}
      data-failed-hint={t('docs.copyFailedHint')}
    >
      <Icon name="i-lucide-copy" />
      <span>{t('docs.copyMarkdown')}</span>
    </a>
  )
}
