import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { FieldEntry } from './field-entry.tsx'

const elements = ['div', 'section', 'article']

/** `::field{name type required as}` outside a group: a `<dl>` with one entry by default. */
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
