import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { containsFile, fileTree, isFolder, type TreeEntry } from './code-tree.tsx'

function filesOf(entries: TreeEntry[]): number[] {
  return entries.flatMap((entry) => (isFolder(entry) ? filesOf(entry.entries) : [entry.index]))
}

function foldersOf(entries: TreeEntry[]): TreeEntry[][] {
  return [entries, ...entries.filter(isFolder).flatMap((folder) => foldersOf(folder.entries))]
}

const paths = fc.array(
  fc.oneof(
    fc.array(fc.constantFrom('a', 'b', 'ё', 'я', '.', '', 'src'), { maxLength: 40 }).map((parts) => parts.join('/')),
    fc.string(),
  ),
  { maxLength: 12 },
)

test('each file is in the tree once; folders come first, are unique and never empty', () => {
  fc.assert(
    fc.property(paths, (given) => {
      const tree = fileTree(given, 'ru')
      expect(filesOf(tree).toSorted((left, right) => left - right)).toEqual(given.map((_, index) => index))
      for (const entries of foldersOf(tree)) {
        const kinds = entries.map(isFolder)
        expect(kinds).toEqual(kinds.toSorted((left, right) => Number(right) - Number(left)))
        const names = entries.filter(isFolder).map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        for (const folder of entries.filter(isFolder)) {
          expect(filesOf(folder.entries).every((index) => containsFile(folder, index))).toBe(true)
          expect(folder.entries.length).toBeGreaterThan(0)
        }
      }
    }),
  )
})

test('a file and a folder may have the same name', () => {
  const [folder, file] = fileTree(['src', 'src/a'], 'en')
  expect(folder).toEqual({ name: 'src', entries: [{ name: 'a', index: 1 }] })
  expect(file).toEqual({ name: 'src', index: 0 })
})
