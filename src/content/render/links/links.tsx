import { useLocale } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { type AstNode, childrenOf, isElement, textOf } from '../../mdc/ast.ts'
import { attributesOf } from '../attributes.ts'
import type { BlockProps } from '../block.ts'
import { htmlAttributes } from '../html-tags.ts'
import { isZoomable, withoutZoom } from '../pictures/zoom.ts'
import { type LinkAttributes, linkAttributes } from './urls.ts'

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

export interface BlockLinkProps {
  link: LinkAttributes
  title: AstNode[]
}

const maxName = 120

export function BlockLink({ link, title }: BlockLinkProps) {
  const name = shortened(title.map(textOf).join(' ').replace(/\s+/g, ' ').trim()) || link.href
  return (
    <a className="block-link" {...link}>
      <span className="sr-only">{name}</span>
      <NewTabNote target={link.target} />
      <Icon name={link.target === '_blank' ? 'i-lucide-arrow-up-right' : 'i-lucide-arrow-right'} />
    </a>
  )
}

function shortened(text: string): string {
  return text.length > maxName ? `${text.slice(0, maxName).replace(/\s+\S*$/, '')}…` : text
}

export interface NewTabNoteProps {
  target: string | undefined
}

export function NewTabNote({ target }: NewTabNoteProps) {
  const { t } = useLocale()
  return target === '_blank' && <span className="sr-only"> ({t('prose.newTab')})</span>
}

export function containsLink(node: AstNode): boolean {
  if (!isElement(node)) return false
  const [tag, props] = node
  const isLink = tag === 'a' || (tag === 'img' && isZoomable(attributesOf(props)))
  return isLink || childrenOf(node).some(containsLink)
}
