import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import manifest from '../../package.json' with { type: 'json' }

/*
 * `bun run release`: builds a binary for each platform into `dist/release`, with `SHA256SUMS`, the SBOM and the notes,
 * then tags the commit. `--dry-run` does everything except the tag. Nothing is published.
 */

const root = join(import.meta.dir, '../..')
const folder = join(root, 'dist/release')

/** Returns the part of the changelog about `version`, without its heading; undefined when there is none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const parts = changelog.split(/^## /m).slice(1)
  const part = parts.find((each) => each.startsWith(`${version} - `))
  return part?.slice(part.indexOf('\n')).trim()
}

/** Runs a command and returns its standard output. @throws Error with its standard error when the command fails */
function run(...command: string[]): string {
  const { success, stdout, stderr } = Bun.spawnSync(command, { cwd: root })
  if (!success) throw new Error(`${command.join(' ')}: ${stderr.toString().trim()}`)
  return stdout.toString().trim()
}

/** Returns the reason why the release is impossible, as a sentence for the person who runs the command. */
function findObstacle(tag: string, notes: string | undefined): string | undefined {
  if (notes === undefined) return `CHANGELOG.md has no part "## ${manifest.version} - YYYY-MM-DD".`
  if (run('git', 'status', '--porcelain') !== '') return 'The working tree has changes: commit or stash them first.'
  if (run('git', 'tag', '--list', tag) !== '') return `The tag ${tag} exists: set the next version in package.json.`
}

async function writeSums(): Promise<void> {
  const names = (await readdir(folder)).sort()
  const lines = await Promise.all(
    names.map(async (name) => {
      const hasher = new Bun.CryptoHasher('sha256')
      for await (const piece of Bun.file(join(folder, name)).stream()) hasher.update(piece)
      return `${hasher.digest('hex')}  ${name}\n`
    }),
  )
  await Bun.write(join(folder, 'SHA256SUMS'), lines.join(''))
}

async function release({ isDry }: { isDry: boolean }): Promise<number> {
  const tag = `v${manifest.version}`
  const notes = notesOf(await Bun.file(join(root, 'CHANGELOG.md')).text(), manifest.version)
  const obstacle = findObstacle(tag, notes)
  if (obstacle) {
    process.stderr.write(`${obstacle}\n`)
    return 1
  }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const script = (path: string, ...args: string[]) => run(process.execPath, join(root, path), ...args)
  process.stdout.write(`${script('src/main/compile.ts', join(folder, 'kurs'), '--target', 'all')}\n`)
  await Bun.write(join(folder, 'kurs.cdx.json'), script('src/main/dependencies/write-sbom.ts'))
  await Bun.write(join(folder, 'NOTES.md'), `${notes}\n`)
  await writeSums()
  if (!isDry) run('git', 'tag', '--annotate', tag, '--message', `Kurs ${manifest.version}`)
  process.stdout.write(`dist/release is ready.${isDry ? '' : ` Tagged ${tag}: push it with git push origin ${tag}.`}\n`)
  return 0
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
  process.exitCode = await release({ isDry: values['dry-run'] })
}
