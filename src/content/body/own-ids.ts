import { type AstNode, type Body, isElement, type TocLink, textOf } from '../mdc/ast.ts'
import { ownId } from '../mdc/tree/headings.ts'
import { headingLevel } from '../mdc/tree/toc.ts'

/**
 * ID of the JSON configuration in every page, see `RuntimeConfig`. A heading whose ID would be the same gets a number.
 */
const reservedId = 'runtime-config'

/**
 * Returns the body as our own pages show it: `{#id}` at the end of a heading is its anchor, and no heading has an ID of
 * the page itself. The API gets bodies as in the original of the protocol, where the braces are text.
 */
export function withOwnIds(body: Body): Body {
  const changed = new Map<string, { id: string; text: string }>()
  const used = new Map([[reservedId, 0]])
  const change = (node: AstNode): AstNode => {
    if (!isElement(node)) return node
    const [tag, props, ...inner] = node
    if (headingLevel(tag) === undefined || typeof props.id !== 'string') return [tag, props, ...inner.map(change)]
    const own = ownId(inner)
    const id = uniqueId(own.id ?? props.id, used)
    const { children } = own
    changed.set(props.id, { id, text: children.map(textOf).join('') })
    return [tag, { ...props, id }, ...children]
  }
  const headed = withLinks(body.value.map(change), changed.get(reservedId)?.id)
  const value = withAnchors(headed, new Set(used.keys()))
  if (!body.toc) return { ...body, value }
  const relinked = (links: TocLink[]): TocLink[] =>
    links.map((link) => {
      const children = link.children && { children: relinked(link.children) }
      return { ...link, ...changed.get(link.id), ...children }
    })
  return { ...body, value, toc: { ...body.toc, links: relinked(body.toc.links) } }
}

/** Updates the page's links to a heading whose ID was replaced. */
function withLinks(nodes: AstNode[], id: string | undefined): AstNode[] {
  if (id === undefined) return nodes
  const relink = (node: AstNode): AstNode => {
    if (!isElement(node)) return node
    const [tag, props, ...inner] = node
    const own = tag === 'a' && props.href === `#${reservedId}` ? { ...props, href: `#${id}` } : props
    return [tag, own, ...inner.map(relink)]
  }
  return nodes.map(relink)
}

/** Gives old HTML anchors, `<a name>` or `<a id>`, an ID if it is free. @param used  IDs in use; new ones are added */
function withAnchors(nodes: AstNode[], used: Set<string>): AstNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node
    const [tag, props, ...inner] = node
    const { id, name, ...others } = props
    const isAnchor = tag === 'a' && props.href === undefined
    const wanted = id ?? (isAnchor ? name : undefined)
    const isFree = typeof wanted === 'string' && wanted !== '' && !used.has(wanted)
    if (isFree) used.add(wanted)
    const own = isAnchor ? { ...(isFree && { id: wanted }), ...others } : props
    return [tag, own, ...withAnchors(inner, used)]
  })
}

/** Makes an ID unique by adding a number if it is in use. @param used  IDs with their last number */
function uniqueId(wanted: string, used: Map<string, number>): string {
  let id = wanted
  let count = used.get(wanted) ?? 0
  while (used.has(id)) id = `${wanted}-${++count}`
  used.set(wanted, count)
  if (id !== wanted) used.set(id, 0)
  return id
}
