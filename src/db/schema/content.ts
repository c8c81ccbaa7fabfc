import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/*
 * Columns in the content protocol's order. `date`, `updated`: ISO instants; `meta`, `seo`, `navigation`: JSON text. Texts
 * lie on pages of their own, which reading what stands behind them walks through: lists are read from indexes alone.
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
      /** Address on the site, with its locale prefix */
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
    /** Of the bytes and of the pipeline that read them */
    digest: text('digest').notNull(),
    source: text('source').notNull(),
    words: integer('words').notNull(),
    /** JSON of `ProseBody`, drawn in its own language as far as it is the same for every view; null for what is no page */
    prose: text('prose'),
    /** JSON of `Body`, of a public page that shows another one than programs get; else null */
    shown: text('shown'),
    /** ms UTC; null when it is public or a draft */
    publishAt: integer('publish_at'),
    /** JSON of `Problem[]`: what its author should look at; null for nothing */
    warnings: text('warnings'),
    /** JSON of `PictureUse[]`, of a public page; null for none */
    pictures: text('pictures'),
    /** JSON list of what stands behind `#` in links to it; null for what is no public page */
    anchors: text('anchors'),
    /** Of the content, with which it came */
    version: integer('version').notNull().default(0),
    /** `FileStamp` of the file as it was read; null when it may have been written in that moment */
    stamp: text('stamp'),
    /** Of a public page's text and language: it is known by that when it moves; null for all else */
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

/** Links of public pages to addresses of this site, each once a page. */
export const contentLinks = sqliteTable(
  'content_links',
  {
    file: text('file').notNull(),
    /** As the page has it: `./other#part` */
    written: text('written').notNull(),
    /** 1-based; null where the file does not write it so */
    line: integer('line'),
    /** `/en/docs/other` */
    path: text('path').notNull(),
    /** The same in the other language, which is shown where there is none */
    otherPath: text('other_path').notNull(),
    /** Decoded, without `#` */
    anchor: text('anchor'),
    /** No page is there, or none with that anchor: kept so by every change of a page */
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
    /** The old address, decoded, in the language of the page: `/en/docs/old` */
    path: text('path').notNull(),
    /** Of the page */
    target: text('target').notNull(),
    /** 1-based */
    line: integer('line').notNull(),
    /** Of the content, with which it came */
    version: integer('version').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.path] }),
    index('content_redirects_path').on(table.path, table.file, table.target),
  ],
)

/** Addresses that public pages have left. The one thing here that the texts do not hold: a database made anew begins without. */
export const contentMoves = sqliteTable(
  'content_moves',
  {
    path: text('path').primaryKey(),
    /** `textHash` of the page as it left */
    hash: text('hash').notNull(),
    /** Where the same text is; null while it is nowhere */
    target: text('target'),
    /** Of the content, with which it left */
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
