import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const contentDir = join(import.meta.dir, '../../content')
const words = { ru: await wordsOf('ru', /[а-яё]{3,}/g), en: await wordsOf('en', /[a-z]{3,}/g) }

/** Returns the words of the product's own texts, most common first: a vocabulary of natural size and distribution. */
async function wordsOf(locale: 'ru' | 'en', pattern: RegExp): Promise<string[]> {
  const counts = new Map<string, number>()
  for await (const file of new Bun.Glob(`${locale}/**/*.md`).scan(contentDir)) {
    const text = (await Bun.file(join(contentDir, file)).text()).toLowerCase()
    for (const [word] of text.matchAll(pattern)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word)
}

/** Returns a repeatable stream of random numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function sentence(random: () => number, locale: 'ru' | 'en', length: number): string {
  const list = words[locale]
  // The n-th most common word is about n times rarer than the first, as in real texts (Zipf).
  const text = Array.from({ length }, () => list[Math.floor(list.length ** random()) - 1] ?? list[0]).join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function paragraph(random: () => number, locale: 'ru' | 'en', length: number): string {
  return Array.from({ length: Math.ceil(length / 12) }, () => sentence(random, locale, 12)).join(' ')
}

const code = (n: number) =>
  `\`\`\`ts [src/example-${n}.ts]\nexport async function handle(request: Request): Promise<Response> {\n  const id = Number(request.headers.get('x-id') ?? ${n})\n  // Answers from memory when it can.\n  return new Response(\`item \${id}\`, { status: 200 })\n}\n\`\`\`\n`

/**
 * Generates a page of about 900 words in ten sections, with three code blocks, a callout and a list; fewer sections
 * make it shorter.
 */
export function generatePage(locale: 'ru' | 'en', n: number, count = 9): string {
  const random = seeded(n * 2 + (locale === 'ru' ? 0 : 1))
  const title = `${sentence(random, locale, 3).slice(0, -1)} ${n}`
  const sections = Array.from({ length: count }, (_, at) => {
    const heading = `## ${sentence(random, locale, 3).slice(0, -1)} ${at + 1}`
    const extra =
      at % 3 === 0
        ? code(n * 10 + at)
        : at === 4
          ? `::note\n${sentence(random, locale, 14)}\n::\n`
          : at === 5
            ? `- ${sentence(random, locale, 5)}\n- ${sentence(random, locale, 5)}\n- ${sentence(random, locale, 5)}\n`
            : ''
    return `${heading}\n\n${paragraph(random, locale, 84)}\n\n${extra}`
  })
  const description = sentence(random, locale, 14)
  return `---\ntitle: ${title}\ndescription: ${description}\nupdated: 2026-11-01\n---\n\n${paragraph(random, locale, 72)}\n\n${sections.join('\n')}`
}

/**
 * Writes `count` documentation pages of one language, 50 per folder, each with the given number of sections below its
 * introduction.
 */
export async function generateDocs(
  contentDir: string,
  locale: 'ru' | 'en',
  count: number,
  sections?: number,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const folder = Math.floor(n / 50)
    const path = join(contentDir, locale, 'docs', `${folder + 1}.section-${folder + 1}`, `${(n % 50) + 1}.page-${n}.md`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, generatePage(locale, n, sections))
  }
}
