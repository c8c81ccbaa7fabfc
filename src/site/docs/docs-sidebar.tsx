import type { SidebarNode } from '../../content/views.ts'
import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodeText } from '../../ui/titles/code-text.tsx'
import { SidebarFolder } from './sidebar-folder.tsx'

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

/** One level of the tree; also the partial of an opened folder. */
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
