import { createElement } from 'react'
import { useLocale } from '../../i18n/context.tsx'
import { textOf } from '../mdc/ast.ts'
import type { BlockProps } from './block.ts'
import { htmlAttributes } from './html-tags.ts'
import { containsLink } from './links/contains-link.ts'

/** A heading that links to itself. The page's title is its `h1`, so an `h1` in the text becomes an `h2`. */
export function Heading({ block }: BlockProps) {
  const { t } = useLocale()
  const attributes = htmlAttributes(block.tag, block.attributes)
  const tag = block.tag === 'h1' ? 'h2' : block.tag
  const { id } = attributes
  const content = block.render(block.children)
  if (typeof id !== 'string') return createElement(tag, attributes, content)
  const target = `#${encodeURIComponent(id.toWellFormed())}`
  if (!block.children.some(containsLink)) return createElement(tag, attributes, <a href={target}>{content}</a>)
  const title = block.children.map(textOf).join('')
  // Links do not nest: a heading that contains a link gets the anchor beside it.
  const anchor = (
    <a className="heading-anchor" href={target} aria-label={t('prose.sectionLink', { title })}>
      #
    </a>
  )
  return createElement(tag, attributes, content, ' ', anchor)
}
