import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { categories, createTestSite, page, type TestSite } from '../../../tests/site.ts'
import { buildNavigation } from '../../content/library/navigation.ts'
import type { SiteDeps } from '../site-deps.ts'
import { answerMcpCall } from './answer-mcp-call.ts'
import { contentTools } from './content-tools.ts'
import { toolOf } from './tool.ts'

setDefaultTimeout(60_000)

let site: TestSite
beforeAll(async () => {
  site = await createTestSite({
    files: {
      ...categories,
      'ru/docs/index.md': page({ title: 'Документация' }),
      'ru/docs/1.start/.navigation.yml': 'title: Начало\n',
      'ru/docs/1.start/1.first.md': page({ title: 'Первая' }, '## Просадка\n\nСчёт опустился.'),
      'ru/docs/1.start/2.draft.md': page({ title: 'Черновик', draft: true }, 'Тайна.'),
      'en/docs/index.md': page({ title: 'Documentation' }),
      'en/docs/1.start/.navigation.yml': 'title: Start\n',
      'en/docs/1.start/1.first.md': page({ title: 'First' }, '## Drawdown\n\nThe balance fell.'),
    },
  })
})
afterAll(() => site.close())

/** Connects the official MCP client, whose requests go to the application without a network. */
async function connect(path: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1' })
  const fetch = async (url: string | URL, init?: RequestInit) => site.app.request(String(url), init)
  await client.connect(new StreamableHTTPClientTransport(new URL(`https://kurs.test${path}`), { fetch }))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** Calls an MCP tool and returns the text of its result, and whether it is an error */
async function call(client: Client, name: string, given: Record<string, unknown>) {
  const { content, isError = false } = await client.callTool({ name, arguments: given })
  const [first] = Array.isArray(content) ? content : []
  return { text: String(first?.text), isError }
}

test('the official client lists and calls the tools in the language of the URL', async () => {
  await using client = await connect('/en/mcp')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search', 'read_page', 'list_sections'])
  expect(tools.every(({ description, annotations }) => description && annotations?.readOnlyHint)).toBe(true)
  expect(client.getServerVersion()?.name).toBe('Kurs')

  const found = await call(client, 'search', { query: 'drawdown' })
  expect(found.text).toContain('## [First](https://kurs.test/en/docs/start/first)')
  expect(found.text).toContain('https://kurs.test/en/docs/start/first#drawdown')
  expect((await call(client, 'list_sections', {})).text).toContain(
    '- Start (pages below https://kurs.test/en/docs/start)',
  )
  expect((await call(client, 'list_sections', { path: '/docs/start' })).text).toContain(
    '](https://kurs.test/en/docs/start/first)',
  )
  const read = await call(client, 'read_page', { path: 'https://kurs.test/en/docs/start/first#drawdown' })
  expect(read).toEqual({
    text: expect.stringMatching(/^# First\n[\s\S]*## Drawdown\n\nThe balance fell\.\n$/),
    isError: false,
  })
})

test('the path of the documentation root lists all its sections', async () => {
  await using client = await connect('/en/mcp')
  const all = await call(client, 'list_sections', {})
  for (const path of ['/docs', '/en/docs', 'https://kurs.test/en/docs/'])
    expect(await call(client, 'list_sections', { path })).toEqual(all)
  expect(await call(client, 'list_sections', { from: 9 })).toMatchObject({ isError: true })
})

test('a call may request the other language, like a URL with its prefix', async () => {
  await using client = await connect('/mcp')
  expect((await call(client, 'search', { query: 'просадка' })).text).toContain('https://kurs.test/docs/start/first')
  expect((await call(client, 'search', { query: 'drawdown', locale: 'en' })).text).toContain('[First]')
  expect((await call(client, 'read_page', { path: '/docs/start/first' })).text).toStartWith('# Первая\n')
  expect((await call(client, 'read_page', { path: '/en/docs/start/first' })).text).toStartWith('# First\n')
  expect((await call(client, 'read_page', { path: '/docs/start/first.md', locale: 'en' })).text).toStartWith(
    '# First\n',
  )
})

test('missing, unpublished and foreign pages are explained in words', async () => {
  await using client = await connect('/mcp')
  for (const path of ['/docs/none', '/docs/start/draft', 'https://elsewhere.test/docs/start/first', '//', '%']) {
    expect(await call(client, 'read_page', { path })).toEqual({
      text: expect.stringContaining('no page'),
      isError: true,
    })
  }
  expect(await call(client, 'list_sections', { path: '/docs/none' })).toMatchObject({ isError: true })
  expect((await call(client, 'search', { query: 'тайна черновик' })).text).toStartWith('Nothing was found')
  expect(await call(client, 'search', { query: '' })).toMatchObject({ isError: true })
  expect(await call(client, 'search', { query: 'a'.repeat(201) })).toMatchObject({ isError: true })
})

test('an invalid call is refused with a reason; there are no sessions and no streams', async () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const post = async (body: string) => {
    const answer = await site.app.request('/mcp', { method: 'POST', headers, body })
    return [answer.status, JSON.stringify(await answer.json())]
  }
  expect(await post('{')).toEqual([400, expect.stringContaining('must be JSON')])
  expect(await post('[]')).toEqual([400, expect.stringContaining('one message per request')])
  expect((await post('{}'))[0]).toBe(400)
  expect((await post(JSON.stringify('a'.repeat(64 * 1024))))[0]).toBe(413)
  expect((await site.app.request('/mcp')).status).toBe(405)
  expect((await site.app.request('/mcp', { method: 'DELETE' })).status).toBe(405)
  const foreign = { ...headers, origin: 'https://elsewhere.test', 'sec-fetch-site': 'cross-site' }
  expect((await site.app.request('/mcp', { method: 'POST', headers: foreign, body: '{}' })).status).toBe(403)
})

const ping = () => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  return site.app.request('/en/mcp', { method: 'POST', headers, body })
}

