import { useLocale } from '../../../i18n/context.tsx'
import { scrollRegion } from '../../../ui/scroll-region.ts'
import { textOf } from '../../mdc/ast.ts'
import { textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'
import { elementsOf, type MarkupRules } from './markup.ts'

const words = (text: string) => new Set(text.split(' '))

/** Tags and attributes that are allowed in a diagram: shapes and text */
const rules: MarkupRules = {
  tags: words('svg defs marker g path line polyline polygon rect circle ellipse text tspan title desc'),
  attributes: words(
    'xmlns viewBox width height x y x1 y1 x2 y2 cx cy r rx ry d points dx dy transform id class fill fill-opacity stroke ' +
      'stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity marker-start marker-end markerWidth markerHeight ' +
      'markerUnits refX refY orient text-anchor dominant-baseline font-size font-weight font-style letter-spacing',
  ),
}

/** Shows the diagram that the ingest has drawn, with its source in a collapsed block. */
export function Diagram({ block }: BlockProps) {
  const { t } = useLocale()
  const markup = textAttribute(block.attributes, 'markup')
  const source = block.children.map(textOf).join('')
  if (!markup) return block.render(block.children)
  const title = titleOf(source)
  const name = title ? t('prose.diagramOf', { title }) : t('prose.diagram')
  return (
    <figure className="diagram">
      <div className="diagram-view" {...scrollRegion(name)}>
        <div role="img" aria-label={name}>
          {elementsOf(markup, rules)}
        </div>
      </div>
      <details>
        <summary>{t('prose.diagramSource')}</summary>
        {block.render(block.children)}
      </details>
    </figure>
  )
}

/** Returns the title of a diagram: the accessible title that the author has set, or else the visible title. */
function titleOf(source: string): string | undefined {
  return /^[ \t]*accTitle[ \t]*:[ \t]*(\S.*)$/m.exec(source)?.[1] ?? /^[ \t]*title:?[ \t]+(\S.*)$/m.exec(source)?.[1]
}
