import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { FieldEntry } from './field-entry.tsx'

const elements = ['div', 'section', 'article']

/** `::field{name type required}` on its own: a list of definitions with one entry, or the element that `as` names. */
export function Field({ block }: BlockProps) {
  const as = elements.find((element) => element === textAttribute(block.attributes, 'as'))
  if (as) {
    return (
      <div className="field-group">
        <FieldEntry block={block} as={as} isDefinition={false} />
      </div>
    )
  }
  return (
    <dl className="field-group">
      <FieldEntry block={block} />
    </dl>
  )
}
