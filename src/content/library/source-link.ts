export interface SourceLinks {
  /** URL at which `content/` can be edited, without a trailing slash; undefined if the site has no such URL */
  editUrl?: string | undefined
}

export function sourceLink(
  { editUrl }: SourceLinks,
  file: string,
  path: string,
): { href: string; isEditable: boolean } {
  if (!editUrl) return { href: `${path}.md`, isEditable: false }
  const encoded = file.split('/').map(encodeURIComponent).join('/')
  return { href: `${editUrl.replace(/\/$/, '')}/${encoded}`, isEditable: true }
}
