import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folder where a full test run keeps its asset build, below the prepared folder. */
export const assetsIn = (prepared: string) => join(prepared, 'assets')

const { PREPARED_SITE } = process.env

/**
 * Folder where test servers keep their asset builds. It is outside the checkout and shared, so one server builds and
 * the others reuse the result. When a test file runs alone, the build stays for the next run of this checkout.
 */
export const assetsDir = PREPARED_SITE
  ? assetsIn(PREPARED_SITE)
  : join(tmpdir(), `kurs-test-assets-${Bun.hash(import.meta.dir).toString(36)}`)
