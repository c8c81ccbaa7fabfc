import type { HeadFields } from '../content/library/views.ts'

export function headOf(siteUrl: string, { image, isHiddenFromCrawlers, keepsScroll, colorMode }: HeadFields) {
  const src = image && (URL.canParse(image.src) ? image.src : siteUrl + image.src)
  return {
    ...(isHiddenFromCrawlers && { isHiddenFromCrawlers }),
    ...(keepsScroll && { keepsScroll }),
    ...(colorMode && { colorMode }),
    ...(image && src && { image: { ...image, src } }),
  }
}

export function titlesOf({ title, description }: HeadFields) {
  return { ...(title && { title }), ...(description && { description }) }
}
