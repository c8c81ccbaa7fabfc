import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { textOf } from '../mdc/ast.ts'
import { textAttribute } from './attributes.ts'
import { type BlockProps, unwrapped } from './block.ts'
import { BlockLink } from './links/links.tsx'
import { blockLinkAttributes } from './links/urls.ts'
import { toneClass } from './tone.ts'

const kinds = {
  note: { tone: 'info', icon: 'i-lucide-info' },
  tip: { tone: 'success', icon: 'i-lucide-lightbulb' },
  warning: { tone: 'warning', icon: 'i-lucide-triangle-alert' },
  caution: { tone: 'error', icon: 'i-lucide-circle-alert' },
  important: { tone: 'secondary', icon: 'i-lucide-message-square-warning' },
  // Names that other site generators have for callouts
  info: { tone: 'info', icon: 'i-lucide-info' },
  danger: { tone: 'error', icon: 'i-lucide-circle-alert' },
  callout: { tone: 'neutral', icon: undefined },
} as const

/**
 * Renders callouts: `::note`, `::tip`, `::important`, `::warning`, `::caution` and the bare `::callout{icon color}`;
 * `to` makes the whole callout a link.
 */
export function Callout({ block }: BlockProps) {
  const { t } = useLocale()
  const kind = isKind(block.tag) ? block.tag : 'callout'
  const icon = textAttribute(block.attributes, 'icon') ?? kinds[kind].icon
  const title = block.slots.title ?? [textAttribute(block.attributes, 'title') ?? ''].filter(Boolean)
  const link = blockLinkAttributes(block.attributes)
  return (
    <div
      className={`callout ${toneClass(block.attributes, kinds[kind].tone)}`}
      id={textAttribute(block.attributes, 'id')}
      role="note"
      aria-label={title.map(textOf).join('').trim() || t(`prose.${kind}`)}
    >
      {icon && <Icon name={icon} className="callout-icon" />}
      {title.length > 0 && <strong className="callout-title">{block.render(unwrapped(title))}</strong>}
      {block.render(block.children)}
      {link && <BlockLink link={link} title={title.length > 0 ? title : block.children} />}
    </div>
  )
}

function isKind(tag: string): tag is keyof typeof kinds {
  return Object.hasOwn(kinds, tag)
}
