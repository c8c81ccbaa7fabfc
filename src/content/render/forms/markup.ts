import { createElement, type ReactNode } from 'react'
import { decodeEntities } from '../../mdc/tree/entities.ts'
import { inOrder } from '../in-order.ts'

/** Tags and attributes allowed in markup drawn by a library; all others are dropped. */
export interface MarkupRules {
  tags: ReadonlySet<string>
  attributes: ReadonlySet<string>
}

interface Open {
  tag: string
  props: Record<string, string>
  children: ReactNode[]
}

/** Max depth of elements; deeper ones are dropped, so that no drawing exhausts the stack. */
const depthLimit = 250

const piece = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+\s*=\s*"[^"]*")*)\s*(\/?)>|([^<]+)|</g

/**
 * Converts the markup of a drawing to React elements, so that no raw markup enters a page. Unclosed elements end with
 * the markup.
 */
export function elementsOf(markup: string, { tags, attributes }: MarkupRules): ReactNode {
  const root: Open = { tag: '', props: {}, children: [] }
  const open: Open[] = [root]
  /** Current depth inside elements that are dropped with all their content */
  let hidden = 0
  const end = () => {
    const done = open.pop()
    if (done) open.at(-1)?.children.push(createElement(done.tag, done.props, ...done.children))
  }
  for (const [, slash, tag, given = '', isEmpty, text] of markup.matchAll(piece)) {
    if (tag === undefined) {
      if (hidden === 0) open.at(-1)?.children.push(decodeEntities(text ?? '<'))
    } else if (!tags.has(tag) || hidden > 0 || open.length > depthLimit) {
      if (!isEmpty) hidden = Math.max(0, hidden + (slash ? -1 : 1))
    } else if (slash) {
      const at = open.findLastIndex((element) => element.tag === tag)
      while (at > 0 && open.length > at) end()
    } else {
      open.push({ tag, props: propsOf(given, attributes), children: [] })
      if (isEmpty) end()
    }
  }
  while (open.length > 1) end()
  return inOrder(root.children)
}

function propsOf(given: string, allowed: ReadonlySet<string>): Record<string, string> {
  const props: Record<string, string> = {}
  for (const [, name = '', value = ''] of given.matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)) {
    const text = decodeEntities(value)
    // The only allowed addresses in attributes are those of parts of the drawing itself
    const isOwn = !/url\s*\(/i.test(text) || /^url\(#[\w-]+\)$/.test(text)
    if (allowed.has(name) && isOwn) props[propertyOf(name)] = text
  }
  return props
}

function propertyOf(name: string): string {
  return name === 'class' ? 'className' : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
