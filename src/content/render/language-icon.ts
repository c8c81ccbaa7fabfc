const icons: Readonly<Record<string, string>> = {
  bash: 'i-lucide-terminal',
  sh: 'i-lucide-terminal',
  shell: 'i-lucide-terminal',
  json: 'i-lucide-braces',
  yaml: 'i-lucide-list-tree',
  md: 'i-lucide-file-text',
  mdc: 'i-lucide-file-text',
  text: 'i-lucide-file-text',
  sql: 'i-lucide-database',
  css: 'i-lucide-palette',
  html: 'i-lucide-code-xml',
  http: 'i-lucide-arrow-left-right',
  nginx: 'i-lucide-server',
  ini: 'i-lucide-settings-2',
  diff: 'i-lucide-file-diff',
  docker: 'i-lucide-container',
}

/** The icon of a code block's header: by its language, with `.env` and lock files told by their names. */
export function languageIcon(language: string | undefined, filename = ''): string {
  if (/(^|\/)\.env/.test(filename)) return 'i-lucide-key-round'
  if (/\.(yml|yaml)$/.test(filename)) return 'i-lucide-list-tree'
  return (language && Object.hasOwn(icons, language) ? icons[language] : undefined) ?? 'i-lucide-file-code'
}
