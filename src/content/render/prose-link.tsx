import type { BlockProps } from './block.ts'
import { htmlAttributes } from './html-tags.ts'
import { linkAttributes } from './link-attributes.ts'
import { NewTabNote } from './new-tab-note.tsx'
import { withoutZoom } from './zoom.ts'

/** A link. One whose address is refused stays text. */
export function ProseLink({ block }: BlockProps) {
  const link = linkAttributes(block.attributes, 'href')
  if (!link) return block.render(block.children)
  return (
    <a {...htmlAttributes('a', block.attributes)} {...link}>
      {block.render(withoutZoom(block.children))}
      <NewTabNote target={link.target} />
    </a>
  )
}
