import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

const keys: Readonly<Record<string, { label: string; apple?: string }>> = {
  alt: { label: 'Alt', apple: '⌥' },
  arrowdown: { label: '↓' },
  arrowleft: { label: '←' },
  arrowright: { label: '→' },
  arrowup: { label: '↑' },
  backspace: { label: 'Backspace' },
  capslock: { label: 'Caps Lock' },
  command: { label: '⌘' },
  control: { label: 'Ctrl', apple: '⌃' },
  ctrl: { label: 'Ctrl', apple: '⌃' },
  delete: { label: 'Delete' },
  enter: { label: 'Enter' },
  escape: { label: 'Esc' },
  meta: { label: 'Ctrl', apple: '⌘' },
  option: { label: '⌥' },
  pagedown: { label: 'Page Down' },
  pageup: { label: 'Page Up' },
  shift: { label: 'Shift', apple: '⇧' },
  tab: { label: 'Tab' },
  win: { label: 'Win' },
}

/** Renders `:kbd{value="meta"}`, a key. On Apple devices a script shows Apple's labels. */
export function Kbd({ block }: BlockProps) {
  const value = textAttribute(block.attributes, 'value') ?? ''
  const name = value.toLowerCase()
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  return (
    <kbd data-apple={key?.apple}>
      {key?.label ?? value}
      {block.render(block.children)}
    </kbd>
  )
}
