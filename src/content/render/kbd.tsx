import { textAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

const signs: Readonly<Record<string, string>> = {
  command: '⌘',
  meta: '⌘',
  option: '⌥',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}

/** `:kbd{value="Ctrl"}` */
export function Kbd({ block }: BlockProps) {
  const value = textAttribute(block.attributes, 'value') ?? ''
  const sign = Object.hasOwn(signs, value.toLowerCase()) ? signs[value.toLowerCase()] : value
  return (
    <kbd>
      {sign}
      {block.render(block.children)}
    </kbd>
  )
}
