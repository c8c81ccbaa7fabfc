import { Breadcrumbs, type BreadcrumbsProps } from '../../ui/breadcrumbs.tsx'
import { Notice } from '../../ui/notice.tsx'

export interface FormHeadProps {
  crumbs: BreadcrumbsProps['items']
  title: string
  problem?: string | undefined
}

export function FormHead({ crumbs, title, problem }: FormHeadProps) {
  return (
    <>
      <Breadcrumbs items={crumbs} />
      <header className="admin-head">
        <h1>{title}</h1>
      </header>
      {problem && (
        <Notice kind="error" isFocused>
          {problem}
        </Notice>
      )}
    </>
  )
}
