/** Shapes, and elements that shapes refer to. Nothing that runs, loads, animates or contains HTML. */
const elements = new Set(
  'g defs path circle ellipse rect line polyline polygon linearGradient radialGradient stop clipPath mask use'.split(
    ' ',
  ),
)

const attributes = new Set(
  [
    'd points cx cy r rx ry x y x1 y1 x2 y2 fx fy width height transform pathLength id href offset',
    'fill fill-rule fill-opacity clip-rule clip-path mask opacity color display',
    'stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray',
    'stroke-dashoffset stop-color stop-opacity vector-effect paint-order',
    'gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits',
  ]
    .join(' ')
    .split(' '),
)

const openTag = /<([a-zA-Z][\w:-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const closeTag = /<\/([a-zA-Z][\w:-]*)\s*>/y
const ignored = /<!--(?:(?!--)[\s\S])*-->|[^<]+/y

/** Max nesting depth; real drawings have three or four */
const maxDepth = 64

/**
 * Reduces untrusted SVG markup to known elements and attributes; an unknown element is removed with its content.
 * Undefined if not well-formed, because browsers may read that in different ways.
 */
export function cleanSvg(body: string): string | undefined {
  const open: { name: string; isKept: boolean }[] = []
  let clean = ''
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(body)
    if (match) at = pattern.lastIndex
    return match
  }
  while (at < body.length) {
    const opened = read(openTag)
    if (opened) {
      const [, name = '', pairs = '', end] = opened
      const isKept = elements.has(name) && (open.at(-1)?.isKept ?? true)
      if (isKept) clean += `<${name}${cleanAttributes(pairs)}${end}>`
      if (!end && open.push({ name, isKept }) > maxDepth) return undefined
      continue
    }
    const closed = read(closeTag)
    if (closed) {
      const last = open.pop()
      if (last?.name !== closed[1]) return undefined
      if (last?.isKept) clean += `</${last.name}>`
    } else if (!read(ignored)) return undefined
  }
  return open.length === 0 ? clean : undefined
}

function cleanAttributes(pairs: string): string {
  let clean = ''
  for (const [, name = '', double, single] of pairs.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const known = name === 'xlink:href' ? 'href' : name
    const value = double ?? single ?? ''
    if (attributes.has(known) && isHarmless(known, value)) clean += ` ${known}="${value}"`
  }
  return clean
}

/** Allows references only within the same drawing. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w-]+$/.test(value)
  const own = value.replace(/^url\(#[\w-]+\)$/, '')
  return /^[\w\s#%.,()+-]*$/.test(own) && !/url\(/i.test(own)
}
