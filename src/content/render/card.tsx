import { Icon } from '../../ui/icon.tsx'
import { textAttribute } from './attributes.ts'
import { type BlockProps, unwrapped } from './block.ts'
import { Embed, embedOf } from './embeds/embed.tsx'
import { BlockLink, containsLink, NewTabNote } from './links/links.tsx'
import { blockLinkAttributes } from './links/urls.ts'
import { toneClass } from './tone.ts'

/**
 * Renders `::card{title icon to}`; `to` makes the whole card a link, and `embed` shows the linked page itself if its
 * host is allowed.
 */
export function Card({ block }: BlockProps) {
  const icon = textAttribute(block.attributes, 'icon')
  const link = blockLinkAttributes(block.attributes)
  const embed = embedOf(block.attributes, block.embeds)
  if (link && embed) {
    const title = textAttribute(block.attributes, 'title') ?? embed.host
    return (
      <Embed src={embed.src} title={title} link={link}>
        {block.render(block.children)}
      </Embed>
    )
  }
  const title = block.slots.title ?? [textAttribute(block.attributes, 'title') ?? ''].filter(Boolean)
  const isTitleLink = link !== undefined && title.length > 0 && !title.some(containsLink)
  const heading = block.render(unwrapped(title))
  const description = textAttribute(block.attributes, 'description')
  return (
    <div className={`card ${toneClass(block.attributes, 'primary')}`} id={textAttribute(block.attributes, 'id')}>
      {icon && <Icon name={icon} className="card-icon" />}
      {isTitleLink && (
        <a className="card-title" {...link}>
          {heading}
          <NewTabNote target={link.target} />
        </a>
      )}
      {!isTitleLink && title.length > 0 && <strong className="card-title">{heading}</strong>}
      {description && <p>{description}</p>}
      {block.render(block.slots.description ?? [])}
      {block.render(block.children)}
      {link && !isTitleLink && <BlockLink link={link} title={[...title, description ?? '', ...block.children]} />}
    </div>
  )
}
