import { type FormEvent, useState } from 'react'
import { href, paths } from '../../paths.ts'
import { Glyph, type GlyphName } from '../controls/glyph.tsx'
import { Menu } from '../controls/menus.tsx'
import { type ChartWords, fill } from '../words.ts'
import {
  type ChartCount,
  chartCounts,
  isChartCount,
  type Layout,
  type LayoutBody,
  layoutBodyOf,
  maxChart,
} from './layout.ts'
import type { Workspace } from './use-workspace.ts'

export interface LayoutMenuProps {
  workspace: Workspace
  address: string
  words: ChartWords
  isReady: boolean
}

const countGlyphs = { 1: 'one', 2: 'two', 4: 'four' } as const satisfies Record<ChartCount, GlyphName>

export function LayoutMenu({ workspace, address, words, isReady }: LayoutMenuProps) {
  const { arrangement, layout } = workspace
  const { drawing } = words
  return (
    <Menu glyph="layout" label={drawing.layouts} value={layout?.name} className="layout-menu">
      <fieldset className="layout-counts" aria-label={drawing.charts}>
        {chartCounts.map((count) => (
          <button
            key={count}
            type="button"
            className="drawing-tool"
            title={drawing[countGlyphs[count]]}
            aria-label={drawing[countGlyphs[count]]}
            aria-pressed={arrangement.charts.length === count}
            disabled={!isReady}
            onClick={() => workspace.setCount(count)}
          >
            <Glyph name={countGlyphs[count]} />
          </button>
        ))}
        <label className="layout-linked">
          <input
            type="checkbox"
            checked={arrangement.isLinked}
            disabled={!isReady}
            onChange={({ target }) => workspace.setLinked(target.checked)}
          />
          {drawing.linked}
        </label>
      </fieldset>
      <Layouts workspace={workspace} address={address} words={words} isReady={isReady} />
    </Menu>
  )
}

function Layouts({ workspace, address, words: { drawing }, isReady }: LayoutMenuProps) {
  const { layouts, layout } = workspace
  const [name, setName] = useState(layout?.name ?? '')
  const { message, save, saveNew, remove } = useLayoutKeeper(workspace, drawing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(name)
  }
  return (
    <>
      {layouts.length === 0 && <p className="layout-none">{drawing.layoutNone}</p>}
      <ul className="layout-list">
        {layouts.map((each) => (
          <li key={each.id}>
            <a
              href={`${address}?layout=${each.id}`}
              title={each.name}
              aria-current={each.id === layout?.id || undefined}
            >
              <span className="long-name">{each.name}</span>
            </a>
            <button
              type="button"
              className="drawing-tool"
              aria-label={fill(drawing.layoutRemove, { name: each.name })}
              disabled={!isReady}
              onClick={() => remove(each)}
            >
              <Glyph name="remove" />
            </button>
          </li>
        ))}
      </ul>
      <form className="layout-save" onSubmit={submit}>
        <input
          aria-label={drawing.layoutName}
          placeholder={drawing.layoutNameHint}
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button button-primary" disabled={!isReady}>
          {drawing.layoutSave}
        </button>
        {layout && (
          <button type="button" className="button" disabled={!isReady} onClick={() => saveNew(name)}>
            {drawing.layoutSaveNew}
          </button>
        )}
      </form>
      <p className="layout-message" role="status" data-trouble={message.isTrouble}>
        {message.text}
      </p>
    </>
  )
}

function useLayoutKeeper(workspace: Workspace, words: ChartWords['drawing']) {
  const { arrangement, layouts, layout } = workspace
  const [message, setMessage] = useState({ text: '', isTrouble: false })
  const notify = (text: string) => setMessage({ text, isTrouble: false })
  const warn = (trouble: LayoutTrouble) => setMessage({ text: words.layoutTroubles[trouble], isTrouble: true })
  const show = (answer: LayoutAnswer, before: Layout | undefined) => {
    if ('trouble' in answer) return warn(answer.trouble)
    workspace.setLayouts([answer.layout, ...layouts.filter(({ id }) => id !== before?.id)], answer.layout)
    notify(fill(words.layoutSaved, { name: answer.layout.name }))
  }
  return {
    message,
    save: async (name: string) => {
      const body = layoutBodyOf(arrangement)
      show(layout ? await changeLayout(layout, name, body) : await addLayout(name, body), layout)
    },
    saveNew: async (name: string) => show(await addLayout(name, layoutBodyOf(arrangement)), undefined),
    remove: async ({ id, name }: Layout) => {
      const trouble = await removeLayout(id)
      if (trouble) return warn(trouble)
      const left = layouts.filter((each) => each.id !== id)
      workspace.setLayouts(left, layout?.id === id ? undefined : layout)
      notify(fill(words.layoutRemoved, { name }))
    },
  }
}

type LayoutTrouble = 'taken' | 'changed' | 'missing' | 'full' | 'unreachable' | 'signed-out'

type LayoutAnswer = { layout: Layout } | { trouble: LayoutTrouble }

function addLayout(name: string, body: LayoutBody): Promise<LayoutAnswer> {
  return save(paths.marketLayouts, 'POST', { name, body })
}

/** Saves a changed layout. The server refuses with `changed` if the layout was changed since it was read. */
function changeLayout({ id, updatedAt }: Layout, name: string, body: LayoutBody): Promise<LayoutAnswer> {
  return save(href(paths.marketLayout, { id }), 'PUT', { name, body, seen: updatedAt })
}

async function removeLayout(id: string): Promise<LayoutTrouble | undefined> {
  const response = await ask(href(paths.marketLayout, { id }), { method: 'DELETE' })
  return response?.ok || response?.status === 404 ? undefined : troubleOf(response)
}

async function save(address: string, method: string, body: unknown): Promise<LayoutAnswer> {
  const response = await ask(address, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (!response?.ok) return { trouble: response?.status === 409 ? await conflictOf(response) : troubleOf(response) }
  const layout = readLayout(await response.json())
  return layout ? { layout } : { trouble: 'unreachable' }
}

/**
 * Returns the cause of a conflict: if the response contains a layout, it was changed elsewhere; otherwise its name is
 * taken.
 */
async function conflictOf(response: Response): Promise<LayoutTrouble> {
  const problem: object = await response.json()
  return 'layout' in problem ? 'changed' : 'taken'
}

async function ask(address: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(address, { ...init, headers: { accept: 'application/json', ...init.headers } })
  } catch {
    return undefined
  }
}

function troubleOf(response: Response | undefined): LayoutTrouble {
  const troubles: Record<number, LayoutTrouble> = { 401: 'signed-out', 404: 'missing', 422: 'full' }
  return troubles[response?.status ?? 0] ?? 'unreachable'
}

/** Parses a layout from a response of this build or the next one. Undefined if the layout is invalid. */
function readLayout(value: unknown): Layout | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, name, updatedAt, body: given }: Partial<Record<keyof Layout, unknown>> = value
  const body = readBody(given)
  if (typeof id !== 'string' || typeof name !== 'string' || typeof updatedAt !== 'number' || !body) return undefined
  return { id, name, updatedAt, body }
}

function readBody(value: unknown): LayoutBody | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { charts, isLinked }: Partial<Record<keyof LayoutBody, unknown>> = value
  if (!Array.isArray(charts) || !isChartCount(charts.length) || typeof isLinked !== 'boolean') return undefined
  return charts.every(isChart) ? { charts, isLinked } : undefined
}

function isChart(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxChart
}
