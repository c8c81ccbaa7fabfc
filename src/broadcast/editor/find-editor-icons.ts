import { findIcon } from '../../ui/icon-data.ts'
import { type EditorIconName, type EditorIcons, editorIconNames } from './editor-icon.tsx'

const names = Object.keys(editorIconNames) as EditorIconName[]

/** Finds the editor's icons in the icon set. @throws if the set lacks one of them */
export function findEditorIcons(): EditorIcons {
  return Object.fromEntries(names.map((name) => [name, bodyOf(editorIconNames[name])])) as EditorIcons
}

function bodyOf(name: string): string {
  const icon = findIcon(name)
  if (!icon) throw new Error(`The icon set has no ${name}`)
  return icon.body
}
