import type { ReactNode } from 'react'
import type { SidebarNode } from '../../content/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'

export interface SidebarFolderProps {
  node: SidebarNode
  children: ReactNode
}

/** A closed folder loads its pages when first opened; until then it links to its first page. */
export function SidebarFolder({ node, children }: SidebarFolderProps) {
  const { t } = useLocale()
  const isLeftOut = node.partial !== undefined && !node.isOpen
  const load = { 'hx-get': node.partial, 'hx-swap': 'innerHTML' }
  return (
    <details open={node.isOpen} {...(isLeftOut && { ...load, 'hx-trigger': 'toggle once', 'hx-target': 'find ul' })}>
      <summary>
        {node.icon && <Icon name={node.icon} />}
        <CodeText text={node.title} />
        {node.badge && <span className="sidebar-badge">{node.badge}</span>}
        <Icon name="i-lucide-chevron-right" className="sidebar-chevron" />
      </summary>
      <ul>
        {isLeftOut && (
          <li className="sidebar-pending">
            <a href={node.path}>{t('docs.openFolder')}</a>
          </li>
        )}
        {hasOwnPage(node) && (
          <li>
            <a href={node.path} aria-current={node.isCurrent ? 'page' : undefined}>
              <CodeText text={node.title} />
            </a>
          </li>
        )}
        {children}
        {node.partial !== undefined && node.isOpen && (
          <li>
            <a href={node.path} {...load} hx-target="closest ul">
              {t('docs.wholeFolder')}
            </a>
          </li>
        )}
      </ul>
    </details>
  )
}

/** A folder without its own page has the path of its first child. */
function hasOwnPage(node: SidebarNode): boolean {
  return node.isCurrent || (node.isOpen && !node.partial && node.children.every(({ path }) => path !== node.path))
}
