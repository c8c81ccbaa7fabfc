import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a run of all tests keeps its build of the assets, below what it has prepared. */
export const assetsIn = (prepared: string) => join(prepared, 'assets')

const { PREPARED_SITE } = process.env

/**
 * Where servers of tests keep their builds of the assets: outside of the checkout, and the same for all of them, so that
 * one builds and the others find it. When a file is run by itself they stay for the next one of this checkout.
 */
export const assetsDir = PREPARED_SITE
  ? assetsIn(PREPARED_SITE)
  : join(tmpdir(), `kurs-test-assets-${Bun.hash(import.meta.dir).toString(36)}`)
