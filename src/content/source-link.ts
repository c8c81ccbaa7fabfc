export interface SourceLinks {
  /** Where the repository's `content/` can be edited, without a trailing slash; none for a site of one's own */
  editUrl?: string | undefined
}

/** The edit address of a file where one is configured, else the page's Markdown on this site. */
export function sourceLink(
  { editUrl }: SourceLinks,
  file: string,
  path: string,
): { href: string; isEditable: boolean } {
  if (!editUrl) return { href: `${path}.md`, isEditable: false }
  const encoded = file.split('/').map(encodeURIComponent).join('/')
  return { href: `${editUrl.replace(/\/$/, '')}/${encoded}`, isEditable: true }
}
