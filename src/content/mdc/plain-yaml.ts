import { type Document, isCollection, isNode, isPair, isScalar } from 'yaml'

/** Max number of aliases of one value, because more could expand exponentially. */
const maxAliasCount = 20

/** Max nesting depth of lists and maps, because parsing time grows with depth. */
const maxDepth = 64

export type PlainValue = { status: 'read'; value: unknown } | ({ status: 'refused' } & Refusal)

interface Refusal {
  message: string
  offset: number
}

/**
 * Converts a YAML document to a plain value. Refuses lists and maps as keys (which take cubic time), and too much depth
 * or bad aliases (on which the library throws).
 */
export function plainValue(document: Document.Parsed): PlainValue {
  const refusal = refusalIn(document.contents, maxDepth)
  if (refusal) return { status: 'refused', ...refusal }
  try {
    const value: unknown = document.toJS({ maxAliasCount }) ?? undefined
    // `JSON.stringify` throws on values that contain themselves, which are refused.
    JSON.stringify(value)
    return { status: 'read', value }
  } catch (error) {
    return { status: 'refused', message: error instanceof Error ? error.message : 'Unreadable', offset: 0 }
  }
}

function refusalIn(node: unknown, depth: number): Refusal | undefined {
  if (!isCollection(node)) return undefined
  if (depth === 0) return { message: 'Nested too deep', offset: node.range?.[0] ?? 0 }
  for (const item of node.items) {
    if (isPair(item) && isNode(item.key) && !isScalar(item.key)) {
      return { message: 'A key must be plain text', offset: item.key.range?.[0] ?? 0 }
    }
    const refusal = refusalIn(isPair(item) ? item.value : item, depth - 1)
    if (refusal) return refusal
  }
  return undefined
}
