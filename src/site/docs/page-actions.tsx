import { CopyPage } from './copy-page.tsx'
import { OpenIn } from './open-in.tsx'

export interface PageActionsProps {
  /** Path of a page whose Markdown is served at the same path with `.md` */
  path: string
  siteUrl: string
}

export function PageActions({ path, siteUrl }: PageActionsProps) {
  const markdown = `${path}.md`
  return (
    <div className="page-acts">
      <CopyPage href={markdown} />
      <OpenIn address={siteUrl + markdown} />
    </div>
  )
}
