import { Icon } from '../../ui/icon.tsx'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { linkAttributes } from './link-attributes.ts'
import { toneClass } from './tone.ts'

/** `::card{title icon to}`: with an address the whole card is its target. */
export function Card({ block }: BlockProps) {
  const icon = textAttribute(block.attributes, 'icon')
  const link = linkAttributes(block.attributes, 'to')
  const title = block.slots.title ? block.render(block.slots.title) : textAttribute(block.attributes, 'title')
  const description = textAttribute(block.attributes, 'description')
  return (
    <div className={`card ${toneClass(block.attributes, 'primary')}`}>
      {icon && <Icon name={icon} className="card-icon" />}
      {link && (
        <a className="card-title" {...link}>
          {title ?? link.href}
        </a>
      )}
      {!link && title && <strong className="card-title">{title}</strong>}
      {description && <p>{description}</p>}
      {block.render(block.children)}
    </div>
  )
}
