import { afterAll, beforeEach, expect, test } from 'bun:test'
import { cacheOrigin, createCacheStorage } from '../../../tests/cache-storage.ts'
import { answerFile, answerPage, answerPrivatePage, copyAt, copyPage, removeOtherBuilds } from './service-worker.ts'

const globals = ['BUILD_ID', 'caches', 'fetch', 'location', 'cookieStore'] as const
const before = globals.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)

let caches: ReturnType<typeof createCacheStorage>
/** Response of the fake network for a path; undefined while there is no network. */
let network: ((path: string) => Response | Promise<Response>) | undefined

beforeEach(async () => {
  caches = createCacheStorage()
  network = (path) => page(`${path} from the network`)
  provide('BUILD_ID', 'test')
  provide('caches', caches)
  provide('location', new URL(cacheOrigin))
  provide('cookieStore', undefined)
  provide('fetch', async ({ url }: Request) => {
    if (!network) throw new TypeError('Failed to fetch')
    return network(new URL(url).pathname)
  })
  await keep({ '/en/docs': page('the kept page'), '/offline': page('нет сети'), '/en/offline': page('no network') })
})
afterAll(() => {
  for (const [name, descriptor] of before) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
  }
})

test('a page comes from the network, and later from its copy without network', async () => {
  expect(await textAt('/docs')).toBe('/docs from the network')
  network = undefined
  expect(await textAt('/docs')).toBe('/docs from the network')
  expect(await textAt('/docs?from=mail')).toBe('/docs from the network')
})

test('a slow network is not awaited if there is a copy', async () => {
  const never = new Promise<Response>(() => {})
  network = () => never
  const { answer } = ask('/en/docs', { patienceMs: 0 })
  expect(await (await answer)?.text()).toBe('the kept page')
})

test('a slow network is awaited if there is no copy', async () => {
  const late = Promise.withResolvers<Response>()
  network = () => late.promise
  const { answer } = ask('/docs', { patienceMs: 0 })
  late.resolve(page('late'))
  expect(await (await answer)?.text()).toBe('late')
})

test('a copy replaces a server error; without a copy the error page is shown', async () => {
  network = () => new Response('it broke', { status: 502 })
  expect(await textAt('/en/docs')).toBe('the kept page')
  expect(await textAt('/en/docs/other')).toBe('it broke')
})

test('a missing copy gives an offline page in the language of the address, with status 503', async () => {
  network = undefined
  for (const [path, text] of [
    ['/docs/other', 'нет сети'],
    ['/en/docs/other', 'no network'],
    ['/english', 'нет сети'],
  ] as const) {
    const response = await ask(path).answer
    expect([response?.status, await response?.text()]).toEqual([503, text])
  }
})

test('a personal page leaves no copy, and without network an offline page is shown', async () => {
  const textAt = async (path: string) => {
    const { event, outcome } = eventFor(path, '')
    answerPrivatePage(event, path)
    const response = await outcome.answer
    await outcome.done()
    return [response?.status, await response?.text()]
  }
  expect(await textAt('/en/app')).toEqual([200, '/en/app from the network'])
  network = undefined
  expect(await textAt('/en/app')).toEqual([503, 'no network'])
  expect(await textAt('/admin/users')).toEqual([503, 'нет сети'])
})

test.each([
  ['an error', new Response('gone', { status: 404, headers: { 'content-type': 'text/html' } })],
  ['a page of one reader', page('mine', { 'cache-control': 'no-store' })],
  ['another private page', page('mine', { 'cache-control': 'private, max-age=5' })],
  ['a text that is no page', new Response('# Docs', { headers: { 'content-type': 'text/markdown' } })],
])('%s leaves no copy', async (_, response) => {
  network = () => response
  await ask('/docs/some').done()
  expect(await copyAt('/docs/some')).toBeUndefined()
})

test('search results leave no copy', async () => {
  await ask('/en/search?q=kurs').done()
  expect(await copyAt('/en/search')).toBeUndefined()
})

test('the root redirects to the language of the cookie, unless linked from this site', async () => {
  await keep({ '/': page('главная') })
  provide('cookieStore', { get: async () => ({ value: 'en' }) })
  network = undefined
  const away = await ask('/').answer
  expect([away?.status, away?.headers.get('location')]).toEqual([302, '/en'])
  expect(await textAt('/', { referrer: `${cacheOrigin}/en` })).toBe('главная')
  provide('cookieStore', { get: async () => ({ value: 'ru' }) })
  expect(await textAt('/')).toBe('главная')
})

