import type { Components } from '../../content/render/components.tsx'
import { Prose } from '../../content/render/prose.tsx'
import type { DocsView, Picture } from '../../content/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { languageTags } from '../../i18n/locales.ts'
import { FallbackNotice } from '../../ui/fallback-notice.tsx'
import { useFrame } from '../../ui/frame.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DocsLayout } from '../../ui/layouts/docs.tsx'
import { Pager } from '../pager.tsx'
import { DocsHeader } from './docs-header.tsx'
import { DocsSidebar } from './docs-sidebar.tsx'
import { PageVote } from './page-vote.tsx'
import { Toc } from './toc.tsx'
import { TocFold } from './toc-fold.tsx'

export interface DocsPageProps {
  page: DocsView
  /** Origin of absolute URLs */
  siteUrl: string
  pictures?: ReadonlyMap<string, Picture>
  blocks?: Components | undefined
  embeds?: readonly string[] | undefined
}

export function DocsPage({ page, siteUrl, pictures, blocks, embeds }: DocsPageProps) {
  const { t } = useLocale()
  const { endsWithSlash } = useFrame()
  const { toc, body, source, fallbackLocale } = page
  return (
    <DocsLayout sidebar={<DocsSidebar nodes={page.sidebar} />} toc={<Toc links={toc} />}>
      {fallbackLocale && <FallbackNotice locale={fallbackLocale} />}
      <article className="docs-page" lang={fallbackLocale && languageTags[fallbackLocale]}>
        <DocsHeader page={page} siteUrl={siteUrl} />
        <TocFold links={toc} />
        <Prose body={body} pictures={pictures} blocks={blocks} embeds={embeds} endsWithSlash={endsWithSlash} />
      </article>
      <PageVote path={page.path} />
      <a className="docs-source" href={source.href} rel={source.isEditable ? 'external noopener' : undefined}>
        <Icon name={source.isEditable ? 'i-lucide-pencil' : 'i-lucide-file-text'} />
        {source.isEditable ? t('docs.edit') : t('docs.source')}
      </a>
      <Pager previous={page.previous} next={page.next} />
    </DocsLayout>
  )
}
