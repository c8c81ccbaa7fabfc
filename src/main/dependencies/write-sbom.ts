import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import project from '../../../package.json' with { type: 'json' }
import { readLockfile } from './lockfile.ts'
import { makeSbom } from './sbom.ts'

/* `bun run sbom` writes the SBOM to standard output. */

const root = join(import.meta.dir, '../../..')
const manifest = z.object({ license: z.string().optional().catch(undefined) })

/** License from the installed package; undefined for packages of other systems, which are not installed. */
function licenseOf(place: string): string | undefined {
  const folder = place.replaceAll(/((?:@[^/]+\/)?[^/]+)(?:\/|$)/g, 'node_modules/$1/')
  const file = join(root, folder, 'package.json')
  return existsSync(file) ? manifest.parse(JSON.parse(readFileSync(file, 'utf8'))).license : undefined
}

const lock = readLockfile(readFileSync(join(root, 'bun.lock'), 'utf8'))
const document = makeSbom({ lock, version: project.version, licenseOf })
process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`)
