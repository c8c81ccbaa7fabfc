import { useId } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { flagAttribute, textAttribute } from '../attributes.ts'
import { type Block, type BlockProps, childBlocks, otherChildren } from '../block.ts'
import { inOrder } from '../in-order.ts'
import { CodeBlock } from './code-block.tsx'
import { languageIcon } from './language-icon.tsx'
import { listingName } from './listing-name.ts'

interface TreeFile {
  name: string
  index: number
}

export interface TreeFolder {
  name: string
  entries: TreeEntry[]
}

export type TreeEntry = TreeFile | TreeFolder

/** Max depth of folders in a code tree; deeper folders stay part of the file's name. */
const depthLimit = 16

export function fileTree(paths: string[], language: string): TreeEntry[] {
  const root: TreeFolder = { name: '', entries: [] }
  for (const [index, path] of paths.entries()) {
    const { folders, name } = partsOf(path)
    let folder = root
    for (const name of folders) folder = folderIn(folder, name)
    folder.entries.push({ name, index })
  }
  const { compare } = new Intl.Collator(language)
  const inOrder = (entries: TreeEntry[]): TreeEntry[] =>
    entries
      .toSorted((left, right) => Number(isFolder(right)) - Number(isFolder(left)) || compare(left.name, right.name))
      .map((entry) => (isFolder(entry) ? { ...entry, entries: inOrder(entry.entries) } : entry))
  return inOrder(root.entries)
}

export function isFolder(entry: TreeEntry): entry is TreeFolder {
  return 'entries' in entry
}

export function containsFile(folder: TreeFolder, index: number): boolean {
  return folder.entries.some((entry) => (isFolder(entry) ? containsFile(entry, index) : entry.index === index))
}

function plainPath(path: string): string {
  const { folders, name } = partsOf(path)
  return [...folders, name].join('/')
}

function partsOf(path: string): { folders: string[]; name: string } {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const folders = parts.slice(0, Math.min(parts.length - 1, depthLimit))
  return { folders, name: parts.slice(folders.length).join('/') || path }
}

function folderIn(parent: TreeFolder, name: string): TreeFolder {
  const known = parent.entries.find((entry) => isFolder(entry) && entry.name === name)
  if (known && isFolder(known)) return known
  const folder = { name, entries: [] }
  parent.entries.push(folder)
  return folder
}

/**
 * Renders `::code-tree{defaultValue expandAll}`: a list of links with the files below it; a script shows one file at a
 * time.
 */
export function CodeTree({ block }: BlockProps) {
  const { t, locale } = useLocale()
  const id = useId()
  const files = childBlocks(block, 'pre').map((pre, index) => {
    const { attributes } = pre
    const path = listingName(attributes) ?? textAttribute(attributes, 'label')
    return { pre, path: plainPath(path ?? t('prose.variant', { number: index + 1 })), panelId: `${id}-${index}` }
  })
  const paths = files.map(({ path }) => path)
  const asked = plainPath(textAttribute(block.attributes, 'defaultValue') ?? '')
  const current = Math.max(0, paths.indexOf(asked))
  const panel = ({ pre, path, panelId }: (typeof files)[number], index: number) => (
    <div className={index === current ? 'code-tree-panel is-current' : 'code-tree-panel'} id={panelId}>
      <CodeBlock block={{ ...pre, attributes: { ...pre.attributes, filename: path, hideHeader: false } }} />
    </div>
  )
  return (
    <>
      {files.length > 0 && (
        <div className="code-tree">
          <ul className="code-tree-files" aria-label={t('prose.files')}>
            <CodeTreeEntries
              entries={fileTree(paths, locale)}
              files={files}
              current={current}
              isExpanded={flagAttribute(block.attributes, 'expandAll')}
            />
          </ul>
          <div className="code-tree-panels">{inOrder(files.map(panel))}</div>
        </div>
      )}
      {block.render(otherChildren(block, 'pre'))}
    </>
  )
}

interface CodeTreeEntriesProps {
  entries: TreeEntry[]
  files: { pre: Block; path: string; panelId: string }[]
  current: number
  isExpanded: boolean
}

function CodeTreeEntries({ entries, files, current, isExpanded }: CodeTreeEntriesProps) {
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
