import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

/** `::steps{level="3"}`: CSS numbers the headings of that level. */
export function Steps({ block }: BlockProps) {
  const level = textAttribute(block.attributes, 'level') ?? ''
  return (
    <div className={`steps steps-${['2', '3', '4'].includes(level) ? level : '3'}`}>{block.render(block.children)}</div>
  )
}
