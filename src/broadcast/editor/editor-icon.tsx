import { createContext, useContext } from 'react'
import { IconDrawing } from '../../ui/icon-drawing.tsx'

/** Icons of the editor, with their names in the icon set */
export const editorIconNames = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strikethrough',
  spoiler: 'eye-off',
  quote: 'text-quote',
  code: 'code',
  pre: 'square-code',
  link: 'link',
  variable: 'braces',
  left: 'arrow-left',
  right: 'arrow-right',
  up: 'arrow-up',
  down: 'arrow-down',
  remove: 'trash-2',
  handle: 'grip-vertical',
  preview: 'eye',
} as const

export type EditorIconName = keyof typeof editorIconNames

/** SVG bodies of the icons. The server passes them to the editor, because the icon set stays on the server. */
export type EditorIcons = Readonly<Record<EditorIconName, string>>

export const EditorIconsContext = createContext<EditorIcons | undefined>(undefined)

export function EditorIcon({ name }: { name: EditorIconName }) {
  const body = useContext(EditorIconsContext)?.[name]
  return body === undefined ? null : <IconDrawing body={body} />
}
