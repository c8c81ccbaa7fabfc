import { z } from 'zod'
import { auditIfChanged } from '../../auth/audit.ts'
import type { Db } from '../../db/client.ts'
import { keyedId } from '../../db/keyed-id.ts'
import { checkMessage } from '../../telegram/message/check-message.ts'
import { type Button, buttonRows } from '../../telegram/message/content.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { inEachLocale } from '../../telegram/message/requests.ts'
import type { ActDeps, ActRequest } from '../acts/act.ts'
import type { TemplateChoice } from '../editor/change-form.ts'
import { emptyContent } from '../editor/read-message.ts'
import {
  deleteTemplate,
  findKeyedTemplate,
  findTemplateRow,
  hasTemplateNamed,
  insertTemplate,
  listTemplateRows,
  listUses,
  type TemplateRow,
  type TemplateUse,
  updateTemplate,
} from './template-queries.ts'

/** Rows of buttons with a name. A broadcast takes a copy, which later changes of the template do not affect. */
export interface ButtonTemplate extends TemplateChoice {
  /** Time of the last change, ms UTC */
  updatedAt: number
}

export interface TemplateDraft {
  name: string
  rows: Button[][]
}

/** Max length of a template's name, characters */
export const maxTemplateName = 80

export async function listTemplates(db: Pick<Db, 'orm'>): Promise<ButtonTemplate[]> {
  return (await listTemplateRows(db)).map(templateOf)
}

export async function findTemplate(db: Pick<Db, 'orm'>, id: string): Promise<ButtonTemplate | undefined> {
  const row = await findTemplateRow(db, id)
  return row && templateOf(row)
}

/** Lists the newest broadcasts that contain all buttons of a template, in any rows and among any other buttons. */
export function usesOf(db: Pick<Db, 'orm'>, { rows }: Pick<TemplateDraft, 'rows'>): Promise<TemplateUse[]> {
  const buttons = [...new Set(rows.flat().map((button) => JSON.stringify(button)))]
  return buttons.length === 0 ? Promise.resolve([]) : listUses(db, buttons, 20)
}

/** Lists problems for which Telegram would refuse the buttons, and reports a template without buttons. */
export function problemsOfRows(rows: Button[][]): MessageProblem[] {
  if (rows.every((row) => row.length === 0)) return [{ field: 'buttons', key: 'message.problem.noButtons' }]
  const content = { ...emptyContent, text: inEachLocale('—'), buttons: rows }
  return checkMessage(content)
}

export type TemplateOutcome =
  | { status: 'done'; id: string }
  | { status: 'taken' }
  | { status: 'full' }
  /** Another person has changed the template since it was shown. */
  | { status: 'stale'; template: ButtonTemplate }
  | { status: 'missing' }

/** Creates a template. @param key  idempotency key: a second template with the same key returns the first one */
export async function createTemplate(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { name, rows }: TemplateDraft,
  key?: string,
): Promise<TemplateOutcome> {
  const at = now()
  const id = keyedId(at, key)
  const row = { id, name, rows: JSON.stringify(rows), createdAt: at, updatedAt: at }
  const subject = subjectOf(row)
  const [made] = await db.writeBatch([
    insertTemplate(db, row),
    auditIfChanged(db, origin, at, { act: 'button-template.create', actor, subject }),
  ])
  if (made.length > 0) return { status: 'done', id }
  const first = key === undefined ? undefined : await findKeyedTemplate(db, id)
  if (first !== undefined) return { status: 'done', id: first }
  return { status: (await hasTemplateNamed(db, name)) ? 'taken' : 'full' }
}

/** Edits a template. @param seen  `updatedAt` of the template when it was shown */
export async function editTemplate(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  { id, seen, name, rows }: TemplateDraft & { id: string; seen: number },
): Promise<TemplateOutcome> {
  const at = now()
  const subject = subjectOf({ id, name })
  const [changed] = await db.writeBatch([
    updateTemplate(db, { id, name, rows: JSON.stringify(rows), updatedAt: at }, seen),
    auditIfChanged(db, origin, at, { act: 'button-template.edit', actor, subject }),
  ])
  if (changed.length > 0) return { status: 'done', id }
  const template = await findTemplate(db, id)
  if (!template) return { status: 'missing' }
  return template.updatedAt === seen ? { status: 'taken' } : { status: 'stale', template }
}

export async function removeTemplate(
  { db, now }: ActDeps,
  { actor, ...origin }: ActRequest,
  id: string,
): Promise<TemplateOutcome> {
  const before = await findTemplateRow(db, id)
  if (!before) return { status: 'missing' }
  const entry = { act: 'button-template.remove', actor, subject: subjectOf(before) } as const
  const [removed] = await db.writeBatch([deleteTemplate(db, id), auditIfChanged(db, origin, now(), entry)])
  return removed.length > 0 ? { status: 'done', id } : { status: 'missing' }
}

/** Returns the audit-log subject of a template. A user id never contains a colon, so the two cannot be confused. */
function subjectOf({ id, name }: { id: string; name: string }) {
  return { id: `button-template:${id}`, login: name }
}

const storedRows = z.string().transform((text): Button[][] => buttonRows.parse(JSON.parse(text)))

function templateOf({ id, name, rows, updatedAt }: TemplateRow): ButtonTemplate {
  return { id, name, rows: storedRows.parse(rows), updatedAt }
}
