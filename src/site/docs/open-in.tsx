import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Assistants that accept a prompt in the URL */
const assistants = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
]

export interface OpenInProps {
  /** Absolute URL of the page's Markdown */
  address: string
}

/** Plain links: nothing is sent before the reader follows one. */
export function OpenIn({ address: page }: OpenInProps) {
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
