import { icons } from '@iconify-json/lucide'

export interface IconDrawing {
  /** SVG markup inside `<svg>`. */
  body: string
  width: number
  height: number
}

/** A Lucide drawing by its bare name (`search`), following aliases; undefined when there is none. */
export function findIcon(name: string): IconDrawing | undefined {
  const drawing = icons.icons[name] ?? icons.icons[icons.aliases?.[name]?.parent ?? '']
  if (!drawing) return undefined
  return { body: drawing.body, width: drawing.width ?? icons.width ?? 24, height: drawing.height ?? icons.height ?? 24 }
}
