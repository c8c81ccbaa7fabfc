import { useId } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { flagAttribute, textAttribute } from '../attributes.ts'
import { type BlockProps, childBlocks, otherChildren } from '../block.ts'
import { inOrder } from '../in-order.ts'
import { CodeBlock } from './code-block.tsx'
import { CodeTreeEntries } from './code-tree-entries.tsx'
import { fileTree, plainPath } from './file-tree.ts'
import { listingName } from './listing-name.ts'

/** `::code-tree{defaultValue expandAll}`: files below a list of links; a script shows one file at a time. */
export function CodeTree({ block }: BlockProps) {
  const { t, locale } = useLocale()
  const id = useId()
  const files = childBlocks(block, 'pre').map((pre, index) => {
    const { attributes } = pre
    const path = listingName(attributes) ?? textAttribute(attributes, 'label')
    return { pre, path: plainPath(path ?? t('prose.variant', { number: index + 1 })), panelId: `${id}-${index}` }
  })
  const paths = files.map(({ path }) => path)
  const asked = plainPath(textAttribute(block.attributes, 'defaultValue') ?? '')
  const current = Math.max(0, paths.indexOf(asked))
  const panel = ({ pre, path, panelId }: (typeof files)[number], index: number) => (
    <div className={index === current ? 'code-tree-panel is-current' : 'code-tree-panel'} id={panelId}>
      <CodeBlock block={{ ...pre, attributes: { ...pre.attributes, filename: path, hideHeader: false } }} />
    </div>
  )
  return (
    <>
      {files.length > 0 && (
        <div className="code-tree">
          <ul className="code-tree-files" aria-label={t('prose.files')}>
            <CodeTreeEntries
              entries={fileTree(paths, locale)}
              files={files}
              current={current}
              isExpanded={flagAttribute(block.attributes, 'expandAll')}
            />
          </ul>
          <div className="code-tree-panels">{inOrder(files.map(panel))}</div>
        </div>
      )}
      {block.render(otherChildren(block, 'pre'))}
    </>
  )
}
