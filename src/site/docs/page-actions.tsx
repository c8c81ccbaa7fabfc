import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

/** AI assistants that accept a prompt in the URL */
const assistants = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
]

interface OpenInProps {
  /** Absolute URL of the page's Markdown */
  address: string
}

/** Plain links to assistants: no data is sent to them before the reader follows a link. */
function OpenIn({ address: page }: OpenInProps) {
  const { t } = useLocale()
  return assistants.map(({ name, address }) => (
    <a
      key={name}
      className="open-in"
      href={address + encodeURIComponent(t('docs.openInAsks', { address: page }))}
      rel="external noopener nofollow"
      aria-label={t('docs.openIn', { name })}
    >
      <Icon name="i-lucide-external-link" />
      <span>{name}</span>
    </a>
  ))
}

export interface PageActionsProps {
  /** Path of a page whose Markdown is served at the same path with `.md` */
  path: string
  siteUrl: string
}

export function PageActions({ path, siteUrl }: PageActionsProps) {
  const markdown = `${path}.md`
  return (
    <div className="page-acts">
      <CopyPage href={markdown} />
      <OpenIn address={siteUrl + markdown} />
    </div>
  )
}

interface CopyPageProps {
  href: string
}

/** Button that copies the page as Markdown; without JavaScript, a link to the Markdown. */
function CopyPage({ href }: CopyPageProps) {
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
