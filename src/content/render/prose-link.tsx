import type { BlockProps } from './block.ts'
import { htmlAttributes } from './html-tags.ts'
import { linkAttributes } from './link-attributes.ts'

/** A link. One whose address is refused stays text. */
export function ProseLink({ block }: BlockProps) {
  const link = linkAttributes(block.attributes, 'href')
  const content = block.render(block.children)
  if (!link) return content
  return (
    <a {...htmlAttributes('a', block.attributes)} {...link}>
      {content}
    </a>
  )
}
