export interface TreeFile {
  name: string
  index: number
}

export interface TreeFolder {
  name: string
  entries: TreeEntry[]
}

export type TreeEntry = TreeFile | TreeFolder

/** Deeper folders stay part of the file's name. */
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

export function plainPath(path: string): string {
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
