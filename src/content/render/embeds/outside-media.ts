import { type AstNode, childrenOf, type ElementNode, isElement } from '../../mdc/ast.ts'
import { attributesOf, textAttribute } from '../attributes.ts'
import { blockName, withoutBlanks } from '../block.ts'
import { isExternal, safeHref } from '../links/urls.ts'

const icons: Readonly<Record<string, string>> = { video: 'i-lucide-film', audio: 'i-lucide-volume-2' }

/** Names of elements that may contain a link but not a card. */
const lines = new Set(
  'a abbr b caption cite code del dfn dt em h1 h2 h3 h4 h5 h6 i ins kbd mark p q s samp small'.split(' '),
)
for (const tag of 'span strong sub summary sup time u var'.split(' ')) lines.add(tag)

/**
 * Returns the address of a video or audio that has no source on this site; the content security policy forbids playing
 * it.
 */
export function outsideMedium(node: ElementNode): string | undefined {
  if (!Object.hasOwn(icons, blockName(node[0]))) return undefined
  const sources = childrenOf(node).filter(isElement)
  const found = [node, ...sources.filter(([tag]) => blockName(tag) === 'source')].flatMap(([, props]) => {
    const src = safeHref(textAttribute(attributesOf(props), 'src'))
    return src === undefined ? [] : [src]
  })
  return found.every(isExternal) ? found[0] : undefined
}

type Place = 'block' | 'line' | 'link'

/** Replaces media of other sites: between blocks by cards, within a line by links, within a link by their names. */
export function linkOutsideMedia(node: AstNode, place: Place = 'block'): AstNode {
  if (!isElement(node)) return node
  const src = outsideMedium(node)
  if (src !== undefined) return linkTo(src, node, place)
  const [tag, props, ...children] = node
  const inner = placeIn(node, place)
  return [tag, props, ...children.map((child) => linkOutsideMedia(child, inner))]
}

function placeIn(node: ElementNode, place: Place): Place {
  const tag = blockName(node[0])
  if (tag === 'a' || place === 'link') return 'link'
  const [only, ...others] = withoutBlanks(childrenOf(node))
  const standsAlone = tag === 'p' && only && isElement(only) && others.length === 0 && outsideMedium(only) !== undefined
  return lines.has(tag) && !standsAlone ? 'line' : place
}

function linkTo(src: string, [tag, props]: ElementNode, place: Place): AstNode {
  const attributes = attributesOf(props)
  const title = textAttribute(attributes, 'title') ?? textAttribute(attributes, 'ariaLabel') ?? nameOf(src)
  if (place === 'link') return title
  if (place === 'line') return ['a', { href: src }, title]
  return ['card', { icon: icons[blockName(tag)] ?? '', title, to: src }]
}

/** Names a medium by its file and host: `intro.mp4, films.example` */
function nameOf(src: string): string {
  const url = URL.parse(src, 'https://site.invalid')
  if (!url) return src
  const file = url.pathname.split('/').at(-1) ?? ''
  return [file && decoded(file), url.host].filter(Boolean).join(', ')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
