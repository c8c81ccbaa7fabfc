import { afterAll, beforeAll, expect, test } from 'bun:test'
import { makeAdministrator } from '../../tests/administrator.ts'
import { type BroadcastSite, openBroadcastSite } from '../../tests/broadcast-site.ts'
import { addBroadcast } from '../../tests/outbox.ts'
import { signIn } from '../../tests/signed-in.ts'
import { createTestSite } from '../../tests/site.ts'
import { href, paths } from '../paths.ts'
import { listWork } from './delivery/broadcast-work-queries.ts'

let site: BroadcastSite
beforeAll(async () => {
  site = await openBroadcastSite('keeper')
})
afterAll(() => site.close())

test('a broadcast is paused, resumed and canceled; an impossible act is refused', async () => {
  const id = await site.running(10)
  for (const [name, state] of [
    ['pause', 'paused'],
    ['resume', 'running'],
    ['cancel', 'cancelled'],
  ] as const) {
    expect((await site.act(id, name)).status).toBe(303)
    expect(await site.stateOf(id)).toBe(state)
  }
  expect((await site.act(id, 'resume')).status).toBe(409)
})

test('a broadcast paused during the snapshot resumes filling and sending', async () => {
  const id = await addBroadcast(site.db, { state: 'preparing' })
  await site.act(id, 'pause')
  await site.act(id, 'resume')
  const work = await listWork(site.db, Date.now())
  expect(work.find((each) => each.id === id)).toMatchObject({ state: 'running', isFilling: true })
})

test('only administrators can read, edit or start a broadcast', async () => {
  const id = await addBroadcast(site.db, { state: 'draft' })
  const member = await signIn(site.db)
  const reads = [
    paths.broadcasts,
    paths.broadcast,
    paths.broadcastEdit,
    paths.broadcastRecipients,
    paths.broadcastProgress,
  ]
  const writes = [
    paths.broadcastEdit,
    paths.broadcastDraft,
    paths.broadcastAct,
    paths.broadcastSending,
    paths.broadcastSent,
  ]
  for (const cookie of [member.cookie, '']) {
    const status = cookie ? 404 : 303
    for (const path of reads) expect((await site.ask(path.replace(':id', id), {}, cookie)).status).toBe(status)
    for (const path of [...writes, paths.broadcastTest, paths.broadcastCopy, paths.broadcastRecipientsFile]) {
      const answer = await site.send(path.replace(':id', id), { act: 'start', revision: '1' }, cookie)
      expect(answer.status).toBe(status)
    }
  }
  expect(await site.stateOf(id)).toBe('draft')
})

test('media of a sent broadcast are shown, and no change is offered that would be dropped', async () => {
  const media = [{ kind: 'photo', file: 'a-kept-file' }]
  const id = await addBroadcast(site.db, { state: 'paused', content: { media } })
  const html = await site.read(href(paths.broadcastSent, { id }))
  expect(html).toContain('name="media.0.file" value="a-kept-file"')
  expect(html).not.toContain('value="media.')
  expect(html).toContain(
    'изменятся только для тех, кто ещё ждёт; в отправленных меняется лишь предпросмотр ссылки.</p>',
  )
  expect(html).not.toContain(`href="${paths.broadcastFiles}"`)
  const edited = await site.send(href(paths.broadcastSent, { id }), {
    revision: '1',
    'text.ru': 'Новое',
    'media.0.kind': 'photo',
    'media.0.file': 'another',
  })
  expect(edited.status).toBe(303)
  const { rows } = await site.db.client.execute({ sql: 'select content from broadcasts where id = ?', args: [id] })
  expect(JSON.parse(String(rows[0]?.content))).toMatchObject({ text: { ru: 'Новое' }, media })
})

test('without a token every page explains what to do', async () => {
  const bare = await createTestSite()
  const boss = await makeAdministrator(bare.appDb, 'boss')
  const read = async (path: string) => bare.as(boss).read(`/en${path}`)
  const html = await read(paths.broadcasts)
  expect(html).toContain('TELEGRAM_TOKEN')
  expect(html).toContain('No broadcasts yet')
  const files = await read(paths.broadcastFiles)
  expect(files).toContain('TELEGRAM_TOKEN')
  expect(files).toContain('Until then, a broadcast can use an https address')
  expect(files).not.toContain('You can write broadcasts now')
  await bare.close()
})
