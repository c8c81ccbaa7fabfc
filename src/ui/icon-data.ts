import file from '@iconify-json/lucide/icons.json' with { type: 'text' }

export interface IconDrawing {
  /** SVG markup inside `<svg>`. */
  body: string
  width: number
  height: number
}

/** The whole set as published text: parsed objects would take five times the memory, and time at every start. */
const set = String(file)
const boxSize = 24

/** Icons looked up so far, by name in the set; at most as many as the set has */
const drawings = new Map<string, IconDrawing>()

/** A Lucide drawing by its bare name (`search`), following aliases; undefined when there is none. */
export function findIcon(name: string): IconDrawing | undefined {
  const known = drawings.get(name)
  if (known) return known
  const found = entryOf(name)
  const { body, width = boxSize, height = boxSize } = (found?.parent ? entryOf(found.parent) : found) ?? {}
  if (body === undefined) return undefined
  const drawing = { body, width, height }
  drawings.set(name, drawing)
  return drawing
}

interface Entry {
  body?: string
  width?: number
  height?: number
  /** For an alias: name of the icon that it draws */
  parent?: string
}

/**
 * Names come from authors and strangers. In the file, each name begins a line, and its entry ends at the closing brace.
 */
function entryOf(name: string): Entry | undefined {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined
  const key = `\n\t\t"${name}": `
  const at = set.indexOf(key)
  if (at < 0) return undefined
  const from = at + key.length
  return JSON.parse(set.slice(from, set.indexOf('\n\t\t}', from) + '\n\t\t}'.length))
}
