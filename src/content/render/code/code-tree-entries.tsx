import { Icon } from '../../../ui/icon.tsx'
import { textAttribute } from '../attributes.ts'
import type { Block } from '../block.ts'
import { inOrder } from '../in-order.ts'
import { containsFile, isFolder, type TreeEntry } from './file-tree.ts'
import { languageIcon } from './language-icon.ts'

export interface CodeTreeEntriesProps {
  entries: TreeEntry[]
  files: { pre: Block; path: string; panelId: string }[]
  current: number
  isExpanded: boolean
}

export function CodeTreeEntries({ entries, files, current, isExpanded }: CodeTreeEntriesProps) {
  const item = (entry: TreeEntry) => {
    if (isFolder(entry)) {
      const isOpen = isExpanded || containsFile(entry, current)
      return (
        <li className={isOpen ? undefined : 'is-closed'}>
          <span className="code-tree-name">
            <Icon name="i-lucide-chevron-right" className="code-tree-arrow" />
            {entry.name}
          </span>
          <ul>
            <CodeTreeEntries entries={entry.entries} files={files} current={current} isExpanded={isExpanded} />
          </ul>
        </li>
      )
    }
    const file = files[entry.index]
    if (!file) return null
    const { attributes } = file.pre
    const icon = textAttribute(attributes, 'icon') ?? languageIcon(textAttribute(attributes, 'language'), file.path)
    return (
      <li>
        <a
          className={entry.index === current ? 'code-tree-name is-current' : 'code-tree-name'}
          href={`#${encodeURIComponent(file.panelId)}`}
        >
          <Icon name={icon} />
          {entry.name}
        </a>
      </li>
    )
  }
  return inOrder(entries.map(item))
}
