import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthenticator } from '../../../tests/doubles/authenticator.ts'

setDefaultTimeout(600_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-verify-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([true, false])(
  'passkeys are checked in a bundle too, as the binary is one: in parts %p',
  async (splitting) => {
    const entrypoints = [join(import.meta.dir, 'verify.ts')]
    const { success } = await Bun.build({ entrypoints, outdir: folder, target: 'bun', splitting, minify: true })
    expect(success).toBe(true)
    const key = createAuthenticator()
    const program = `
    const { verifyNewCredential } = await import(process.argv[1])
    const challenge = { challenge: 'dGVzdA', token: '', expiresAt: 0 }
    const verified = await verifyNewCredential({ siteUrl: 'https://kurs.test' }, challenge, JSON.parse(process.argv[2]))
    console.log(verified?.id)`
    const words = [process.execPath, '-e', program, join(folder, 'verify.js'), key.create('dGVzdA')]
    const { stdout, stderr } = Bun.spawnSync(words)
    expect([stdout.toString().trim(), stderr.toString()]).toEqual([key.id, ''])
  },
)
