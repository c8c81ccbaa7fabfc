import { withoutCodeMarks } from '../../ui/titles/code-marks.ts'
import { baseOf } from '../addresses.ts'
import { countWords } from '../body/derive.ts'
import { belowTitle, renderProse, withOwnIds } from '../body/read-body.ts'
import { searchSections } from '../body/sections.ts'
import { drawDiagrams } from '../diagrams/draw-diagrams.ts'
import type { DiagramProblem } from '../diagrams/formulas.ts'
import type { Body } from '../mdc/ast.ts'
import { type IndexedPage, keywordsOf } from '../search/index-queries.ts'
import { authorWarnings, diagramWarnings } from './author-warnings.ts'
import { anchorsOf } from './links/anchors.ts'
import { findLinks, linkWordsIn } from './links/find-links.ts'
import { textHash } from './moves/text-hash.ts'
import { picturesOf, withOwnPictures } from './pictures.ts'
import type { Problem } from './problem.ts'
import { type CollectionRow, findFileAt, replaceRow } from './queries.ts'
import { type PageCollection, type PageSource, readPage, rowHash } from './read-page.ts'
import { type FileContext, type FileOutcome, removeFile, saveFile } from './stored-file.ts'

/**
 * Stores a page. If two files have the same address, the file whose name sorts first gets it, whichever was ingested
 * first.
 */
export async function ingestPage(context: FileContext, collection: PageCollection): Promise<FileOutcome> {
  const { db, known, batch, source, text, highlighter, now } = context
  const result = readPage(collection, source.file, text)
  if (result.status === 'broken') return { problems: result.problems, isGood: false }
  const { warnings: ofReading } = result
  const page = { ...result.page, body: withOwnPictures(source.file, result.page.body) }
  const asShown = result.page.shown ? withOwnPictures(source.file, result.page.shown) : page.body
  const { file } = source
  const { path } = page.common
  await batch.settle(path)
  const owner = await findFileAt(db, path)
  const rival = owner?.file === file ? undefined : owner
  if (rival && rival.file < file) return { problems: [addressConflict(file, path, rival.file)], isGood: false }
  if (rival) {
    await removeFile(db, batch, rival)
    known.delete(rival.file)
  }
  const unknownLanguages: string[] = []
  const body = await highlighter.highlight(page.body, (language) => unknownLanguages.push(language))
  const diagramProblems: DiagramProblem[] = []
  const withDiagrams = await drawDiagrams(asShown, (problem) => diagramProblems.push(problem))
  const drawn = withDiagrams === page.body ? body : await highlighter.highlight(withDiagrams)
  const warnings = [
    ...ofReading,
    ...authorWarnings(file, text, page.body, unknownLanguages),
    ...diagramWarnings(file, text, diagramProblems),
  ]
  const isDue = page.publishAt === undefined || page.publishAt <= now()
  const isPublic = isDue && !page.common.draft
  const pictures = isPublic ? picturesOf(page, body, text) : []
  const shown = withOwnIds(drawn)
  const row = {
    collection: collection.name,
    rowId: page.common.id,
    path,
    source: isPublic ? text : '',
    words: countWords(body),
    prose: isPublic ? JSON.stringify(renderProse(shown, page.common, collection.locale)) : null,
    shown: isPublic && drawn !== body ? JSON.stringify(drawn) : null,
    publishAt: isDue ? null : (page.publishAt ?? null),
    warnings: warnings.length > 0 ? JSON.stringify(warnings) : null,
    pictures: pictures.length > 0 ? JSON.stringify(pictures) : null,
    anchors: isPublic ? JSON.stringify(anchorsOf(shown.value)) : null,
    textHash: isPublic ? textHash(collection.locale, text) : null,
  }
  const references = {
    links: isPublic ? findLinks(path, shown.value, text, baseOf(file)) : [],
    oldAddresses: isPublic ? page.oldAddresses : [],
  }
  const statements = isPublic ? replaceRow(db, rowOf(page, body)) : []
  await saveFile(context, row, statements, { references, page: isPublic ? indexedPage(page, shown) : undefined })
  return { problems: [...warnings, ...(rival ? [addressConflict(rival.file, path, file)] : [])], isGood: true }
}

function indexedPage({ common, collection, meta }: PageSource, shown: Body): IndexedPage {
  const { path } = common
  const [title, description] = [withoutCodeMarks(common.title), withoutCodeMarks(common.description)]
  const { locale, kind } = collection
  const sections = searchSections({ path, title, description, body: belowTitle(shown, title) })
  return { locale, path, title, kind, keywords: keywordsOf(meta), sections, links: linkWordsIn(path, shown.value) }
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

function addressConflict(file: string, path: string, owner: string): Problem {
  const message = `The address ${path} is already used by ${owner}`
  return { file, message, hint: 'Rename one of the two files.', severity: 'error' }
}
