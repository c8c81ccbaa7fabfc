import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Compared release of VitePress */
const packages = ['vitepress@1.6.4', 'vue@3.5.45']

/**
 * Builds a VitePress site of the same pages with the same menu in a separate folder.
 * @param docsDir  filled by `generateDocs`
 * @returns the folder of its files
 */
export async function buildVitepress(folder: string, docsDir: string): Promise<string> {
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run(folder, ['add', '--silent', ...packages])
  const sidebar = await writePages(join(folder, 'docs'), docsDir)
  const config = { cleanUrls: true, title: 'Курс', themeConfig: { sidebar } }
  await Bun.write(join(folder, '.vitepress/config.js'), `export default ${JSON.stringify(config)}`)
  await Bun.write(join(folder, 'index.md'), '# Курс\n')
  await run(folder, ['--bun', 'node_modules/.bin/vitepress', 'build'])
  return join(folder, '.vitepress/dist')
}

async function run(cwd: string, words: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, ...words], { cwd, stdout: 'ignore', stderr: 'pipe' })
  const [complaints, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (status !== 0) throw new Error(`bun ${words.join(' ')} ended with status ${status}:\n${complaints}`)
}

async function writePages(to: string, docsDir: string) {
  const sections = await readdir(docsDir)
  return Promise.all(
    sections.toSorted(byNumber).map(async (section) => {
      const files = (await readdir(join(docsDir, section))).toSorted(byNumber)
      const items = await Promise.all(
        files.map(async (file) => {
          const page = pageOf(await Bun.file(join(docsDir, section, file)).text())
          const path = `${unnumbered(section)}/${unnumbered(file)}`
          await Bun.write(join(to, path), page.markdown)
          return { text: page.title, link: `/docs/${path.replace(/\.md$/, '')}` }
        }),
      )
      return { text: unnumbered(section), items }
    }),
  )
}

const unnumbered = (name: string) => name.replace(/^\d+\./, '')
const byNumber = (one: string, other: string) => Number.parseInt(one, 10) - Number.parseInt(other, 10)

/**
 * Converts a page: the theme of VitePress renders neither title nor description by itself, and writes notes with one
 * more colon.
 */
function pageOf(text: string): { title: string; markdown: string } {
  const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(front)?.[1] ?? ''
  const notes = body.replace(/^::note$/gm, '::: info').replace(/^::$/gm, ':::')
  return { title: field('title'), markdown: `# ${field('title')}\n\n${field('description')}\n${notes}` }
}
