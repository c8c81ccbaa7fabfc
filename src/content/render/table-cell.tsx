import { createElement } from 'react'
import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'
import { htmlAttributes } from './html-tags.ts'

const aligned: Readonly<Record<string, string>> = { center: 'align-center', right: 'align-end' }

/** Alignment is given as `align` or, in older trees, as a style. */
export function TableCell({ block }: BlockProps) {
  const style = textAttribute(block.attributes, 'style') ?? ''
  const align = textAttribute(block.attributes, 'align') ?? /text-align:\s*(\w+)/.exec(style)?.[1] ?? ''
  const attributes = htmlAttributes(block.tag, block.attributes)
  const className = Object.hasOwn(aligned, align) ? aligned[align] : attributes.className
  const scope = block.tag === 'th' ? (attributes.scope ?? 'col') : undefined
  return createElement(block.tag, { ...attributes, className, scope }, block.render(block.children))
}
