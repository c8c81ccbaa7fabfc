import { nameOf, slugify } from '../addresses.ts'
import type { FrontMatter } from './front-matter.ts'
import type { FoundProblem } from './problem.ts'

interface Kind {
  /** Names of the fields, nested fields with a dot: `sidebar.order` */
  fields: readonly string[]
  message: string
  hint: string
  /** Whether the value asks for something that happens anyway, so that no warning is needed */
  isDone?: (value: unknown, file: string) => boolean
}

/** Fields of Astro Starlight, Docusaurus, Hugo and Jekyll for which this product has another name or way. */
const kinds: readonly Kind[] = [
  {
    fields: ['slug', 'permalink', 'url'],
    message: 'The field is ignored: the address comes from the names of the file and its folders',
    hint: 'Rename the file, and put the old address into "redirect_from".',
    isDone: (value, file) => typeof value === 'string' && slugify(lastPart(value)) === slugify(nameOf(file)),
  },
  {
    fields: ['sidebar.order', 'sidebar_position', 'weight', 'nav_order'],
    message: 'The field is ignored: the menu is sorted by file names',
    hint: 'Begin the name of the file with a number, as in 2.install.md; addresses stay as they are.',
  },
  {
    fields: ['sidebar.label', 'sidebar_label', 'linkTitle', 'nav_title'],
    message: 'The field is ignored: the menu shows the title',
    hint: 'Write "navigation: { title: … }" for a shorter one.',
  },
  {
    fields: ['sidebar.hidden', 'nav_exclude', 'unlisted'],
    message: 'The field is ignored: the page is in the menu',
    hint: 'Write "navigation: false" to take it out.',
    isDone: (value) => value !== true,
  },
  {
    fields: ['published'],
    message: 'The field is ignored: the page is shown',
    hint: 'Write "draft: true" to hide it.',
    isDone: (value) => value !== false,
  },
  {
    fields: ['aliases'],
    message: 'The field is ignored: there are no redirects from these addresses',
    hint: 'Write them into "redirect_from".',
    isDone: (value) => Array.isArray(value) && value.length === 0,
  },
]

export function foreignFields(file: string, { data, lineOf }: FrontMatter): FoundProblem[] {
  return kinds.flatMap(({ fields, message, hint, isDone }) => {
    const field = fields.find((name) => {
      const value = fieldIn(data, name)
      return value !== undefined && value !== null && value !== '' && !isDone?.(value, file)
    })
    return field === undefined ? [] : [{ line: lineOf([field.split('.')[0] ?? field]), field, message, hint }]
  })
}

function fieldIn(data: unknown, name: string): unknown {
  return name.split('.').reduce((value, part) => (isRecord(value) ? value[part] : undefined), data)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lastPart(address: string): string {
  return (
    address
      .replace(/\/+$|\.html$/g, '')
      .split('/')
      .at(-1) ?? ''
  )
}
