import { expect, test } from 'bun:test'
import { kindOf, type UploadListeners, uploadFile, uploadFiles, withFile } from './upload-file.ts'

const upload = (answer: Response | Error) =>
  uploadFile('/files', new File(['x'], 'chart.png', { type: 'image/png' }), async () => {
    if (answer instanceof Error) throw answer
    return answer
  })

test('a file is sent as the kind that the messenger can show', () => {
  const kinds = ['image/png', 'image/gif', 'image/svg+xml', 'video/mp4', 'video/webm', 'audio/mpeg', ''].map((type) =>
    kindOf({ type, size: 10 * 1024 * 1024 }),
  )
  expect(kindOf({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe('document')
  expect(kinds).toEqual(['photo', 'animation', 'document', 'video', 'document', 'audio', 'document'])
})

test('the outcomes are: kept, refused with a text, signed out, unreachable', async () => {
  const media = { kind: 'photo', file: 'abc' } as const
  expect(await upload(Response.json({ media }))).toEqual({ status: 'kept', media })
  const tooLarge = Response.json({ error: 'Too large' }, { status: 413 })
  expect(await upload(tooLarge)).toEqual({ status: 'refused', error: 'Too large' })
  expect(await upload(Response.json({}, { status: 401 }))).toEqual({ status: 'signedOut' })
  expect(await upload(new Response('<html>', { status: 502 }))).toEqual({ status: 'unreachable' })
  expect(await upload(new TypeError('Failed to fetch'))).toEqual({ status: 'unreachable' })
})

test('an uploaded file fills a blank place first', () => {
  const [a, b, added] = (['a', '', 'c'] as const).map((file) => ({ kind: 'photo' as const, file }))
  if (!a || !b || !added) throw new Error('Three were made.')
  expect(withFile([], added)).toEqual([added])
  expect(withFile([a], added)).toEqual([a, added])
  expect(withFile([a, b], added)).toEqual([a, added])
})

test('each refused file is reported by its name, and the other files are kept', async () => {
  const said: string[] = []
  const take: UploadListeners = {
    onStart: (name) => said.push(name),
    onFile: ({ file, name }) => said.push(`${name}: ${file}`),
  }
  const files = ['a', 'b', 'c', 'd'].map((name) => new File(['x'], name, { type: 'image/png' }))
  const answers = [{ error: 'Empty' }, { media: { kind: 'photo', file: 'B' } }]
  const failed = await uploadFiles('/files', files, take, async () => Response.json(answers.shift()))
  expect(said).toEqual(['a', 'b', 'b: B', 'c'])
  expect(failed).toEqual([
    { name: 'a', outcome: { status: 'refused', error: 'Empty' } },
    { name: 'c', outcome: { status: 'unreachable' } },
    { name: 'd', outcome: { status: 'unreachable' } },
  ])
})
