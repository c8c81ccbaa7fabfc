import type { prose as ru } from '../ru/prose.ts'
import type { Shape } from '../shape.ts'

export const prose = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  caution: 'Caution',
  callout: 'Aside',
  readMore: 'Read more',
  sectionLink: 'Link to section “{{title}}”',
  code: 'Code',
  codeFile: 'Code: {{file}}',
  copyCode: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Could not copy: select the code and press Ctrl+C',
  variants: 'Variants',
  variant: 'Variant {{number}}',
  table: 'Table',
  tableOf: 'Table: {{columns}}',
  taskDone: 'Done',
  taskOpen: 'Not done',
  required: 'required',
} satisfies Shape<typeof ru>
