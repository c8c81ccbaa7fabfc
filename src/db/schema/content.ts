import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Locale } from '../../i18n/locales.ts'

/*
 * Columns in the order of the content protocol. `date`, `updated`: ISO instants; `meta`, `seo`, `navigation`: JSON
 * text. Large texts are stored on overflow pages, which SQLite walks through to read a column after them: so lists are
 * read from covering indexes only.
 */

const page = {
  /** `docs_ru/docs/1.start/1.what-is-kurs.md` */
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  /** JSON of `Body` */
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
      /** JSON `{ src, alt }` */
      image: text('image'),
      meta: text('meta').notNull(),
      navigation: text('navigation'),
      ogImage: text('ogImage'),
      /** URL path, with its locale prefix */
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
    /** `ru/docs/1.start/1.what-is-kurs.md` */
    file: text('file').primaryKey(),
    collection: text('collection').notNull(),
    rowId: text('row_id').notNull(),
    path: text('path').notNull(),
    /** Hash of the file's bytes and of the pipeline's source code */
    digest: text('digest').notNull(),
    source: text('source').notNull(),
    words: integer('words').notNull(),
    /**
     * JSON of `ProseBody`, rendered in the page's own language as far as it is the same for every view; null if it is
     * not a page
     */
    prose: text('prose'),
    /** JSON of the displayed `Body` of a public page if it differs from the one for API clients; else null */
    shown: text('shown'),
    /** ms UTC; null if it is public or a draft */
    publishAt: integer('publish_at'),
    /** JSON of `Problem[]`, warnings for the author; null if there are none */
    warnings: text('warnings'),
    /** JSON of `PictureUse[]` of a public page; null if there are none */
    pictures: text('pictures'),
    /** JSON list of fragment ids on the page; null if it is not a public page */
    anchors: text('anchors'),
    /** Content version in which the page last changed */
    version: integer('version').notNull().default(0),
    /** `FileStamp` of the file when it was read; null if it may have been written at that moment */
    stamp: text('stamp'),
    /** Hash of a public page's text and language, to recognize it after a move; else null */
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

/** Links of public pages to addresses of this site, each once per page. */
export const contentLinks = sqliteTable(
  'content_links',
  {
    file: text('file').notNull(),
    /** As written in the page: `./other#part` */
    written: text('written').notNull(),
    /** 1-based; null if the file does not contain it literally */
    line: integer('line'),
    /** `/en/docs/other` */
    path: text('path').notNull(),
    /** Same path in the other language, which is shown if this one does not exist */
    otherPath: text('other_path').notNull(),
    /** Decoded, without `#` */
    anchor: text('anchor'),
    /** No such page or anchor exists; updated with every change of a page */
    isDead: integer('is_dead', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.written] }),
    index('content_links_path').on(table.path),
    index('content_links_dead').on(table.file).where(sql`is_dead = 1`),
  ],
)

/** `redirect_from` of public pages. */
export const contentRedirects = sqliteTable(
  'content_redirects',
  {
    file: text('file').notNull(),
    /** Old address, decoded, in the language of the page: `/en/docs/old` */
    path: text('path').notNull(),
    /** Path of the page */
    target: text('target').notNull(),
    /** 1-based */
    line: integer('line').notNull(),
    /** Content version in which it was added */
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.path] }),
    index('content_redirects_path').on(table.path, table.file, table.target),
  ],
)

/**
 * Former addresses of public pages. The only data here that cannot be rebuilt from the texts: a recreated database
 * starts without it.
 */
export const contentMoves = sqliteTable(
  'content_moves',
  {
    path: text('path').primaryKey(),
    /** `textHash` of the page when it left */
    hash: text('hash').notNull(),
    /** Current path of the same text; null while it is nowhere */
    target: text('target'),
    /** Content version in which the page left */
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
  /** JSON of the widths made, px, ascending */
  widths: text('widths').notNull(),
})

export const contentState = sqliteTable('content_state', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
})
