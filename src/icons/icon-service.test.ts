import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createIconService, type IconServiceOptions, patienceMs } from './icon-service.ts'

interface Double {
  url: string
  asked: string[]
  answer: (path: string) => Response | Promise<Response>
}

let service: Double
let server: Bun.Server<undefined>
let warnings: unknown[]
let clock: number

beforeEach(() => {
  const asked: string[] = []
  warnings = []
  clock = 1_000_000
  server = Bun.serve({
    port: 0,
    fetch: ({ url }) => {
      const { pathname, search } = new URL(url)
      asked.push(pathname + search)
      return service.answer(pathname)
    },
  })
  service = { url: `http://localhost:${server.port}/api/`, asked, answer: () => Response.json({ icons: {} }) }
})
afterEach(() => server.stop(true))

const open = (more: Partial<IconServiceOptions> = {}) =>
  createIconService({
    url: service.url,
    log: { warn: (...line) => warnings.push(line) },
    now: () => clock,
    ...more,
  })
const path = '<path d="M0 0"/>'
const found = async (icons: ReturnType<typeof open>, set: string, ...names: string[]) =>
  Object.fromEntries<unknown>(await icons.find(set, names))

test('the wait for the service is that of the specification', () => {
  expect(patienceMs).toBe(1500)
})

test('icons are requested once, cleaned, and cached for a day; missing ones for an hour', async () => {
  service.answer = () =>
    Response.json({
      prefix: 'logos',
      icons: { one: { body: `<script>a()</script>${path}`, width: 30 }, two: { body: path } },
      aliases: { same: { parent: 'two' }, lost: { parent: 'nothing' } },
      height: 20,
    })
  const icons = open()
  const all = {
    one: { body: path, width: 30, height: 20 },
    two: { body: path, height: 20 },
    same: { body: path, height: 20 },
    lost: 'missing',
    none: 'missing',
  }
  const names = ['two', 'one', 'same', 'lost', 'none']
  expect(await found(icons, 'logos', ...names)).toEqual(all)
  expect(await found(icons, 'logos', ...names)).toEqual(all)
  expect(service.asked).toEqual(['/api/logos.json?icons=lost,none,one,same,two'])
  clock += 3_600_001
  expect(await found(icons, 'logos', ...names)).toEqual(all)
  expect(service.asked.slice(1)).toEqual(['/api/logos.json?icons=lost,none'])
  clock += 86_400_000
  await found(icons, 'logos', 'one')
  expect(service.asked.slice(2)).toEqual(['/api/logos.json?icons=one'])
  expect(warnings).toEqual([])
})

test('an alias is its parent rotated and flipped, also through other aliases', async () => {
  service.answer = () =>
    Response.json({
      prefix: 'arrows',
      icons: { right: { body: path, hFlip: true, rotate: 3, width: 20 } },
      aliases: {
        // The alias `far` is listed before the alias `left`, to which it refers
        far: { parent: 'left', rotate: 2, vFlip: true, width: 30 },
        left: { parent: 'right', hFlip: true },
        round: { parent: 'about' },
        about: { parent: 'round' },
      },
      height: 20,
    })
  expect(await found(open(), 'arrows', 'right', 'left', 'far', 'round')).toEqual({
    right: { body: path, hFlip: true, rotate: 3, width: 20, height: 20 },
    left: { body: path, rotate: 3, width: 20, height: 20 },
    far: { body: path, rotate: 1, vFlip: true, width: 30, height: 20 },
    round: 'missing',
  })
})

test.each<[string, () => Response | Promise<Response>, hangs?: boolean]>([
  ['does not answer', () => new Promise(() => {}), true],
  ['answers with an error', () => new Response('', { status: 500 })],
  ['says what is no JSON', () => new Response('<html>')],
  ['says something else', () => Response.json({ icons: [1] })],
  ['leads elsewhere', () => Response.redirect('https://evil.example/')],
  ['says too much', () => new Response(`{"icons":{},"more":"${'x'.repeat(2 * 1024 * 1024)}"}`)],
])('a service that %s is logged and not asked again for a moment', async (_, answer, hangs = false) => {
  service.answer = answer
  const icons = open({ patience: hangs ? 2000 : 600_000 })
  expect(await found(icons, 'logos', 'one')).toEqual({ one: 'failed' })
  expect(await found(icons, 'logos', 'one')).toEqual({ one: 'failed' })
  expect(warnings).toHaveLength(1)
  service.answer = () => Response.json({ icons: { one: { body: path } } })
  clock += 10_001
  expect(await found(icons, 'logos', 'one')).toEqual({ one: { body: path } })
})

test('redirects of the service are not followed to internal addresses', async () => {
  service.answer = (path) => {
    const there = Response.json({ icons: { one: { body: '<path d="M1 1"/>' } } })
    return path === '/inside' ? there : Response.redirect(new URL('/inside', service.url).href)
  }
  expect(await found(open(), 'logos', 'one')).toEqual({ one: 'failed' })
  expect(service.asked).toEqual(['/api/logos.json?icons=one'])
})

test('a set that the service does not have has no icons', async () => {
  service.answer = () => new Response('', { status: 404 })
  expect(await found(open(), 'nothing', 'one')).toEqual({ one: 'missing' })
})

test('an unusable icon does not affect the others', async () => {
  const bad = { '1': { body: '<g>' }, '2': { body: '<script/>' }, '3': 7, '4': { body: path, width: -1 } }
  const long = { body: `<path d="${'1 '.repeat(8192)}"/>` }
  service.answer = () => Response.json({ icons: { ...bad, '5': long, good: { body: path } } })
  const wanted = { '1': 'failed', '2': 'failed', '3': 'failed', '4': 'failed', '5': 'failed', good: { body: path } }
  expect(await found(open(), 'logos', '1', '2', '3', '4', '5', 'good')).toEqual(wanted)
})

test('equal requests are shared, and at most eight are pending', async () => {
  const waiting: (() => void)[] = []
  service.answer = () => new Promise((answer) => waiting.push(() => answer(Response.json({ icons: {} }))))
  const icons = open({ patience: 600_000 })
  const same = [found(icons, 'set-0', 'one'), found(icons, 'set-0', 'one')]
  const others = [1, 2, 3, 4, 5, 6, 7].map((n) => found(icons, `set-${n}`, 'one'))
  expect(await found(icons, 'set-8', 'one')).toEqual({ one: 'failed' })
  while (waiting.length < 8) await new Promise((next) => setImmediate(next))
  for (const answer of waiting) answer()
  expect(await Promise.all([...same, ...others])).toEqual(Array(9).fill({ one: 'missing' }))
  expect(service.asked).toHaveLength(8)
})

test('at most 500 icons are cached: the least recently used one is evicted', async () => {
  const icons = open()
  for (let n = 0; n < 501; n += 100) {
    const names = Array.from({ length: Math.min(100, 501 - n) }, (_, at) => `n${n + at}`)
    await icons.find('logos', names)
  }
  service.asked.length = 0
  await icons.find('logos', ['n1', 'n500'])
  expect(service.asked).toEqual([])
  await icons.find('logos', ['n0'])
  expect(service.asked).toEqual(['/api/logos.json?icons=n0'])
})