test('a page that was opened without a page load leaves a copy too', async () => {
  await copyPage('/docs')
  network = undefined
  expect(await textAt('/docs')).toBe('/docs from the network')
  await copyPage('/docs/other')
  expect(await copyAt('/docs/other')).toBeUndefined()
})

test('copies of the last 200 visited pages are kept', async () => {
  const paths = Array.from({ length: 203 }, (_, at) => `/docs/${at}`)
  for (const path of paths) await ask(path).done()
  await ask('/docs/3').done()
  network = undefined
  const kept = await Promise.all(paths.map(async (path) => (await copyAt(path)) !== undefined))
  expect(kept.filter(Boolean)).toHaveLength(200)
  expect(kept.slice(0, 4)).toEqual([false, false, false, true])
})

test('after switching off, no copies are stored', async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await ask('/docs').done()
  expect(await caches.keys()).toEqual([])
})

test('a new build removes the copies of other builds and keeps saved versions', async () => {
  await ask('/docs').done()
  await caches.open('kurs-visited-older')
  await caches.open('kurs-files-older')
  await caches.open('of-another-script')
  await removeOtherBuilds()
  expect((await caches.keys()).toSorted()).toEqual(['kurs-kept-en-1', 'kurs-visited-test', 'of-another-script'])
})

test('a hashed file comes from its copy, or else from the network', async () => {
  await keep({ '/assets/a-1.css': new Response('kept') })
  expect(await textOfFile('/assets/a-1.css')).toBe('kept')
  expect(await textOfFile('/assets/b-2.css')).toBe('/assets/b-2.css from the network')
})

test('a file without a hash comes from the network first', async () => {
  await keep({ '/favicon.svg': new Response('kept') })
  expect(await textOfFile('/favicon.svg')).toBe('/favicon.svg from the network')
  network = undefined
  expect(await textOfFile('/favicon.svg')).toBe('kept')
})

test('without network, another width of the same picture is used', async () => {
  await keep({ '/images/0f3a-1280.webp': new Response('a picture'), '/images/77aa-640.webp': new Response('another') })
  await keep({
    '/screens/bots-en-light.webp': new Response('bots'),
    '/screens/charts-en-dark.webp': new Response('charts'),
  })
  network = undefined
  expect(await textOfFile('/images/0f3a-320.webp')).toBe('a picture')
  expect(await textOfFile('/screens/charts-en-dark-720.webp')).toBe('charts')
  for (const missing of ['/images/1111-320.webp', '/screens/bots-en-dark-720.webp'])
    expect((await answerOfFile(missing)).type).toBe('error')
})

async function keep(entries: Record<string, Response>): Promise<void> {
  const cache = await caches.open('kurs-kept-en-1')
  for (const [path, response] of Object.entries(entries)) await cache.put(path, response)
}

function page(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

interface Circumstances {
  patienceMs?: number
  referrer?: string
}

/** Requests a page from the service worker. */
function ask(path: string, { patienceMs, referrer = '' }: Circumstances = {}) {
  const { event, outcome } = eventFor(path, referrer)
  answerPage(event, new URL(path, cacheOrigin).pathname, patienceMs)
  return outcome
}

async function textAt(path: string, circumstances?: Circumstances): Promise<string | undefined> {
  const outcome = ask(path, circumstances)
  const response = await outcome.answer
  await outcome.done()
  return response?.text()
}

async function answerOfFile(path: string): Promise<Response> {
  const { event, outcome } = eventFor(path, '')
  answerFile(event, path)
  const response = await outcome.answer
  if (!response) throw new Error(`${path} was not answered`)
  return response
}

async function textOfFile(path: string): Promise<string> {
  return (await answerOfFile(path)).text()
}

function eventFor(path: string, referrer: string) {
  const works: Promise<unknown>[] = []
  const outcome = {
    answer: undefined as Promise<Response> | undefined,
    /** Resolves when all work that the event has started is done, including stored copies. */
    done: async () => {
      await outcome.answer
      await Promise.all(works)
    },
  }
  const request = new Request(new URL(path, cacheOrigin))
  Object.defineProperty(request, 'referrer', { value: referrer })
  const event = {
    request,
    waitUntil: (work: Promise<unknown>) => void works.push(work),
    respondWith: (response: Response | Promise<Response>) => {
      outcome.answer = Promise.resolve(response)
    },
  }
  return { event, outcome }
}

function provide(name: (typeof globals)[number], value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
