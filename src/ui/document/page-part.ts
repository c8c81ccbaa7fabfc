/** What pages to read have in common: header, footer, search. A page that has it asks for the next one without it. */
export const partHeader = 'x-page-part'

/** What a document says of itself at its root, and takes over from the page that is swapped in */
export type PageRoot = (typeof rootNames)[number]
export const rootNames = ['lang', 'dir', 'data-reading', 'data-pages', 'data-for-all', 'data-keeps-scroll'] as const

/** Of what a page says of itself in its head */
export const pageTags =
  'link[data-code],title,meta[name=description],meta[name=robots],link[rel=canonical],link[rel=alternate],meta[property],meta[name^=twitter],script[type="application/ld+json"]'
