import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { linkAttributes } from './link-attributes.ts'
import { toneClass } from './tone.ts'

const kinds = {
  note: { tone: 'info', icon: 'i-lucide-info' },
  tip: { tone: 'success', icon: 'i-lucide-lightbulb' },
  warning: { tone: 'warning', icon: 'i-lucide-triangle-alert' },
  caution: { tone: 'error', icon: 'i-lucide-circle-alert' },
  callout: { tone: 'neutral', icon: undefined },
} as const

/** `::note`, `::tip`, `::warning`, `::caution` and the bare `::callout`, which takes its own icon and colour. */
export function Callout({ block }: BlockProps) {
  const { t } = useLocale()
  const kind = isKind(block.tag) ? block.tag : 'callout'
  const icon = textAttribute(block.attributes, 'icon') ?? kinds[kind].icon
  const title = textAttribute(block.attributes, 'title')
  const link = linkAttributes(block.attributes, 'to')
  return (
    <div
      className={`callout ${toneClass(block.attributes, kinds[kind].tone)}`}
      role="note"
      aria-label={title ?? t(`prose.${kind}`)}
    >
      {icon && <Icon name={icon} className="callout-icon" />}
      {title && <strong className="callout-title">{title}</strong>}
      {block.render(block.children)}
      {link && (
        <a className="callout-link" {...link}>
          {t('prose.readMore')}
        </a>
      )}
    </div>
  )
}

function isKind(tag: string): tag is keyof typeof kinds {
  return Object.hasOwn(kinds, tag)
}
