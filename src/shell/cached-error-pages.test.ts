import { expect, test } from 'bun:test'
import { createTestSite, page } from '../../tests/site.ts'

const guide = 'href="/docs/start/quick-start"'

test('cached error pages link to guides only while the content has them', async () => {
  const site = await createTestSite({ files: { 'ru/docs/a.md': page({}) } })
  const missing = async () => site.read('/none')
  expect(await missing()).not.toContain(guide)
  await site.edit({ 'ru/docs/1.start/1.quick-start.md': page({}) })
  expect(await missing()).toContain(guide)
  await site.edit({ 'ru/docs/1.start/1.quick-start.md': null })
  expect(await missing()).not.toContain(guide)
  await site.close()
})
