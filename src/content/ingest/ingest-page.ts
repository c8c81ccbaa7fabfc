import { withoutCodeMarks } from '../../ui/code-marks.ts'
import type { Body } from '../mdc/ast.ts'
import { belowTitle } from '../read-body.ts'
import { drawAhead } from '../render/draw-ahead.tsx'
import { indexStatements } from '../search/queries.ts'
import { searchSections } from '../sections.ts'
import { countWords } from '../word-count.ts'
import { authorWarnings } from './author-warnings.ts'
import { picturesIn } from './images.ts'
import type { Problem } from './problem.ts'
import { type CollectionRow, listCategorySlugs, replaceRow } from './queries.ts'
import { type PageCollection, type PageSource, readPage, rowHash } from './read-page.ts'
import { type FileContext, type FileOutcome, saveFile } from './save-file.ts'

export async function ingestPage(context: FileContext, collection: PageCollection): Promise<FileOutcome> {
  const { source, text, highlighter, now } = context
  const result = readPage(collection, source.file, text)
  if (result.status === 'broken') return { problems: result.problems, pictures: [], isGood: false }
  const { page, warnings } = result
  const conflicts = [...addressTaken(context, page), ...(await categoryMissing(context, page))]
  if (conflicts.length > 0) return { problems: conflicts, pictures: [], isGood: false }
  const unknownLanguages: string[] = []
  const body = await highlighter.highlight(page.body, (language) => unknownLanguages.push(language))
  const isDue = page.publishAt === undefined || page.publishAt <= now()
  const isPublic = isDue && !page.common.draft
  const row = {
    collection: collection.name,
    rowId: page.common.id,
    path: page.common.path,
    source: isPublic ? text : '',
    words: countWords(body),
    prose: isPublic ? JSON.stringify(drawAhead(belowTitle(body, page.common.title), collection.locale)) : null,
    publishAt: isDue ? null : (page.publishAt ?? null),
  }
  await saveFile(context, row, isPublic ? publishStatements(context, page, body) : [])
  const cover: string[] = page.blog?.image ? [JSON.parse(page.blog.image).src] : []
  return {
    problems: [...warnings, ...authorWarnings(source.file, text, page.body, unknownLanguages)],
    pictures: isPublic ? [...cover, ...picturesIn(body.value)] : [],
    isGood: true,
  }
}

function publishStatements({ db }: FileContext, page: PageSource, body: Body) {
  const { path } = page.common
  const [title, description] = [withoutCodeMarks(page.common.title), withoutCodeMarks(page.common.description)]
  const { locale, kind } = page.collection
  const sections = searchSections({ path, title, description, body })
  return [...replaceRow(db, rowOf(page, body)), ...indexStatements(db, { locale, path, title, kind, sections })]
}

function rowOf({ collection, common, blog, updated, meta, excerptLength }: PageSource, body: Body): CollectionRow {
  const excerpt =
    excerptLength === undefined
      ? {}
      : { excerpt: { ...body, value: body.value.slice(0, excerptLength), toc: undefined } }
  const row = { ...common, meta: JSON.stringify({ ...meta, ...excerpt }), body: JSON.stringify(body) }
  if (blog) {
    const blogRow = { ...row, ...blog }
    return { collection: `blog_${collection.locale}`, row: { ...blogRow, hash: rowHash(Object.values(blogRow)) } }
  }
  const docsRow = { ...row, updated }
  return { collection: `docs_${collection.locale}`, row: { ...docsRow, hash: rowHash(Object.values(docsRow)) } }
}

function addressTaken({ known }: FileContext, { file, common: { path } }: PageSource): Problem[] {
  const other = [...known.values()].find((candidate) => candidate.path === path && candidate.file !== file)
  if (!other) return []
  const message = `The address ${path} belongs to ${other.file} already`
  return [{ file, message, hint: 'Rename one of the two files.', severity: 'error' }]
}

async function categoryMissing({ db }: FileContext, { file, blog, collection }: PageSource): Promise<Problem[]> {
  if (!blog) return []
  const slugs = await listCategorySlugs(db, collection.locale)
  if (slugs.includes(blog.category)) return []
  const message = `There is no category "${blog.category}"`
  const hint = `Use one of ${slugs.join(', ')}, or add content/${collection.locale}/categories/${blog.category}.yml.`
  return [{ file, line: 1, field: 'category', message, hint, severity: 'error' }]
}
