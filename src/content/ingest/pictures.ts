import { z } from 'zod'
import { bulkBatchRows } from '../../db/bulk.ts'
import type { Db } from '../../db/client.ts'
import { type AstNode, type Body, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import { ownPictureFile, ownPictureOf } from '../own-pictures.ts'
import { listImages } from '../queries.ts'
import type { ImageMaker, ImageRow, TooLarge } from './images.ts'
import type { Problem } from './problem.ts'
import { deleteImage, listPicturesUsed, raiseVersion, replaceImage, updateWidths } from './queries.ts'
import type { PageSource } from './read-page.ts'

export interface PictureUse {
  src: string
  /** Line of the picture in the file, 1-based; undefined if the file writes the address differently */
  line?: number | undefined
}

const uses = z.array(z.object({ src: z.string(), line: z.number().optional() }))
const cover = z.object({ src: z.string() })

/** Returns the site's own pictures on a page, each once. */
export function picturesOf({ blog }: PageSource, { value }: Body, text: string): PictureUse[] {
  const own = blog?.image ? [cover.parse(JSON.parse(blog.image)).src] : []
  const lines = text.split('\n')
  return [...new Set([...own, ...picturesIn(value)])].map((src) => {
    const names = ownPictureFile(src) === undefined ? [src] : namesOf(src)
    const at = lines.findIndex((line) => names.some((name) => line.includes(name)))
    return { src, line: at < 0 ? undefined : at + 1 }
  })
}

export interface PicturesOptions {
  severity: Problem['severity']
  /** Files and pictures to check; by default all */
  only?: ReadonlySet<string> | undefined
  /** Signal that stops before the next picture. */
  signal?: AbortSignal | undefined
}

export interface MeasuredPictures {
  problems: Problem[]
  /** Addresses of pictures that are shown in their original size until `drawPictures` has made copies */
  undrawn: string[]
}

/** Measures the pictures on public pages and deletes rows of pictures that are not used. */
export async function measurePictures(
  db: Db,
  images: Pick<ImageMaker, 'measure'>,
  { severity, only, signal }: PicturesOptions,
): Promise<MeasuredPictures> {
  const before = new Map((await listImages(db)).map((row) => [row.src, row]))
  const used = await listUses(db)
  const gone = [...before.keys()].filter((src) => !used.has(src))
  const problems: Problem[] = []
  const undrawn: string[] = []
  const rows: ImageRow[] = []
  for (const [src, places] of used) {
    const asked = places.filter(({ file }) => !only || only.has(file) || only.has(ownPictureFile(src) ?? file))
    if (asked.length === 0) continue
    signal?.throwIfAborted()
    const old = before.get(src)
    const measured = await images.measure(src, old)
    if (measured && 'row' in measured) {
      const { row, lacksCopies } = measured
      if (lacksCopies) undrawn.push(src)
      if (old?.digest !== row.digest || old.widths !== row.widths) rows.push(row)
    } else {
      problems.push(...asked.map((place) => problemAt(place, src, severity, measured)))
      if (old) gone.push(src)
    }
  }
  const changes = [...rows.map((row) => replaceImage(db, row)), ...gone.map((src) => deleteImage(db, src))]
  for (let at = 0; at < changes.length; at += bulkBatchRows) {
    await db.writeBatch([...changes.slice(at, at + bulkBatchRows), raiseVersion(db)], { lane: 'bulk' })
  }
  return { problems, undrawn }
}

const drawnAtOnce = 20

/**
 * Makes the copies of measured pictures. After a crash, copies already in the folder are used again. A picture of which
 * no copies can be made is shown as its original.
 * @returns the problems of each picture that has any
 */
export async function drawPictures(
  db: Db,
  images: Pick<ImageMaker, 'prepare'>,
  srcs: readonly string[],
  { severity = 'warning', signal }: Partial<Pick<PicturesOptions, 'severity' | 'signal'>> = {},
): Promise<Map<string, Problem[]>> {
  const problems = new Map<string, Problem[]>()
  if (srcs.length === 0) return problems
  const before = new Map((await listImages(db)).map((row) => [row.src, row]))
  const used = await listUses(db)
  let drawn: ImageRow[] = []
  const save = async () => {
    // The statement updates no row of a picture that has changed since; the next run measures the picture again.
    if (drawn.length > 0)
      await db.writeBatch([...drawn.map((row) => updateWidths(db, row)), raiseVersion(db)], { lane: 'bulk' })
    drawn = []
  }
  for (const src of srcs) {
    const [known, places] = [before.get(src), used.get(src)]
    if (!known || !places) continue
    signal?.throwIfAborted()
    const row = await images.prepare(src, known)
    if (!row || 'tooLarge' in row)
      problems.set(
        src,
        places.map((place) => problemAt(place, src, severity, row)),
      )
    else if (row.widths !== known.widths) drawn.push(row)
    if (drawn.length >= drawnAtOnce) await save()
  }
  await save()
  return problems
}

interface Place {
  file: string
  line: number | undefined
}

/** Returns for each picture the pages and lines that show it */
async function listUses(db: Db): Promise<Map<string, Place[]>> {
  const places = new Map<string, Place[]>()
  for (const { file, pictures } of await listPicturesUsed(db)) {
    for (const { src, line } of uses.parse(JSON.parse(pictures))) {
      places.set(src, [...(places.get(src) ?? []), { file, line }])
    }
  }
  return places
}

function problemAt(
  { file, line }: Place,
  src: string,
  severity: Problem['severity'],
  found: TooLarge | undefined,
): Problem {
  return { ...missing(file, line, src), ...(found && tooLarge(src, found)), severity }
}

function missing(file: string, line: number | undefined, src: string): Omit<Problem, 'severity'> {
  const own = ownPictureFile(src)
  if (own !== undefined) {
    const hint = 'Put a picture there, or correct its address.'
    return { file, line, message: `The picture ${own} is missing or cannot be read`, hint }
  }
  const hint = `Put the picture into public${src}, or correct its address.`
  return { file, line, message: `There is no picture ${src}`, hint }
}

function tooLarge(src: string, { tooLarge: why }: TooLarge): Pick<Problem, 'message' | 'hint'> {
  const message = `The picture ${ownPictureFile(src) ?? `public${src}`} is too large: ${why}`
  return { message, hint: 'Save a smaller version: pages use copies of at most 1,536 pixels in width.' }
}

/**
 * Returns the names that a text may have for a picture. The folder is left out, because each text writes a different
 * relative path.
 */
function namesOf(src: string): string[] {
  const name = src.split('/').at(-1) ?? ''
  return [name, ownPictureFile(src)?.split('/').at(-1) ?? name]
}

/** Replaces the addresses of pictures beside the text by addresses that are valid on every page. */
export function withOwnPictures(file: string, body: Body): Body {
  return { ...body, value: body.value.map((node) => addressed(file, node)) }
}

function addressed(file: string, node: AstNode): AstNode {
  if (!isElement(node)) return node
  const [tag, props] = node
  const own = tag === 'img' && typeof props.src === 'string' ? ownPictureOf(file, props.src) : undefined
  const children = childrenOf(node).map((child) => addressed(file, child))
  return [tag, own === undefined ? props : { ...props, src: own }, ...children] satisfies ElementNode
}

function picturesIn(nodes: AstNode[]): string[] {
  return nodes.flatMap((node) => {
    if (!isElement(node)) return []
    const [tag, { src }] = node
    const own = tag === 'img' && typeof src === 'string' && /^\/(?!\/)/.test(src) ? [src] : []
    return [...own, ...picturesIn(childrenOf(node))]
  })
}
