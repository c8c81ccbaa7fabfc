import file from '@iconify-json/lucide/icons.json' with { type: 'text' }

export interface IconDrawing {
  /** SVG elements inside of the icon's `<svg>`. */
  body: string
  width: number
  height: number
}

/**
 * JSON text of the whole icon set. It is not parsed: the objects would take five times the memory, and parsing would
 * take time at every start.
 */
const set = String(file)
const boxSize = 24

/** Cache of icons that were looked up, by name in the set; its size is limited by the size of the set */
const drawings = new Map<string, IconDrawing>()

/** Finds a Lucide icon by its name without a prefix (`search`) and follows aliases; undefined if there is none. */
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
  /** For an alias, the name of the icon that it stands for */
  parent?: string
}

/**
 * Finds the entry of an icon in the text of the set: each name begins a line, and its entry ends at the closing brace.
 * The name is checked first, because it may come from a visitor.
 */
function entryOf(name: string): Entry | undefined {
  if (!/^[a-z0-9-]+$/.test(name)) return undefined
  const key = `\n\t\t"${name}": `
  const at = set.indexOf(key)
  if (at < 0) return undefined
  const from = at + key.length
  return JSON.parse(set.slice(from, set.indexOf('\n\t\t}', from) + '\n\t\t}'.length))
}
