import { type AstNode, childrenOf, isElement } from '../../mdc/ast.ts'
import { type Attributes, flagAttribute, textAttribute } from '../attributes.ts'
import { safeImageSource } from '../links/urls.ts'

const commonGallery = 'gallery'

/**
 * Whether an image opens in the viewer: every image with a description does unless turned off. A decorative image has
 * no text to name its link.
 */
export function isZoomable(attributes: Attributes): boolean {
  const isWanted = attributes.zoom === undefined || flagAttribute(attributes, 'zoom')
  return isWanted && nameOf(attributes) !== undefined && safeImageSource(attributes.src) !== undefined
}

export function nameOf(attributes: Attributes): string | undefined {
  return textAttribute(attributes, 'alt') ?? textAttribute(attributes, 'title')
}

/** Returns the gallery and name of an image, from `data-gallery` (or `data-fancybox`) and `data-slug` */
export function addressOf(attributes: Attributes): { gallery: string; slug: string | undefined } {
  const gallery = textAttribute(attributes, 'dataGallery') ?? textAttribute(attributes, 'dataFancybox')
  return { gallery: gallery ?? commonGallery, slug: textAttribute(attributes, 'dataSlug') }
}

/** Turns the viewer off for images inside links, which cannot be links themselves. */
export function withoutZoom(nodes: AstNode[]): AstNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node
    const [tag, props] = node
    return [tag, tag === 'img' ? { ...props, ':zoom': 'false' } : props, ...withoutZoom(childrenOf(node))]
  })
}
