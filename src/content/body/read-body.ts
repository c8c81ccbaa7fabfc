import type { Locale } from '../../i18n/locales.ts'
import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { type AstNode, type Body, isElement, type TocLink, textOf } from '../mdc/ast.ts'
import { ownId } from '../mdc/tree/headings.ts'
import { headingLevel } from '../mdc/tree/toc.ts'
import type { PageRow } from '../queries.ts'
import { prerender } from '../render/prerender.tsx'
import type { ProseBody } from '../render/prose-body.ts'
import { firstParagraph, leadingH1, titleOfHeading } from './derive.ts'

/**
 * Parses the body of a page. Only ingest writes bodies, from the type `Body`, so they are not validated again on every
 * view.
 */
export function parseBody(json: string): Body {
  return JSON.parse(json) as Body
}

/**
 * Returns the text of a page as rendered by ingest, or else renders its nodes. @param locale  locale of the page that
 * shows the text
 */
export function readProse({ text, isDrawn }: PageRow, page: Described, locale: Locale): ProseBody {
  if (isDrawn) return JSON.parse(text) as ProseBody
  return renderProse(withOwnIds(parseBody(text)), page, locale)
}

interface Described {
  title: string
  description: string
}

export function renderProse(body: Body, { title, description }: Described, locale: Locale): ProseBody {
  const shown = belowTitle(body, title)
  const repeats = description !== '' && firstParagraph(shown.value) === description
  return { ...prerender(shown, locale), ...(repeats && { repeatsDescription: true }) }
}

/**
 * Removes a leading h1 that repeats the page's title, and turns any other h1 into an h2: every page has exactly one.
 */
export function belowTitle(body: Body, title: string): Body {
  const heading = leadingH1(body.value)
  const plain = (text: string) => withoutCodeMarks(text).trim()
  const repeated = heading && plain(titleOfHeading(heading)) === plain(title) ? heading : undefined
  return { ...body, value: body.value.filter((node) => node !== repeated).map(demote) }
}

function demote(node: AstNode): AstNode {
  if (!isElement(node) || node[0] !== 'h1') return node
  const [, props, ...children] = node
  return ['h2', props, ...children]
}

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
