import type { BlockProps } from '../block.ts'
import { htmlAttributes } from '../html-tags.ts'
import { withoutZoom } from '../pictures/zoom.ts'
import { linkAttributes } from './link-attributes.ts'
import { NewTabNote } from './new-tab-note.tsx'

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
