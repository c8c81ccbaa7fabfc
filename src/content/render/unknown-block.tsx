import { type Attributes, textAttribute } from './attributes.ts'
import { linkAttributes } from './links/link-attributes.ts'

export interface UnknownBlockProps {
  attributes: Attributes
}

/** An empty block of another generator: a link to its address, or else its title. */
export function UnknownBlock({ attributes }: UnknownBlockProps) {
  const name = textAttribute(attributes, 'title') ?? textAttribute(attributes, 'label')
  const address =
    textAttribute(attributes, 'to') ?? textAttribute(attributes, 'href') ?? textAttribute(attributes, 'src')
  const link = linkAttributes({ href: address }, 'href')
  return link ? <a {...link}>{name ?? link.href}</a> : name
}
