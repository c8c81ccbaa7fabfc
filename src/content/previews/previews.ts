import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { href, paths } from '../../paths.ts'
import { loadSharp } from '../ingest/images.ts'
import { drawPreview, type Preview, previewLook } from './draw-preview.ts'

/** Link preview pictures for messengers: one per title, named by a hash of its text. */
export interface Previews {
  /** Returns the address of a preview; undefined until the preview is drawn */
  addressOf(preview: Preview): string | undefined
  /**
   * Draws missing pictures one at a time on threads of the graphics library, and removes unused ones. @returns whether
   * any picture was added or removed
   */
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
      // `sharp` is a native library. If it cannot be loaded (in the single binary), the site's default picture is used.
      const sharp = missing.length > 0 ? await loadSharp() : undefined
      if (sharp) await mkdir(folder, { recursive: true })
      for (const [name, preview] of missing) {
        if (!sharp) break
        // Another process may be drawing the same picture, so each writes its own draft.
        const draft = join(folder, `${name}.${randomUUID()}.part`)
        try {
          await writeFile(draft, await drawPreview(sharp, preview))
          await rename(draft, join(folder, name))
        } finally {
          // Removes the draft after a failure, because on a full disk each attempt would leave one; after the rename
          // there is none.
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
