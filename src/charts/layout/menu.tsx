import { type FormEvent, useState } from 'react'
import { Glyph, type GlyphName } from '../controls/glyph.tsx'
import { Menu } from '../controls/menus.tsx'
import { type ChartWords, fill } from '../words.ts'
import type { LayoutAnswer, LayoutTrouble } from './keep-layouts.ts'
import { type ChartCount, chartCounts, type Layout, layoutBodyOf } from './layout.ts'
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
      const keeper = await loadKeeper()
      show(await (layout ? keeper.changeLayout(layout, name, body) : keeper.addLayout(name, body)), layout)
    },
    saveNew: async (name: string) =>
      show(await (await loadKeeper()).addLayout(name, layoutBodyOf(arrangement)), undefined),
    remove: async ({ id, name }: Layout) => {
      const trouble = await (await loadKeeper()).removeLayout(id)
      if (trouble) return warn(trouble)
      const left = layouts.filter((each) => each.id !== id)
      workspace.setLayouts(left, layout?.id === id ? undefined : layout)
      notify(fill(words.layoutRemoved, { name }))
    },
  }
}

/** Loads the code that keeps layouts. Without it, the server counts as unreachable. */
function loadKeeper(): Promise<Pick<typeof import('../later.ts'), 'addLayout' | 'changeLayout' | 'removeLayout'>> {
  const trouble = 'unreachable' as const
  const fail = async () => ({ trouble })
  return import('../later.ts').catch(() => ({ addLayout: fail, changeLayout: fail, removeLayout: async () => trouble }))
}
