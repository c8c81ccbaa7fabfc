import type { ReactNode } from 'react'
import type { SidebarNode } from '../../content/library/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'

export interface DocsSidebarProps {
  nodes: SidebarNode[]
}

export function DocsSidebar({ nodes }: DocsSidebarProps) {
  const { t } = useLocale()
  return (
    <nav className="docs-sidebar" aria-label={t('docs.sections')} data-waits data-part="sidebar">
      <ul>
        <SidebarBranch nodes={nodes} />
      </ul>
    </nav>
  )
}

export interface SidebarBranchProps {
  nodes: SidebarNode[]
}

/** One level of the sidebar's tree of pages; also the partial that is loaded when a folder is opened. */
export function SidebarBranch({ nodes }: SidebarBranchProps) {
  return nodes.map((node) => <li key={`${node.title} ${node.path}`}>{drawn(node)}</li>)
}

function drawn(node: SidebarNode) {
  if (node.isFolder) {
    return (
      <SidebarFolder node={node}>
        <SidebarBranch nodes={node.children} />
      </SidebarFolder>
    )
  }
  return (
    <a href={node.path} aria-current={node.isCurrent ? 'page' : undefined}>
      {node.icon && <Icon name={node.icon} />}
      <CodeText text={node.title} />
      {node.badge && <span className="sidebar-badge">{node.badge}</span>}
    </a>
  )
}

interface SidebarFolderProps {
  node: SidebarNode
  children: ReactNode
}

/** Folder in the sidebar. A closed folder loads its pages when first opened; until then it links to its first page. */
function SidebarFolder({ node, children }: SidebarFolderProps) {
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

/** Whether a folder has a page of its own; a folder without one has the path of its first child. */
function hasOwnPage(node: SidebarNode): boolean {
  return node.isCurrent || (node.isOpen && !node.partial && node.children.every(({ path }) => path !== node.path))
}
