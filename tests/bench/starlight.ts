import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Compared release of Starlight */
const packages = ['astro@7.3.5', '@astrojs/starlight@0.42.4']

const config = `
import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
export default defineConfig({
  integrations: [
    starlight({
      title: 'Курс',
      locales: { root: { label: 'Русский', lang: 'ru' } },
      sidebar: [{ label: 'docs', items: [{ autogenerate: { directory: 'docs' } }] }],
    }),
  ],
})`

const collections = `
import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }`

/**
 * Builds a Starlight site of the same pages in a separate folder.
 * @param docsDir  filled by `generateDocs`
 * @returns the folder of its files
 */
export async function buildStarlight(folder: string, docsDir: string): Promise<string> {
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run(folder, ['add', '--silent', ...packages])
  await Bun.write(join(folder, 'astro.config.mjs'), config)
  await Bun.write(join(folder, 'src/content.config.ts'), collections)
  await writePages(join(folder, 'src/content/docs/docs'), docsDir)
  await run(folder, ['--bun', 'node_modules/.bin/astro', 'build'])
  return join(folder, 'dist')
}

async function run(cwd: string, words: string[]): Promise<void> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' }
  const child = Bun.spawn([process.execPath, ...words], { cwd, env, stdout: 'ignore', stderr: 'pipe' })
  const [complaints, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (status !== 0) throw new Error(`bun ${words.join(' ')} ended with status ${status}:\n${complaints}`)
}

/** Converts the pages: Starlight writes notes with one more colon, and file names of code blocks in another place. */
async function writePages(to: string, docsDir: string): Promise<void> {
  for (const file of await readdir(docsDir, { recursive: true })) {
    if (!file.endsWith('.md')) continue
    const text = await Bun.file(join(docsDir, file)).text()
    const body = text
      .replace(/^updated: .*\n/m, '')
      .replace(/^::note$/gm, ':::note')
      .replace(/^::$/gm, ':::')
      .replace(/^```ts \[(.*)\]$/gm, '```ts title="$1"')
    await Bun.write(join(to, file.replace(/(^|\/)\d+\./g, '$1')), body)
  }
}
