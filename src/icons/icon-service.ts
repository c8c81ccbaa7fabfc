import { z } from 'zod'
import { createResultCache } from '../limits/result-cache.ts'
import type { Logger } from '../log/logger.ts'
import { iconName, maxName, type SetAlias, type SetIcon, withAlias } from './icon-set.ts'

/**
 * Allowed SVG elements: shapes, and elements that shapes refer to. Nothing that runs, loads, animates or contains HTML
 * is allowed.
 */
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

/** Max nesting depth of SVG elements; real drawings have three or four levels */
const maxDepth = 64

/**
 * Reduces untrusted SVG markup to known elements and attributes; an unknown element is removed with its content.
 * Undefined if the markup is not well-formed, because browsers may read such markup in different ways.
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

/** Whether an attribute is safe: references are allowed only within the same drawing. */
function isHarmless(name: string, value: string): boolean {
  if (name === 'href') return /^#[\w-]+$/.test(value)
  const own = value.replace(/^url\(#[\w-]+\)$/, '')
  return /^[\w\s#%.,()+-]*$/.test(own) && !/url\(/i.test(own)
}

/**
 * Result of a request for an icon. `missing`: the service has no such icon. `failed`: it is unknown whether the icon
 * exists.
 */
export type FoundIcon = SetIcon | 'missing' | 'failed'

export interface IconService {
  /** Finds icons of a set. Never throws, and takes no longer than `patience`. */
  find(set: string, names: readonly string[]): Promise<Map<string, FoundIcon>>
}

export interface IconServiceOptions {
  url: string
  log: Pick<Logger, 'warn'>
  now?: () => number
  /** Max wait for icons, ms */
  patience?: number
}

/** Default max wait of a page for its icons, ms */
export const patienceMs = 1500
/** Time for which each kind of result is cached, ms; after a failure, the same icon is not requested again at once */
const cacheMs = { found: 86_400_000, missing: 3_600_000, failed: 10_000 }
const maxKept = 500
const maxKeptBytes = 4 * 1024 * 1024
const maxBodyBytes = 16 * 1024
/** Max size of a response, which contains up to a hundred icons */
const maxAnswerBytes = 2 * 1024 * 1024
/** Max number of concurrent requests to the icon service */
const maxRequests = 8

/**
 * Creates the client of the icon service. Visitors choose the names, so equal requests are shared and the cache has a
 * limited size.
 */
export function createIconService({
  url,
  log,
  now = Date.now,
  patience = patienceMs,
}: IconServiceOptions): IconService {
  const kept = createResultCache<{ icon: FoundIcon; until: number }>(maxKept, maxKeptBytes)
  const base = url.replace(/\/$/, '')
  const pending = new Map<string, Promise<Map<string, FoundIcon>>>()
  const keep = (key: string, icon: FoundIcon) => {
    const kind = typeof icon === 'string' ? icon : 'found'
    const bytes = typeof icon === 'string' ? 0 : 2 * icon.body.length
    kept.keep(key, { icon, until: now() + cacheMs[kind] }, 2 * key.length + bytes)
  }
  const ask = async (set: string, names: readonly string[]) => {
    const icons = await fetchIcons(`${base}/${set}.json?icons=${names.join(',')}`, patience).catch((error: unknown) => {
      log.warn('Icon service request failed', { set, error: String(error) })
      return undefined
    })
    const found = new Map<string, FoundIcon>(
      names.map((name) => [name, icons ? (icons.get(name) ?? 'missing') : 'failed']),
    )
    for (const [name, icon] of found) keep(`${set}:${name}`, icon)
    return found
  }
  const askOnce = (set: string, names: readonly string[]) => {
    const key = `${set}:${names}`
    const underWay = pending.get(key)
    if (underWay) return underWay
    if (pending.size >= maxRequests) return new Map(names.map((name) => [name, 'failed'] as const))
    const answer = ask(set, names).finally(() => pending.delete(key))
    pending.set(key, answer)
    return answer
  }

  return {
    find: async (set, names) => {
      const known = names.flatMap((name): [string, FoundIcon][] => {
        const found = kept.find(`${set}:${name}`)
        return found && found.until > now() ? [[name, found.icon]] : []
      })
      const found = new Map(known)
      const unknown = names.filter((name) => !found.has(name)).sort()
      if (unknown.length > 0) for (const [name, icon] of await askOnce(set, unknown)) found.set(name, icon)
      return found
    },
  }
}

const size = z.number().min(1).max(4096).optional()
const place = z.number().min(-4096).max(4096).optional()
const flip = z.boolean().optional()
const turns = z.int().min(0).max(3).optional()
const changes = { left: place, top: place, width: size, height: size, rotate: turns, hFlip: flip, vFlip: flip }
const drawing = z.object({ body: z.string().max(maxBodyBytes), ...changes })
const iconNames = z.string().max(maxName).regex(iconName)
const answerSchema = z.object({
  icons: z.record(z.string(), z.unknown()).default({}),
  aliases: z.record(z.string(), z.object({ parent: iconNames, ...changes })).default({}),
  width: size,
  height: size,
})

/** Fetches icons from the service. @throws Error when there is no readable response in time */
async function fetchIcons(address: string, patience: number): Promise<Map<string, FoundIcon>> {
  const response = await fetch(address, { signal: AbortSignal.timeout(patience), redirect: 'error' })
  if (response.status === 404) return new Map()
  if (!response.ok) throw new Error(`status ${response.status}`)
  const { icons, aliases, width, height } = answerSchema.parse(JSON.parse(await textOf(response)))
  const found = new Map<string, FoundIcon>()
  for (const [name, icon] of Object.entries(icons)) found.set(name, iconOf(icon, { width, height }))
  const named = new Map(Object.entries(aliases))
  for (const name of named.keys()) found.set(name, aliased(name, found, named))
  return found
}

/** Max number of aliases between a name and its drawing; the limit also ends cycles */
const maxParents = 5

/** Finds the icon that an alias leads to. An alias may refer to another alias, and either may be listed first. */
function aliased(
  name: string,
  found: ReadonlyMap<string, FoundIcon>,
  aliases: ReadonlyMap<string, SetAlias>,
  left = maxParents,
): FoundIcon {
  const alias = aliases.get(name)
  if (!alias || left === 0) return alias ? 'missing' : (found.get(name) ?? 'missing')
  const parent = aliased(alias.parent, found, aliases, left - 1)
  return typeof parent === 'string' ? parent : withAlias(parent, alias)
}

/** Parses one icon of a response; an unreadable icon counts as failed and does not affect the others. */
function iconOf(icon: unknown, { width, height }: Pick<SetIcon, 'width' | 'height'>): FoundIcon {
  const read = drawing.safeParse(icon)
  const body = read.success ? cleanSvg(read.data.body) : undefined
  return read.success && body ? { width, height, ...read.data, body } : 'failed'
}

/** Reads the text of a response. @throws Error when it is longer than any real response */
async function textOf(response: Response): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxAnswerBytes) throw new Error('the response is too large')
  }
  return text + decoder.decode()
}
