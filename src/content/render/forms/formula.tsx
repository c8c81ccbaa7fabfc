import { useLocale } from '../../../i18n/context.tsx'
import { scrollRegion } from '../../../ui/scroll-region.ts'
import { textOf } from '../../mdc/ast.ts'
import { flagAttribute, textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'
import { elementsOf, type MarkupRules } from './markup.ts'

const words = (text: string) => new Set(text.split(' '))

/** Tags and attributes that are allowed in a formula: MathML without actions, links and styles */
const rules: MarkupRules = {
  tags: words(
    'math semantics annotation mrow mi mn mo mtext mspace ms msup msub msubsup mover munder munderover mmultiscripts mprescripts ' +
      'none mfrac msqrt mroot mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose merror',
  ),
  attributes: words(
    'display encoding mathvariant mathcolor mathbackground mathsize displaystyle scriptlevel stretchy fence separator accent ' +
      'accentunder lspace rspace minsize maxsize largeop movablelimits symmetric form linethickness width height depth voffset ' +
      'columnalign columnlines columnspacing rowalign rowlines rowspacing rowspan columnspan frame side notation align',
  ),
}

/** Shows the formula that the ingest has drawn, or its source if it could not be parsed. */
export function Formula({ block }: BlockProps) {
  const { t } = useLocale()
  const source = block.children.map(textOf).join('')
  const markup = textAttribute(block.attributes, 'markup')
  if (!markup) return <code>{source}</code>
  const drawn = elementsOf(markup, rules)
  if (!flagAttribute(block.attributes, 'display')) return drawn
  return (
    <span className="formula" {...scrollRegion(t('prose.formula'))}>
      {drawn}
    </span>
  )
}
