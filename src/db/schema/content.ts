import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../../i18n/locales.ts'

/* Columns in the order of the content protocol. `date`, `updated`: ISO instants; `meta`, `seo`, `navigation`: JSON
   text. Large texts are stored on overflow pages, and SQLite must read through them to reach a column after them:
   so lists are read from covering indexes only. */

const page = {
  /** ID of the page, such as `docs_ru/docs/1.start/1.what-is-kurs.md` */
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  /** JSON of the page's `Body` */
  body: text('body').notNull(),
}

function blogTable<Name extends string>(name: Name) {
  return sqliteTable(
    name,
    {
      ...page,
      category: text('category').notNull(),
      date: text('date').notNull(),
      description: text('description').notNull(),
      draft: integer('draft', { mode: 'boolean' }).notNull(),
      extension: text('extension').notNull(),
      head: text('head'),
      /** Picture of the post, JSON `{ src, alt }` */
      image: text('image'),
      meta: text('meta').notNull(),
      navigation: text('navigation'),
      ogImage: text('ogImage'),
      /** URL path of the page, with its locale prefix */
      path: text('path').notNull().unique(),
      robots: text('robots'),
      schemaOrg: text('schemaOrg'),
      seo: text('seo').notNull(),
      sitemap: text('sitemap'),
      stem: text('stem').notNull(),
      hash: text('__hash__').notNull().unique(),
    },
    (table) => [
      index(`${name}_list`).on(
        ...[table.path, table.stem, table.title, table.description, table.robots, table.sitemap],
        ...[table.category, table.date, table.image],
      ),
      index(`${name}_hashes`).on(table.id, table.hash),
    ],
  )
}

function docsTable<Name extends string>(name: Name) {
  return sqliteTable(
    name,
    {
      ...page,
      description: text('description').notNull(),
      draft: integer('draft', { mode: 'boolean' }).notNull(),
      extension: text('extension').notNull(),
      head: text('head'),
      meta: text('meta').notNull(),
      navigation: text('navigation'),
      ogImage: text('ogImage'),
      path: text('path').notNull().unique(),
      robots: text('robots'),
      schemaOrg: text('schemaOrg'),
      seo: text('seo').notNull(),
      sitemap: text('sitemap'),
      stem: text('stem').notNull(),
      updated: text('updated'),
      hash: text('__hash__').notNull().unique(),
    },
    (table) => [
      index(`${name}_list`).on(
        ...[table.path, table.stem, table.title, table.description, table.robots, table.sitemap],
        ...[table.navigation, table.updated],
      ),
      index(`${name}_hashes`).on(table.id, table.hash),
    ],
  )
}

function categoriesTable<Name extends string>(name: Name) {
  return sqliteTable(name, {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    extension: text('extension').notNull(),
    icon: text('icon'),
    label: text('label'),
    meta: text('meta').notNull(),
    slug: text('slug').notNull(),
    stem: text('stem').notNull(),
    hash: text('__hash__').notNull().unique(),
  })
}

export const blogRu = blogTable('_content_blog_ru')
export const blogEn = blogTable('_content_blog_en')
export const docsRu = docsTable('_content_docs_ru')
export const docsEn = docsTable('_content_docs_en')
export const categoriesRu = categoriesTable('_content_categories_ru')
export const categoriesEn = categoriesTable('_content_categories_en')

export const docsTables = { ru: docsRu, en: docsEn } satisfies Record<Locale, unknown>
export const blogTables = { ru: blogRu, en: blogEn } satisfies Record<Locale, unknown>
export const categoryTables = { ru: categoriesRu, en: categoriesEn } satisfies Record<Locale, unknown>

export const info = sqliteTable('_content_info_data', {
  id: text('id').primaryKey(),
  extension: text('extension').notNull(),
  meta: text('meta').notNull(),
  stem: text('stem').notNull(),
  hash: text('__hash__').notNull().unique(),
})

