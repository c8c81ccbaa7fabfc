import { Icon } from '../../../ui/icon.tsx'
import { type AstNode, textOf } from '../../mdc/ast.ts'
import type { LinkAttributes } from './link-attributes.ts'
import { NewTabNote } from './new-tab-note.tsx'

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
