import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'
import { type Attributes, flagAttribute, textAttribute } from './attributes.ts'
import { safeImageSource } from './urls.ts'

/** The gallery of pictures whose author named none. */
const commonGallery = 'gallery'

/**
 * Whether an image opens in the viewer: all do that say something, unless their author turned it off. A decoration has
 * no words that a link around it could be called by.
 */
export function isZoomable(attributes: Attributes): boolean {
  const isWanted = attributes.zoom === undefined || flagAttribute(attributes, 'zoom')
  return isWanted && nameOf(attributes) !== undefined && safeImageSource(attributes.src) !== undefined
}

/** The words a picture is known by: its description, else its caption. */
export function nameOf(attributes: Attributes): string | undefined {
  return textAttribute(attributes, 'alt') ?? textAttribute(attributes, 'title')
}

/** What addresses name the picture by: `data-gallery`, also spelt `data-fancybox`, and `data-slug`. */
export function addressOf(attributes: Attributes): { gallery: string; slug: string | undefined } {
  const gallery = textAttribute(attributes, 'dataGallery') ?? textAttribute(attributes, 'dataFancybox')
  return { gallery: gallery ?? commonGallery, slug: textAttribute(attributes, 'dataSlug') }
}

/** The nodes with their images as they are: inside a link, where a picture cannot be one of its own. */
export function withoutZoom(nodes: AstNode[]): AstNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node
    const [tag, props] = node
    return [tag, tag === 'img' ? { ...props, ':zoom': 'false' } : props, ...withoutZoom(childrenOf(node))]
  })
}
