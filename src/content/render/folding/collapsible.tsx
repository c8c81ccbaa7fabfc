import { useLocale } from '../../../i18n/context.tsx'
import type { BlockProps } from '../block.ts'
import { Folding } from './folding.tsx'

/** Renders `::collapsible{name openText closeText icon open}` */
export function Collapsible({ block }: BlockProps) {
  const { t } = useLocale()
  const words = { name: t('prose.properties'), open: t('prose.show'), close: t('prose.hide') }
  return (
    <Folding className="collapsible" block={block} words={words}>
      <div className="collapsible-content">{block.render(block.children)}</div>
    </Folding>
  )
}
