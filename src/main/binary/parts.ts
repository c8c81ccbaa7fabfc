import { mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BuiltAssets } from '../../browser/build.ts'
import { buildInSubprocess } from '../../browser/build-in-subprocess.ts'
import { prepareContent } from './prepare.ts'
import { versionOf } from './version.ts'

export const root = join(import.meta.dir, '../../..')
export const src = join(root, 'src')

type Named = [name: string, path: string]

/** Build results shared by all targets */
export interface Parts {
  assets: BuiltAssets
  version: string
  /** Files by address */
  publicFiles: Named[]
  content: Named[]
  prepared: Named[]
}

/** @param folder  for the build results. @param from  data folder of a server with the same texts */
export async function makeParts(folder: string, from?: string): Promise<Parts> {
  const contentDir = join(root, 'content')
  const [built, data] = [join(folder, 'assets'), join(folder, 'data')]
  await mkdir(built)
  const assets = await buildInSubprocess(built)
  await prepareContent(contentDir, data, from)
  return {
    assets,
    version: await versionOf(root),
    publicFiles: [...(await filesBelow(join(root, 'public'), '/')), ...(await filesBelow(built, '/assets/'))],
    content: await filesBelow(contentDir),
    prepared: [['content.db', join(data, 'content.db')], ...(await filesBelow(join(data, 'images'), 'images/'))],
  }
}

/** Worker entry files, found by name */
export function listWorkers(): Promise<string[]> {
  return Array.fromAsync(new Bun.Glob('**/*.worker.ts').scan({ cwd: src, absolute: true }))
}

async function filesBelow(folder: string, prefix = ''): Promise<Named[]> {
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  return found.map((file): Named => {
    const path = join(file.parentPath, file.name)
    return [`${prefix}${relative(folder, path)}`, path]
  })
}
