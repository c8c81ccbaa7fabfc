import { useLocale } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { childrenOf, isElement } from '../../mdc/ast.ts'
import { flagAttribute, textAttribute } from '../attributes.ts'
import type { Block, BlockProps } from '../block.ts'
import { inOrder } from '../in-order.ts'
import { scrollRegion } from '../scroll-region.ts'
import { type CodeLine, codeLines } from './code-lines.ts'
import { languageIcon } from './language-icon.ts'
import { listingName } from './listing-name.ts'

export function CodeBlock({ block }: BlockProps) {
  const { t } = useLocale()
  const language = textAttribute(block.attributes, 'language')
  const filename = listingName(block.attributes)
  const label = filename ?? textAttribute(block.attributes, 'label') ?? language
  const lines = linesOf(block)
  const kinds = [
    ...(lines.some(({ marks }) => marks.includes('diff')) ? ['has-changes'] : []),
    ...(lines.some(({ marks }) => marks.includes('focus')) ? ['has-focus'] : []),
  ]
  return (
    <figure className="code-block">
      {filename && !flagAttribute(block.attributes, 'hideHeader') && (
        <figcaption>
          <Icon name={textAttribute(block.attributes, 'icon') ?? languageIcon(language, filename)} />
          {filename}
        </figcaption>
      )}
      <button
        type="button"
        className="code-copy"
        aria-label={t('prose.copyCode')}
        title={t('prose.copyCode')}
        data-copied={t('prose.copied')}
        data-failed={t('prose.copyFailed')}
      >
        <Icon name="i-lucide-copy" />
      </button>
      <pre
        {...scrollRegion(label ? t('prose.codeFile', { file: label }) : t('prose.code'))}
        className={kinds.join(' ') || undefined}
      >
        <code>{inOrder(lines.map((line, index) => drawn(block, line, index < lines.length - 1)))}</code>
      </pre>
    </figure>
  )
}

/** Only marked lines get an element, with their line break inside. */
function drawn(block: Block, { content, marks }: CodeLine, hasBreak: boolean) {
  const nodes = hasBreak ? [...content, '\n'] : content
  return marks.length > 0 ? (
    <span className={`line ${marks.join(' ')}`}>{block.render(nodes)}</span>
  ) : (
    block.render(nodes)
  )
}

function linesOf({ attributes, children }: Block): CodeLine[] {
  const { highlights } = attributes
  // A block written as `pre` has paragraphs, or its code in a property, instead of `code`.
  const content = children.length > 0 ? children : [textAttribute(attributes, 'code') ?? '']
  const nodes = content.flatMap((node, index) => {
    if (!isElement(node) || !['code', 'p'].includes(node[0])) return [node]
    return index > 0 && node[0] === 'p' ? ['\n', ...childrenOf(node)] : childrenOf(node)
  })
  return codeLines(nodes, Array.isArray(highlights) ? highlights : [])
}
