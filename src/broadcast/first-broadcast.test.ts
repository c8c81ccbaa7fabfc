import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Administrator, makeAdministrator } from '../../tests/administrator.ts'
import { createTestSite, type TestSite } from '../../tests/site.ts'
import { href, paths } from '../paths.ts'

const guide = (title: string) => `---\ntitle: ${title}\ndescription: How the bot is connected.\n---\n\nA token.\n`
const files = {
  'ru/docs/operations/telegram.md': guide('Бот'),
  'en/docs/operations/telegram.md': guide('The bot'),
}

async function create(site: TestSite, by: Administrator, fields: Record<string, string> = {}): Promise<string> {
  const made = await site.as(by).post(paths.newBroadcast, { name: 'The first', 'text.en': 'Hello', ...fields })
  return made.location?.split('/').at(-1) ?? ''
}

describe('before a bot is connected', () => {
  let site: TestSite
  let admin: Administrator
  beforeAll(async () => {
    site = await createTestSite({ files })
    admin = await makeAdministrator(site.appDb, 'beginner')
  })
  afterAll(() => site.close())

  test('the pages link to the guide', async () => {
    expect(await site.as(admin).read(paths.broadcasts)).toContain('href="/docs/operations/telegram"')
    expect(await site.as(admin).read(`/en${paths.broadcasts}`)).toContain('href="/en/docs/operations/telegram"')
  })

  test('without that page in the content there is no link', async () => {
    const bare = await createTestSite()
    const own = await makeAdministrator(bare.appDb, 'beginner')
    const page = await bare.as(own).read(`/en${paths.broadcasts}`)
    expect(page).toContain('TELEGRAM_TOKEN')
    expect(page).not.toContain('/docs/operations/telegram')
    await bare.close()
  })
})

describe('before the first subscriber', () => {
  let site: TestSite
  let admin: Administrator
  beforeAll(async () => {
    site = await createTestSite({ env: { TELEGRAM_TOKEN: '123456:a-token' } })
    admin = await makeAdministrator(site.appDb, 'beginner')
  })
  afterAll(() => site.close())

  test('a broadcast explains how people subscribe', async () => {
    const address = href(paths.broadcast, { id: await create(site, admin) })
    expect(await site.as(admin).read(`/en${address}`)).toContain('sending /start to the bot')
    expect(await site.as(admin).read(address)).toContain('Подписываются командой /start')
    expect(await site.as(admin).read(`/en${paths.newBroadcast}`)).toContain('sending /start to the bot')
  })

  test('the test send links to linking a chat', async () => {
    const page = await site.as(admin).read(`/en${href(paths.broadcast, { id: await create(site, admin) })}`)
    expect(page).toContain('href="/en/account/telegram"')
  })
})
