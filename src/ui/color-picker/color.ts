/** A color: r, g and b are integers, 0–255; h is in degrees, 0–360; s, v and a are from 0 to 1, a with two decimals. */
export interface Color {
  r: number
  g: number
  b: number
  a: number
  h: number
  s: number
  v: number
}

type Rgb = Pick<Color, 'r' | 'g' | 'b'>
type Hsv = Pick<Color, 'h' | 's' | 'v'>

/**
 * Formats of a color that are accepted: `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)`, `rgba(…)`, or an object of components
 */
export type ColorInput = string | (Rgb & { a?: number }) | (Hsv & { a?: number })

export const black: Color = { r: 0, g: 0, b: 0, a: 1, h: 0, s: 0, v: 0 }

/** Parses a color and limits components to their range; undefined if invalid. */
export function readColor(input: ColorInput): Color | undefined {
  if (typeof input === 'string') return readHex(input.trim()) ?? readFunction(input.trim())
  return 'r' in input ? fromRgb(input, input.a) : fromHsv(input, input.a)
}

export function fromRgb({ r, g, b }: Rgb, a = 1): Color | undefined {
  if (![r, g, b, a].every(Number.isFinite)) return undefined
  const rgb = { r: channel(r), g: channel(g), b: channel(b) }
  return { ...rgb, a: alpha(a), ...hsvOf(rgb) }
}

/**
 * Creates a color from hue, saturation and brightness. Hue and saturation stay as given, because those of gray and
 * black cannot be computed from r, g and b.
 */
export function fromHsv({ h, s, v }: Hsv, a = 1): Color | undefined {
  if (![h, s, v, a].every(Number.isFinite)) return undefined
  const hsv = { h: clamp(h, 360), s: clamp(s, 1), v: clamp(v, 1) }
  return { ...rgbOf(hsv), a: alpha(a), ...hsv }
}

/** Writes a color as `#rrggbb`, or as `#rrggbbaa` if it is translucent. */
export function hexOf({ r, g, b, a }: Color): string {
  const bytes = a === 1 ? [r, g, b] : [r, g, b, Math.round(a * 255)]
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function readHex(text: string): Color | undefined {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(text) ?? []
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const [r, g, b, a = 255] = (long.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return r === undefined || g === undefined || b === undefined ? undefined : fromRgb({ r, g, b }, a / 255)
}

const part = '([+-]?(?:\\d+\\.?\\d*|\\.\\d+)%?)'
const functions = [
  new RegExp(`^rgba?\\(\\s*${part}\\s*,\\s*${part}\\s*,\\s*${part}\\s*(?:,\\s*${part}\\s*)?\\)$`, 'i'),
  new RegExp(`^rgba?\\(\\s*${part}\\s+${part}\\s+${part}\\s*(?:/\\s*${part}\\s*)?\\)$`, 'i'),
]

/**
 * Max length of a parsed `rgb(…)` text in characters: matching the patterns against thousands of digits would take
 * seconds.
 */
const maxFunction = 100

function readFunction(text: string): Color | undefined {
  if (text.length > maxFunction) return undefined
  const [, r, g, b, a = '1'] = functions.map((pattern) => pattern.exec(text)).find(Boolean) ?? []
  if (r === undefined || g === undefined || b === undefined) return undefined
  return fromRgb({ r: share(r, 255), g: share(g, 255), b: share(b, 255) }, share(a, 1))
}

function share(text: string, whole: number): number {
  return text.endsWith('%') ? (Number(text.slice(0, -1)) / 100) * whole : Number(text)
}

/** Converts RGB to HSV, rounded to enough decimals to restore r, g and b exactly. */
function hsvOf({ r, g, b }: Rgb): Hsv {
  const max = Math.max(r, g, b)
  const delta = max - Math.min(r, g, b)
  const turn = delta === 0 ? 0 : max === r ? (g - b) / delta : max === g ? (b - r) / delta + 2 : (r - g) / delta + 4
  return {
    h: rounded((turn * 60 + 360) % 360, 2),
    s: max === 0 ? 0 : rounded(delta / max, 4),
    v: rounded(max / 255, 4),
  }
}

function rgbOf({ h, s, v }: Hsv): Rgb {
  const of = (shift: number) => {
    const at = (shift + h / 60) % 6
    return channel(255 * (v - v * s * Math.max(0, Math.min(at, 4 - at, 1))))
  }
  return { r: of(5), g: of(3), b: of(1) }
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))
const channel = (value: number) => Math.round(clamp(value, 255))
const alpha = (value: number) => rounded(clamp(value, 1), 2)

/** Rounds a number to some decimals; never returns -0. */
function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}
