import type { KeyboardEvent, RefObject } from 'react'
import type { MessageWords } from '../../telegram/message/words.ts'
import { EditorIcon, type EditorIconName } from './editor-icon.tsx'
import { applyEdit, type Tool, tools, type Wrapping, wrap } from './text-edits.ts'

const names = Object.keys(tools) as Tool[]

export interface ToolbarProps {
  area: RefObject<HTMLTextAreaElement | null>
  words: MessageWords
  isLinking: boolean
  onLink(): void
}

export function Toolbar({ area, words: { editor }, isLinking, onLink }: ToolbarProps) {
  const put = (wrapping: Wrapping) => {
    if (area.current) applyEdit(area.current, wrap(area.current.value, selectionOf(area.current), wrapping))
  }
  return (
    <div className="editor-toolbar" role="toolbar" aria-label={editor.toolbar} onKeyDown={walk}>
      {names.map((name) => (
        <ToolButton key={name} label={editor.tools[name]} icon={name} onPress={() => put(tools[name])} />
      ))}
      <ToolButton label={editor.tools.link} icon="link" isExpanded={isLinking} onPress={onLink} />
      <ToolButton
        label={editor.variable}
        icon="variable"
        onPress={() => put({ before: `{name|${editor.variableFallback}}`, after: '' })}
      />
    </div>
  )
}

function walk({ key, target }: KeyboardEvent): void {
  if (!(target instanceof HTMLElement) || !/^Arrow(Left|Right)$/.test(key)) return
  const next = key === 'ArrowLeft' ? target.previousElementSibling : target.nextElementSibling
  if (next instanceof HTMLElement) next.focus()
}

interface ToolButtonProps {
  label: string
  icon: EditorIconName
  isExpanded?: boolean
  onPress(): void
}

function ToolButton({ label, icon, isExpanded, onPress }: ToolButtonProps) {
  return (
    // Pressing the button does not take the focus from the text, so the text keeps its selection.
    <button
      type="button"
      className="editor-tool"
      aria-label={label}
      aria-expanded={isExpanded}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <EditorIcon name={icon} />
    </button>
  )
}

export function selectionOf({ selectionStart, selectionEnd }: HTMLTextAreaElement) {
  return { start: selectionStart, end: selectionEnd }
}
