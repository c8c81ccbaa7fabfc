/**
 * Name of a request header that means: the browser already has the shared frame (header, footer, search), so the
 * response omits it.
 */
export const partHeader = 'x-page-part'

/** Names of the attributes of `<html>` that a swap takes over from the new page */
export type PageRoot = (typeof rootNames)[number]
export const rootNames = ['lang', 'dir', 'data-reading', 'data-pages', 'data-for-all', 'data-keeps-scroll'] as const

/** Selector of the tags in `<head>` that a swap replaces */
export const pageTags =
  'link[data-code],title,meta[name=description],meta[name=robots],link[rel=canonical],link[rel=alternate],meta[property],meta[name^=twitter],script[type="application/ld+json"]'
