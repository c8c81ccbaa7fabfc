import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { href, paths } from '../../paths.ts'
import { loadSharp } from '../ingest/images.ts'
import { drawPreview, type Preview, previewLook } from './draw-preview.ts'

/** The pictures that messengers show with a link: one for each title, named by what is written on it. */
export interface Previews {
  /** Nothing until it is drawn */
  addressOf(preview: Preview): string | undefined
  /** Draws what is missing, one by one on threads of the library, and removes what no page has. @returns whether that changed any */
  draw(): Promise<boolean>
}

export interface PreviewsOptions {
  folder: string
  wanted(): Promise<Preview[]>
}

export function createPreviews({ folder, wanted }: PreviewsOptions): Previews {
  const drawn = new Set(existsSync(folder) ? readdirSync(folder).filter(isPreview) : [])
  return {
    addressOf: (preview) => {
      const file = nameOf(preview)
      return drawn.has(file) ? href(paths.images, { file }) : undefined
    },
    draw: async () => {
      const named = new Map((await wanted()).map((preview) => [nameOf(preview), preview]))
      const missing = [...named].filter(([name]) => !drawn.has(name))
      const dead = [...drawn].filter((name) => !named.has(name))
      // A native library: where it cannot be loaded (the single binary), the site's own picture stays.
      const sharp = missing.length > 0 ? await loadSharp() : undefined
      if (sharp) await mkdir(folder, { recursive: true })
      for (const [name, preview] of missing) {
        if (!sharp) break
        // Another process may be drawing the same: each writes a draft of its own.
        const draft = join(folder, `${name}.${randomUUID()}.part`)
        try {
          await writeFile(draft, await drawPreview(sharp, preview))
          await rename(draft, join(folder, name))
        } finally {
          // Nothing once it has its name. On a full disk each try would leave another.
          await rm(draft, { force: true })
        }
        drawn.add(name)
      }
      for (const name of dead) {
        await rm(join(folder, name), { force: true })
        drawn.delete(name)
      }
      return dead.length > 0 || (sharp !== undefined && missing.length > 0)
    },
  }
}

function nameOf({ site, section, title }: Preview): string {
  const written = JSON.stringify([previewLook, site, section, title])
  return `og-${createHash('sha256').update(written).digest('hex').slice(0, 16)}.png`
}

function isPreview(name: string): boolean {
  return /^og-[0-9a-f]{16}\.png$/.test(name)
}
