import { useLocale } from '../../i18n/context.tsx'
import { flagAttribute, textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { FoldingSummary } from './folding-summary.tsx'

/**
 * `::code-collapse{name openText closeText icon open}`: long code of which the beginning shows. A `<details>` whose
 * style sheet leaves some of its content in sight; browsers that cannot do that hide all of it.
 */
export function CodeCollapse({ block }: BlockProps) {
  const { t } = useLocale()
  const words = { name: t('prose.codeName'), open: t('prose.expand'), close: t('prose.collapse') }
  return (
    <details
      className="code-collapse"
      id={textAttribute(block.attributes, 'id')}
      open={flagAttribute(block.attributes, 'open')}
    >
      <FoldingSummary block={block} words={words} />
      {block.render(block.children)}
    </details>
  )
}
