import type { BlockProps } from '../block.ts'
import { htmlAttributes } from '../html-tags.ts'
import { withoutZoom } from '../pictures/zoom.ts'
import { linkAttributes } from './link-attributes.ts'
import { NewTabNote } from './new-tab-note.tsx'

export function ProseLink({ block }: BlockProps) {
  const link = linkAttributes(block.attributes, 'href')
  const attributes = htmlAttributes('a', block.attributes)
  if (!link) {
    const content = block.render(block.children)
    return typeof attributes.id === 'string' ? <span id={attributes.id}>{content}</span> : content
  }
  return (
    <a {...attributes} {...link}>
      {block.render(withoutZoom(block.children))}
      <NewTabNote target={link.target} />
    </a>
  )
}
