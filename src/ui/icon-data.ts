import { icons } from '@iconify-json/lucide'

export interface IconDrawing {
  /** SVG markup inside `<svg>`. */
  body: string
  width: number
  height: number
}

/** A Lucide drawing by its bare name (`search`), following aliases; undefined when there is none. */
export function findIcon(name: string): IconDrawing | undefined {
  const drawing = ownOf(icons.icons, name) ?? ownOf(icons.icons, ownOf(icons.aliases ?? {}, name)?.parent ?? '')
  if (!drawing) return undefined
  return { body: drawing.body, width: drawing.width ?? icons.width ?? 24, height: drawing.height ?? icons.height ?? 24 }
}

/** Names come from authors and strangers: `constructor` is nothing that an object has. */
function ownOf<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
