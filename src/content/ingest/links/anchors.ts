import { type AstNode, childrenOf, isElement } from '../../mdc/ast.ts'
import { attributesOf, textAttribute } from '../../render/attributes.ts'
import { addressOf, isZoomable } from '../../render/pictures/zoom.ts'

/** Returns the valid fragments (after `#`) of links to a page: IDs, and the names of its pictures in the viewer. */
export function anchorsOf(nodes: AstNode[]): string[] {
  const found = new Set<string>()
  const counts = new Map<string, number>()
  const addPicture = (name: string | undefined) => {
    if (name === undefined) return
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    for (const form of [name, `${name}-${count}`, `${name}-+${count}`]) found.add(form)
  }
  const walk = (node: AstNode): void => {
    if (!isElement(node)) return
    const attributes = attributesOf(node[1])
    const id = textAttribute(attributes, 'id')
    if (id !== undefined) found.add(id)
    if (node[0] === 'img' && isZoomable(attributes)) {
      const { gallery, slug } = addressOf(attributes)
      addPicture(slug)
      addPicture(gallery)
    }
    childrenOf(node).forEach(walk)
  }
  nodes.forEach(walk)
  return [...found]
}
