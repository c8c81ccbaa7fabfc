/** Colors of indicators: the most used have their own, the others that of their group in the catalog. */
const inkNames = ['sma', 'ema', 'bollinger', 'rsi', 'macd', 'trend', 'momentum', 'volatility', 'flow'] as const
export type InkName = (typeof inkNames)[number]

/** Names of the colors that users can choose; all other colors follow the color mode. */
export const colorNames = ['rise', 'fall', 'line', ...inkNames] as const
export type ColorName = (typeof colorNames)[number]

export type SeriesColors = Partial<Record<ColorName, string>>

export interface Palette {
  background: string
  text: string
  grid: string
  border: string
  crosshair: string
  /** Background color of the crosshair's labels on the axes */
  label: string
  rise: string
  fall: string
  riseVolume: string
  fallVolume: string
  line: string
  areaTop: string
  areaBottom: string
  /**
   * Color of an indicator; `order` is 1 for the second indicator of a color, whose shade is closer to the color of text
   */
  indicator(ink: InkName, order: number): string
  faintIndicator(ink: InkName, order: number): string
  /** A color that the user chose for a line. @param opacity  from 0 to 1 */
  own(color: string, opacity?: number): string
}

/** Makes a color of the user's legible on the background of both color modes: darker on light, lighter on dark. */
export function legible(color: string): string {
  return `light-dark(oklch(from ${color} min(l, 0.66) c h), oklch(from ${color} max(l, 0.52) c h))`
}

/**
 * Computes the chart's colors from CSS tokens in the browser, because the values of tokens depend on the element's
 * position in the page.
 */
export function readPalette(element: Element, colors: SeriesColors): Palette {
  const probe = element.ownerDocument.createElement('span')
  probe.hidden = true
  element.append(probe)
  const canvas = element.ownerDocument.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const resolve = (css: string) => {
    probe.style.color = css
    return toRgba(context, getComputedStyle(probe).color)
  }
  const own = (color: string, opacity = 1) => {
    element.append(probe)
    const resolved = resolve(legible(color))
    probe.remove()
    return resolved.replace(/[\d.]+\)$/, `${opacity})`)
  }
  const token = (name: string) => resolve(`var(--${name})`)
  const ink = (name: ColorName) => colors[name] ?? `var(--chart-${name})`
  const faint = (color: string, share: number) => resolve(`rgb(from ${color} r g b / ${share})`)
  const indicators = new Map(
    inkNames.map((name) => [
      name,
      [resolve(ink(name)), resolve(`color-mix(in oklab, ${ink(name)} 55%, var(--color-text))`)].map((color) => ({
        color,
        faint: faint(color, 0.5),
      })),
    ]),
  )
  const ofIndicator = (name: InkName, order: number) => indicators.get(name)?.[Math.min(order, 1)]
  const [rise, fall, line] = [resolve(ink('rise')), resolve(ink('fall')), resolve(ink('line'))]
  const palette = {
    background: token('chart-background'),
    text: token('color-text-soft'),
    grid: token('color-grid'),
    border: token('color-border'),
    crosshair: token('color-text-faint'),
    label: token('chart-label'),
    rise,
    fall,
    riseVolume: faint(rise, 0.3),
    fallVolume: faint(fall, 0.3),
    line,
    areaTop: faint(line, 0.28),
    areaBottom: faint(line, 0.02),
  }
  probe.remove()
  return {
    ...palette,
    own,
    indicator: (name, order) => ofIndicator(name, order)?.color ?? line,
    faintIndicator: (name, order) => ofIndicator(name, order)?.faint ?? line,
  }
}

/** Converts any CSS color to `rgba(…)` by painting it on a canvas, because the chart library does not support oklch. */
function toRgba(context: CanvasRenderingContext2D | null, color: string): string {
  if (!context) return color
  context.clearRect(0, 0, 1, 1)
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${Math.round((alpha / 255) * 1000) / 1000})`
}

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
  trend: '#ca449a',
  momentum: '#56932b',
  volatility: '#5d53ae',
  flow: '#957f23',
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
