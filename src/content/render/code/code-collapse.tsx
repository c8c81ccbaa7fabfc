import { useLocale } from '../../../i18n/context.tsx'
import type { BlockProps } from '../block.ts'
import { Folding } from '../folding/folding.tsx'

/**
 * Renders `::code-collapse{name openText closeText icon open}`: CSS shows the beginning of long code while it is
 * closed.
 */
export function CodeCollapse({ block }: BlockProps) {
  const { t } = useLocale()
  const words = { name: t('prose.codeName'), open: t('prose.expand'), close: t('prose.collapse') }
  return (
    <Folding className="code-collapse" block={block} words={words}>
      {block.render(block.children)}
    </Folding>
  )
}