test('other requests are answered between two waiting calls', async () => {
  await ping()
  const answered: string[] = []
  const calls = Array.from({ length: 6 }, (_, at) =>
    ping().then(() => {
      answered.push(`call ${at}`)
      if (at === 0) setImmediate(() => answered.push('other'))
    }),
  )
  await Promise.all(calls)
  await new Promise(setImmediate)
  expect(answered.indexOf('other')).toBeLessThan(answered.indexOf('call 3'))
  expect(answered.at(-1)).toBe('call 5')
})

test('with too many concurrent calls the newest are refused with a retry time', async () => {
  const answers = await Promise.all(Array.from({ length: 130 }, ping))
  const refused = answers.filter(({ status }) => status !== 200)
  // The exact number varies: an earlier call may end only now and so free a place in the queue.
  expect(refused.length).toBeGreaterThanOrEqual(2)
  expect(refused.length).toBeLessThan(answers.length / 2)
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([503, '1'])
})

test('internal errors are thrown for the log, not returned to the caller', async () => {
  const run = async () => {
    throw new Error('/srv/kurs/content.db is locked')
  }
  const tool = toolOf({ name: 'broken', title: 'Broken', description: 'Breaks.', input: {}, run })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'broken', arguments: {} } }
  const answer = answerMcpCall(new Request('https://kurs.test/mcp', { method: 'POST', headers }), {
    message,
    tools: [tool],
    caller: { locale: 'en', network: '192.0.2.1' },
    about: { name: { ru: 'Kurs', en: 'Kurs' }, description: { ru: '', en: '' } },
  })
  await expect(answer).rejects.toThrow('content.db is locked')
})

test('property names of every object are no tools', async () => {
  await using client = await connect('/en/mcp')
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect(
      await call(client, name, {}).then(
        ({ isError }) => isError,
        () => true,
      ),
    ).toBe(true)
})

test('a page is found at its old path, and its pictures have their served URLs', async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="1"/>'
  const own = await createTestSite({
    files: {
      'ru/docs/a.md': page({ title: 'A', redirect_from: '/docs/old' }, '![A](a.svg)'),
      'en/docs/old.md': page({ title: 'Other' }),
      'ru/docs/a.svg': drawing,
    },
  })
  const client = new Client({ name: 'test', version: '1' })
  const fetch = async (url: string | URL, init?: RequestInit) => own.app.request(String(url), init)
  await client.connect(new StreamableHTTPClientTransport(new URL('https://kurs.test/mcp'), { fetch }))
  const { text } = await call(client, 'read_page', { path: '/docs/old' })
  expect(text).toStartWith('# A\n')
  expect(text).toMatch(/!\[A\]\(https:\/\/kurs\.test\/images\/[0-9a-f]{16}\.svg\)/)
  expect((await call(client, 'read_page', { path: '/en/docs/old' })).text).toStartWith('# Other\n')
  await client.close()
  await own.close()
})

test('a long list says where it ends, and can be continued from there', async () => {
  const pages = Array.from({ length: 520 }, (_, at) => {
    const name = `p${String(at).padStart(3, '0')}`
    return {
      path: `/en/docs/many/${name}`,
      stem: `en/docs/1.many/${name}`,
      title: `P${at}`,
      description: '',
      robots: null,
      sitemap: null,
      file: `${name}.md`,
      words: 1,
      version: 1,
      navigation: null,
      updated: null,
    }
  })
  const tree = buildNavigation('en', pages, [])
  const library = { current: async () => ({ byLocale: { en: { tree } } }) }
  const deps = { library, siteUrl: 'https://kurs.test' } as unknown as SiteDeps
  const tool = contentTools(deps).find(({ name }) => name === 'list_sections')
  const list = (more = {}) => tool?.run({ path: '/docs/many', ...more }, { locale: 'en', network: '192.0.2.1' })
  const first = await list()
  expect(first?.text).toContain('[P498]')
  expect(first?.text).not.toContain('[P499]')
  expect(first?.text).toEndWith(
    '\n\nThese are lines 1 to 500 of 521. To continue, call again with "from": 501, or pass the path of one of these sections.',
  )
  const rest = await list({ from: 501 })
  expect(rest?.text).toStartWith('  - [P499](https://kurs.test/en/docs/many/p499)\n')
  expect(rest?.text).toEndWith('/p519)\n\nThese are lines 501 to 521 of 521.')
  expect(await list({ from: 600 })).toEqual({
    text: 'Line 600 is out of range: there are 521 lines.',
    isError: true,
  })
})
