import { textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'
import { toneClass } from '../tone.ts'

export function InlineCode({ block }: BlockProps) {
  const hasTone = textAttribute(block.attributes, 'color') !== undefined
  return (
    <code
      id={textAttribute(block.attributes, 'id')}
      className={hasTone ? `toned ${toneClass(block.attributes, 'neutral')}` : undefined}
    >
      {block.render(block.children)}
    </code>
  )
}
