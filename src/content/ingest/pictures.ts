import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { type AstNode, type Body, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import { ownPictureFile, ownPictureOf } from '../own-pictures.ts'
import { listImages } from '../queries.ts'
import type { ImageMaker, TooLarge } from './images.ts'
import type { Problem } from './problem.ts'
import { deleteImage, listPicturesUsed, raiseVersion, replaceImage } from './queries.ts'
import type { PageSource } from './read-page.ts'

export interface PictureUse {
  src: string
  /** 1-based; absent where the file does not write it so */
  line?: number | undefined
}

const uses = z.array(z.object({ src: z.string(), line: z.number().optional() }))
const cover = z.object({ src: z.string() })

/** The site's own pictures that a page shows, each once. */
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
  /** These files and pictures alone are looked at; all by default */
  only?: ReadonlySet<string> | undefined
  /** Ends it at the next picture. */
  signal?: AbortSignal | undefined
}

/** Measures the pictures that public pages show, and forgets those that none shows any more. */
export async function ingestPictures(
  db: Db,
  images: ImageMaker,
  { severity, only, signal }: PicturesOptions,
): Promise<Problem[]> {
  const before = new Map((await listImages(db)).map((row) => [row.src, row]))
  const used = new Map<string, Problem[]>()
  const asked = new Set<string>()
  for (const { file, pictures } of await listPicturesUsed(db)) {
    for (const { src, line } of uses.parse(JSON.parse(pictures))) {
      const isAsked = !only || only.has(file) || only.has(ownPictureFile(src) ?? file)
      if (isAsked) asked.add(src)
      used.set(src, [...(used.get(src) ?? []), ...(isAsked ? [{ ...missing(file, line, src), severity }] : [])])
    }
  }
  const problems: Problem[] = []
  const gone = [...before.keys()].filter((src) => !used.has(src))
  for (const src of asked) {
    signal?.throwIfAborted()
    const old = before.get(src)
    const prepared = await images.prepare(src, old)
    const row = prepared && 'digest' in prepared ? prepared : undefined
    const told = prepared && 'tooLarge' in prepared ? tooLarge(src, prepared) : {}
    if (!row) problems.push(...(used.get(src) ?? []).map((problem) => ({ ...problem, ...told })))
    if (!row && old) gone.push(src)
    if (row && (old?.digest !== row.digest || old.widths !== row.widths)) {
      await db.writeBatch([replaceImage(db, row), raiseVersion(db)], { lane: 'bulk' })
    }
  }
  for (const src of gone) await db.writeBatch([deleteImage(db, src), raiseVersion(db)], { lane: 'bulk' })
  return problems
}

function missing(file: string, line: number | undefined, src: string): Omit<Problem, 'severity'> {
  const own = ownPictureFile(src)
  if (own !== undefined) {
    const hint = 'Put a picture there, or correct its address.'
    return { file, line, message: `There is no picture ${own}, or none that can be read`, hint }
  }
  const hint = `Put the picture into public${src}, or correct its address.`
  return { file, line, message: `There is no picture ${src}`, hint }
}

function tooLarge(src: string, { tooLarge: why }: TooLarge): Pick<Problem, 'message' | 'hint'> {
  const message = `The picture ${ownPictureFile(src) ?? `public${src}`} has ${why}`
  return { message, hint: 'Save it smaller: the widest copy that pages show has 1,536 points across.' }
}

/** As a text may write it, beside folders that differ from text to text. */
function namesOf(src: string): string[] {
  const name = src.split('/').at(-1) ?? ''
  return [name, ownPictureFile(src)?.split('/').at(-1) ?? name]
}

/** Those beside the text get addresses that are good on every page. */
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
