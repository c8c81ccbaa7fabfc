import { Icon } from '../../../ui/icon.tsx'
import { textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'

/** Renders `:code-icon{filename="a.ts" icon}`, the icon of a file in headers of code. */
export function CodeIcon({ block }: BlockProps) {
  const icon = textAttribute(block.attributes, 'icon')
  const filename = textAttribute(block.attributes, 'filename')
  return (
    <>
      <Icon name={icon ?? languageIcon(undefined, filename)} className="inline-icon" />
      {block.render(block.children)}
    </>
  )
}

const icons: Readonly<Record<string, string>> = {
  bash: 'i-lucide-terminal',
  sh: 'i-lucide-terminal',
  shell: 'i-lucide-terminal',
  json: 'i-lucide-braces',
  yaml: 'i-lucide-list-tree',
  yml: 'i-lucide-list-tree',
  md: 'i-lucide-file-text',
  mdc: 'i-lucide-file-text',
  text: 'i-lucide-file-text',
  txt: 'i-lucide-file-text',
  sql: 'i-lucide-database',
  db: 'i-lucide-database',
  css: 'i-lucide-palette',
  html: 'i-lucide-code-xml',
  tsx: 'i-lucide-code-xml',
  http: 'i-lucide-arrow-left-right',
  nginx: 'i-lucide-server',
  ini: 'i-lucide-settings-2',
  toml: 'i-lucide-settings-2',
  diff: 'i-lucide-file-diff',
  docker: 'i-lucide-container',
  png: 'i-lucide-image',
  svg: 'i-lucide-image',
  webp: 'i-lucide-image',
}
const iconsOfNames: readonly [pattern: RegExp, icon: string][] = [
  [/^\.env/, 'i-lucide-key-round'],
  [/^(bun\.lock|package-lock\.json)$/, 'i-lucide-lock'],
  [/^package\.json$/, 'i-lucide-package'],
  [/^Dockerfile/, 'i-lucide-container'],
  [/^\.git/, 'i-lucide-git-branch'],
  [/\.test\.\w+$/, 'i-lucide-flask-conical'],
]

export function languageIcon(language: string | undefined, filename = ''): string {
  const name = filename.split('/').at(-1) ?? ''
  const ofName = iconsOfNames.find(([pattern]) => pattern.test(name))?.[1]
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase()
  return ofName ?? iconOf(ending) ?? iconOf(language) ?? 'i-lucide-file-code'
}

function iconOf(name: string | undefined): string | undefined {
  return name && Object.hasOwn(icons, name) ? icons[name] : undefined
}
