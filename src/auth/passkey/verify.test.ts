import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthenticator } from '../../../tests/doubles/authenticator.ts'
import { verifyNewCredential } from './verify.ts'

setDefaultTimeout(60_000)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-verify-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([true, false])(
  'passkeys are verified in a bundle like that of the binary: splitting %p',
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
    expect(stdout.toString().trim()).toEqual(key.id)
    expect(stderr.toString()).toBe('')
  },
)

/**
 * Attestation of a key of Android. Its self-made certificates name `http://crl.kurs.test/` as their revocation list.
 */
const attested = {
  clientDataJSON:
    'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiZEdWemRBIiwib3JpZ2luIjoiaHR0cHM6Ly9rdXJzLnRlc3QiLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
  attestationObject:
    'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdYQAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQFjeDVjglkBgjCCAX4wggEloAMCAQICAQIwCgYIKoZIzj0EAwIwDzENMAsGA1UEAxMEUm9vdDAgFw0yMDAxMDEwMDAwMDBaGA8yMDk5MDEwMTAwMDAwMFowDzENMAsGA1UEAxMETGVhZjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFfcFdxx_W0U2CJgwTjDKwklPP9XH25PlTaa0LYQHo6SVeha7pX9vmHbcetYN-vpodh2yf3sXB0mHVQmWAR38SajcDBuMEQGCisGAQQB1nkCAREENjA0AgEDCgEBAgEECgEBBCCJSafOrtswZvsprFJBq0hTctpCU9YyAgnmKyBD31-uAQQAMAAwADAmBgNVHR8EHzAdMBugGaAXhhVodHRwOi8vY3JsLmt1cnMudGVzdC8wCgYIKoZIzj0EAwIDRwAwRAIgQpWNIE8nX_pYXb2mhzqacpjk08dG3RyN2bkygWM6BpwCIGpGKV3rpIB1z1Yswiir_KMkdFTt3QJ4I7gVj7Cam4N8WQEUMIIBEDCBt6ADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMTBFJvb3QwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTAxMDEwMDAwMDBaMA8xDTALBgNVBAMTBFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ8wXnEF-rRVTqb3LUQFj2b5X7t7x2ogJn7_Bq5OWfvmYMCJp6QUtL6oj0RphMYo17H9NgUfnfUseblP2RWm4_xowIwADAKBggqhkjOPQQDAgNIADBFAiEAtEAPQnnw9kqfYpnXvmtEgpeSXcjgW_eLnDPPXv9vce4CIF_4-hkqImyqByS93Yq8MnVe_kexp8qta-ja_zZL8s_9aGF1dGhEYXRhWJTcfXixrV7zDYpP3B0b-wXuAhqcQwu5AveiP6U3A0-aFkUAAAAAAAAAAAAAAAAAAAAAAAAAAAAQPBbEEPRN5HyoihC6XE_etqUBAgMmIAEhWCBX3BXccf1tFNgiYME4wysJJTz_Vx9uT5U2mtC2EB6OkiJYIFXoWu6V_b5h23HrWDfr6aHYdsn97FwdJh1UJlgEd_Em',
}

test('nothing named in the certificates of an attestation is fetched', async () => {
  const fetched = spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('No network'))
  try {
    const id = 'PBbEEPRN5HyoihC6XE_etg'
    const sent = { id, rawId: id, type: 'public-key' as const, response: { ...attested, transports: [] } }
    const challenge = { challenge: 'dGVzdA', token: '', expiresAt: 0 }
    const verified = await verifyNewCredential({ siteUrl: 'https://kurs.test' }, challenge, sent)
    expect(fetched.mock.calls.length).toBe(0)
    expect(verified?.id).toBe(id)
  } finally {
    fetched.mockRestore()
  }
})
