import { type FormEvent, useState } from 'react'
import { Glyph, type GlyphName } from './glyph.tsx'
import type { Layout } from './layout.ts'
import { addLayout, changeLayout, type LayoutAnswer, removeLayout } from './layout-keeper.ts'
import { type ChartCount, chartCounts, layoutBodyOf } from './layout-state.ts'
import type { Workspace } from './layout-use.ts'
import { Menu } from './menu.tsx'
import { type ChartWords, fill } from './words.ts'

export interface LayoutMenuProps {
  workspace: Workspace
  /** Path of the page */
  address: string
  words: ChartWords
  isReady: boolean
}

const countGlyphs = { 1: 'one', 2: 'two', 4: 'four' } as const satisfies Record<ChartCount, GlyphName>

/** How many charts there are, whether they move together, and the arrangements that are kept under names. */
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
  const { arrangement, layouts, layout } = workspace
  const [message, setMessage] = useState({ text: '', isTrouble: false })
  const [name, setName] = useState(layout?.name ?? '')
  const show = (answer: LayoutAnswer, before: Layout | undefined) => {
    if ('trouble' in answer) return setMessage({ text: drawing.layoutTroubles[answer.trouble], isTrouble: true })
    workspace.setLayouts([answer.layout, ...layouts.filter(({ id }) => id !== before?.id)], answer.layout)
    setMessage({ text: fill(drawing.layoutSaved, { name: answer.layout.name }), isTrouble: false })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = layoutBodyOf(arrangement)
    show(layout ? await changeLayout(layout, name, body) : await addLayout(name, body), layout)
  }
  const saveNew = async () => show(await addLayout(name, layoutBodyOf(arrangement)), undefined)
  const remove = async ({ id, name: removed }: Layout) => {
    const trouble = await removeLayout(id)
    if (trouble) return setMessage({ text: drawing.layoutTroubles[trouble], isTrouble: true })
    const left = layouts.filter((each) => each.id !== id)
    workspace.setLayouts(left, layout?.id === id ? undefined : layout)
    setMessage({ text: fill(drawing.layoutRemoved, { name: removed }), isTrouble: false })
  }
  return (
    <>
      {layouts.length === 0 && <p className="layout-none">{drawing.layoutNone}</p>}
      <ul className="layout-list">
        {layouts.map((each) => (
          <li key={each.id}>
            <a href={`${address}?layout=${each.id}`} aria-current={each.id === layout?.id || undefined}>
              {each.name}
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
      <form className="layout-save" onSubmit={save}>
        <input
          aria-label={drawing.layoutName}
          placeholder={drawing.layoutName}
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
          <button type="button" className="button" disabled={!isReady} onClick={saveNew}>
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
