import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { toneClass } from './tone.ts'

export function Badge({ block }: BlockProps) {
  return (
    <span className={`badge ${toneClass(block.attributes, 'primary')}`}>
      {textAttribute(block.attributes, 'label')}
      {block.render(block.children)}
    </span>
  )
}
