import { type Document, isCollection, isNode, isPair, isScalar } from 'yaml'

/** Repetitions of one value by aliases; more of them would multiply into a document without end. */
const maxAliasCount = 20

/** Lists and maps inside one another; nobody writes deeper ones, and reading them takes ever longer. */
const maxDepth = 64

export type PlainValue = { status: 'read'; value: unknown } | ({ status: 'refused' } & Refusal)

interface Refusal {
  message: string
  /** Index in the YAML */
  offset: number
}

/**
 * The value of a document without syntax errors. Names that are lists or maps are refused before they are read: one
 * in another takes the library time that grows with the cube of their depth. Aliases without an anchor or without end
 * are refused too; the library throws for them.
 */
export function plainValue(document: Document.Parsed): PlainValue {
  const refusal = refusalIn(document.contents, maxDepth)
  if (refusal) return { status: 'refused', ...refusal }
  try {
    return { status: 'read', value: document.toJS({ maxAliasCount }) ?? undefined }
  } catch (error) {
    return { status: 'refused', message: error instanceof Error ? error.message : 'Unreadable', offset: 0 }
  }
}

function refusalIn(node: unknown, depth: number): Refusal | undefined {
  if (!isCollection(node)) return undefined
  if (depth === 0) return { message: 'Nested too deep', offset: node.range?.[0] ?? 0 }
  for (const item of node.items) {
    if (isPair(item) && isNode(item.key) && !isScalar(item.key)) {
      return { message: 'A name must be a word', offset: item.key.range?.[0] ?? 0 }
    }
    const refusal = refusalIn(isPair(item) ? item.value : item, depth - 1)
    if (refusal) return refusal
  }
  return undefined
}
