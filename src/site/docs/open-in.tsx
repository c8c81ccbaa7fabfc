import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Assistants that begin a conversation with what stands in an address */
const assistants = [
  { name: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  { name: 'Claude', address: 'https://claude.ai/new?q=' },
]

export interface OpenInProps {
  /** Of the page's Markdown, whole */
  address: string
}

/** Plain links: nothing is sent before somebody follows one. */
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
