import type { BlockProps } from './block.ts'
import { FieldEntry } from './field-entry.tsx'

/** `::field{name type required}` on its own. */
export function Field({ block }: BlockProps) {
  return (
    <dl className="field-group">
      <FieldEntry block={block} />
    </dl>
  )
}
