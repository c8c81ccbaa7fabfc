import { type ColorName, colorNames, type SeriesColors } from './palette.ts'

/**
 * Default colors in light mode, shown in color fields. A color that is left at its default keeps following the color
 * mode.
 */
export const initialColors: Record<ColorName, string> = {
  rise: '#009c89',
  fall: '#de444c',
  line: '#1771e7',
  sma: '#da7f00',
  ema: '#356ddc',
  bollinger: '#1490a1',
  rsi: '#8e47cd',
  macd: '#356ddc',
}

const pattern = /^#[0-9a-f]{6}$/

export function readColors(field: (name: string) => string): SeriesColors | undefined {
  const colors: SeriesColors = {}
  for (const name of colorNames) {
    const color = field(name).toLowerCase()
    if (color === '' || color === initialColors[name]) continue
    if (!pattern.test(color)) return undefined
    colors[name] = color
  }
  return colors
}

/** Parses colors that the user has chosen. If any of them is invalid, all colors are the defaults. */
export function parseColors(json: unknown): SeriesColors {
  if (typeof json !== 'object' || json === null) return {}
  const fields = new Map<string, unknown>(Object.entries(json))
  const field = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  return readColors(field) ?? {}
}
