import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { fileFormBytes } from '../src/broadcast/files/file-form.ts'
import { uploadSeconds } from '../src/telegram/api/file-sender.ts'

test.each(['ru', 'en'])(
  'the documented nginx settings allow the largest file and the longest upload: %s',
  async (locale) => {
    const page = await Bun.file(
      join(import.meta.dir, `../content/${locale}/docs/5.operations/6.reverse-proxy.md`),
    ).text()
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(page) ?? []
    expect(Number(megabytes) * 1024 * 1024).toBeGreaterThanOrEqual(fileFormBytes)
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(page) ?? []
    expect(Number(seconds)).toBeGreaterThan(uploadSeconds + 20)
  },
)