export const contentFiles = sqliteTable(
  'content_files',
  {
    /** Path of the file, such as `ru/docs/1.start/1.what-is-kurs.md` */
    file: text('file').primaryKey(),
    collection: text('collection').notNull(),
    rowId: text('row_id').notNull(),
    path: text('path').notNull(),
    /** Hash of the file's bytes and of the pipeline's source code */
    digest: text('digest').notNull(),
    source: text('source').notNull(),
    words: integer('words').notNull(),
    /**
     * JSON of `ProseBody`, rendered in the page's own language as far as it is the same for every view; null if the
     * file is not a page
     */
    prose: text('prose'),
    /** JSON of the displayed `Body` of a public page if it differs from the `Body` for API clients; otherwise null */
    shown: text('shown'),
    /** Time of publication, ms UTC; null if the page is public or a draft */
    publishAt: integer('publish_at'),
    /** JSON of `Problem[]`, warnings for the author; null if there are no warnings */
    warnings: text('warnings'),
    /** JSON of `PictureUse[]` of a public page; null if the page has no pictures */
    pictures: text('pictures'),
    /** JSON list of fragment IDs on the page; null if the page is not public */
    anchors: text('anchors'),
    /** Content version in which the page last changed */
    version: integer('version').notNull().default(0),
    /** `FileStamp` of the file when it was read; null if the file may have been written at that moment */
    stamp: text('stamp'),
    /** Hash of a public page's text and language, to recognize the page after a move; otherwise null */
    textHash: text('text_hash'),
  },
  (table) => [
    index('content_files_path').on(table.path),
    index('content_files_known').on(
      ...[table.file, table.collection, table.rowId, table.path, table.digest],
      ...[table.words, table.publishAt, table.version, table.stamp],
    ),
    index('content_files_news').on(table.collection, table.version, table.path, table.file, table.words),
    index('content_files_warnings').on(table.file, table.warnings).where(sql`warnings is not null`),
    index('content_files_texts').on(table.textHash, table.path).where(sql`text_hash is not null`),
    index('content_files_pictures').on(table.file, table.pictures).where(sql`pictures is not null`),
  ],
)

/** Links of public pages to addresses of this site. Each link is stored once per page. */
export const contentLinks = sqliteTable(
  'content_links',
  {
    file: text('file').notNull(),
    /** Link as written in the page: `./other#part` */
    written: text('written').notNull(),
    /** Line of the link, from 1; null if the file does not contain the link literally */
    line: integer('line'),
    /** Path of the target: `/en/docs/other` */
    path: text('path').notNull(),
    /** Path of the target in the other language, which is shown if the target does not exist in this one */
    otherPath: text('other_path').notNull(),
    /** Anchor of the link, decoded, without `#` */
    anchor: text('anchor'),
    /** Whether the target page or anchor does not exist; updated with every change of a page */
    isDead: integer('is_dead', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.written] }),
    index('content_links_path').on(table.path),
    index('content_links_dead').on(table.file).where(sql`is_dead = 1`),
  ],
)

/** Old addresses that public pages list in `redirect_from`. */
export const contentRedirects = sqliteTable(
  'content_redirects',
  {
    file: text('file').notNull(),
    /** Old address, decoded, in the language of the page: `/en/docs/old` */
    path: text('path').notNull(),
    /** Path of the page that lists the address */
    target: text('target').notNull(),
    /** Line of the entry in the file, from 1 */
    line: integer('line').notNull(),
    /** Content version in which the redirect was added */
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.path] }),
    index('content_redirects_path').on(table.path, table.file, table.target),
  ],
)

/**
 * Former addresses of public pages. This is the only data here that cannot be rebuilt from the texts: a recreated
 * database starts without it.
 */
export const contentMoves = sqliteTable(
  'content_moves',
  {
    path: text('path').primaryKey(),
    /** `textHash` of the page when it left the address */
    hash: text('hash').notNull(),
    /** Current path of the same text; null while no page has it */
    target: text('target'),
    /** Content version in which the page left the address */
    version: integer('version').notNull(),
  },
  (table) => [
    index('content_moves_lost').on(table.hash).where(sql`target is null`),
    index('content_moves_target').on(table.target),
    index('content_moves_version').on(table.version),
  ],
)

export const contentFolders = sqliteTable('content_folders', {
  stem: text('stem').primaryKey(),
  collection: text('collection').notNull(),
  title: text('title'),
  icon: text('icon'),
  isHidden: integer('is_hidden', { mode: 'boolean' }).notNull(),
})

export const contentImages = sqliteTable('content_images', {
  src: text('src').primaryKey(),
  digest: text('digest').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  /** JSON list of the widths made of the picture, px, ascending */
  widths: text('widths').notNull(),
})

export const contentState = sqliteTable('content_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
})
