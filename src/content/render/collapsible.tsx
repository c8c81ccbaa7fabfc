import { useLocale } from '../../i18n/context.tsx'
import { flagAttribute, textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { FoldingSummary } from './folding-summary.tsx'

/** `::collapsible{name openText closeText icon open}`: details that only some readers want. */
export function Collapsible({ block }: BlockProps) {
  const { t } = useLocale()
  const words = { name: t('prose.properties'), open: t('prose.show'), close: t('prose.hide') }
  return (
    <details
      className="collapsible"
      id={textAttribute(block.attributes, 'id')}
      open={flagAttribute(block.attributes, 'open')}
    >
      <FoldingSummary block={block} words={words} />
      <div className="collapsible-content">{block.render(block.children)}</div>
    </details>
  )
}
