import { useLocale } from '../../i18n/context.tsx'
import { type AstNode, childrenOf, isElement, textOf } from '../mdc/ast.ts'
import type { BlockProps } from './block.ts'
import { htmlAttributes } from './html-tags.ts'
import { scrollRegion } from './scroll-region.ts'

export function TableScroll({ block }: BlockProps) {
  const { t } = useLocale()
  const columns = textsOf(block.children, 'caption')[0] ?? textsOf(block.children, 'th').filter(Boolean).join(', ')
  return (
    <div className="table-scroll" {...scrollRegion(columns ? t('prose.tableOf', { columns }) : t('prose.table'))}>
      <table {...htmlAttributes('table', block.attributes)}>{block.render(block.children)}</table>
    </div>
  )
}

function textsOf(nodes: AstNode[], tag: string): string[] {
  return nodes
    .filter(isElement)
    .flatMap((node) => (node[0] === tag ? [textOf(node).trim()] : textsOf(childrenOf(node), tag)))
}
