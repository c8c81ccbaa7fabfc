import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { Glyph } from '../controls/glyph.tsx'
import { type Navigation, StateLink } from '../controls/state-link.tsx'
import { showNote } from '../trading/note.ts'
import { type ChartWords, fill } from '../words.ts'
import { changeTemplates, loadTemplates, type TemplatesAnswer } from './keeper.ts'
import {
  type IndicatorTemplate,
  indicatorsOf,
  maxTemplateName,
  maxTemplates,
  type Templates,
  templateOf,
  withTemplate,
} from './templates.ts'

export interface TemplateListProps {
  to: Navigation
  words: ChartWords
}

/** The user's sets of indicators: saves the present one, applies, renames and deletes. */
export function TemplateList({ to, words }: TemplateListProps) {
  const keeper = useTemplates(words)
  const [renamed, setRenamed] = useState<string>()
  const { templates, message, isLoading, retry } = keeper
  const own = words.templates
  return (
    <section className="chart-templates" aria-label={own.title}>
      <p className="chart-indicator-group" aria-hidden="true">
        {own.title}
      </p>
      {templates?.length === 0 && <p className="chart-note">{own.none}</p>}
      <ul className="layout-list">
        {templates?.map((each) => (
          <li key={each.name}>
            {renamed === each.name ? (
              <NameForm
                initial={each.name}
                words={words}
                onName={async (name) => {
                  const isRenamed = await keeper.rename(each, name)
                  if (isRenamed) setRenamed(undefined)
                  return isRenamed
                }}
              />
            ) : (
              <TemplateRow template={each} to={to} words={words} keeper={keeper} onRename={setRenamed} />
            )}
          </li>
        ))}
      </ul>
      {templates && to.state.indicators.length > 0 && (
        <NameForm words={words} onName={(name) => keeper.save(templateOf(name, to.state.indicators))} />
      )}
      <p className="chart-note" role="status">
        {isLoading ? own.loading : message}
      </p>
      {!templates && !isLoading && (
        <button type="button" className="chart-button is-text" onClick={retry}>
          {words.retry}
        </button>
      )}
    </section>
  )
}

interface TemplateRowProps extends TemplateListProps {
  template: IndicatorTemplate
  keeper: ReturnType<typeof useTemplates>
  onRename(name: string): void
}

function TemplateRow({ template, to, words, keeper, onRename }: TemplateRowProps) {
  const { name } = template
  const own = words.templates
  const { state, go } = to
  const undo = { text: words.drawing.menu.undo, act: () => go?.(state) }
  return (
    <>
      <StateLink
        to={to}
        change={{ indicators: indicatorsOf(template) }}
        title={template.indicators.replaceAll(',', ', ')}
        onChoose={() => showNote(fill(own.applied, { name }), undo)}
      >
        <span className="long-name">{name}</span>
      </StateLink>
      <button
        type="button"
        className="chart-button"
        aria-label={fill(own.rename, { name })}
        title={fill(own.rename, { name })}
        onClick={() => onRename(name)}
      >
        <Glyph name="draw-line" />
      </button>
      <button
        type="button"
        className="chart-button"
        aria-label={fill(own.remove, { name })}
        title={fill(own.remove, { name })}
        onClick={() => void keeper.remove(template)}
      >
        <Glyph name="remove" />
      </button>
    </>
  )
}

interface NameFormProps {
  initial?: string
  words: ChartWords
  /** Returns whether the name was taken: otherwise it stays in the field. */
  onName(name: string): Promise<boolean>
}

function NameForm({ initial = '', words: { templates: own }, onName }: NameFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (initial) field.current?.select()
  }, [initial])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = field.current?.value.trim().normalize() ?? ''
    if (name === '') return
    const form = event.currentTarget
    if (await onName(name)) form.reset()
  }
  return (
    <form className="layout-save" onSubmit={submit}>
      <input
        ref={field}
        aria-label={own.name}
        placeholder={own.name}
        required
        maxLength={maxTemplateName}
        autoComplete="off"
        defaultValue={initial}
      />
      <button type="submit" className="button">
        {own.save}
      </button>
    </form>
  )
}

type Edit = (list: readonly IndicatorTemplate[]) => readonly IndicatorTemplate[]

function useTemplates(words: ChartWords) {
  const own = words.templates
  const known = useRef<Templates>(undefined)
  const [templates, setTemplates] = useState<readonly IndicatorTemplate[]>()
  const [message, setMessage] = useState('')
  const [isLoading, setLoading] = useState(true)
  const show = useCallback(
    (answer: TemplatesAnswer): boolean => {
      setLoading(false)
      setMessage('trouble' in answer ? own.troubles[answer.trouble] : '')
      if ('trouble' in answer) return false
      known.current = answer
      setTemplates(answer.templates)
      return true
    },
    [own],
  )
  const load = useCallback(() => {
    setLoading(true)
    void loadTemplates().then(show)
  }, [show])
  useEffect(load, [load])
  const change = async (edit: Edit) => known.current !== undefined && show(await changeTemplates(known.current, edit))
  const tell = (text: string, name: string, back: Edit) =>
    showNote(fill(text, { name }), { text: words.drawing.menu.undo, act: () => void change(back) })
  const refuse = (text: string) => {
    setMessage(text)
    return false
  }
  const others = (list: readonly IndicatorTemplate[], name: string) => list.filter((each) => each.name !== name)

  return {
    ...{ templates, message, isLoading, retry: load },
    save: async (added: IndicatorTemplate) => {
      const { name } = added
      const before = templates?.find((each) => each.name === name)
      if (!before && (templates?.length ?? 0) >= maxTemplates) return refuse(own.full)
      const back: Edit = (list) => (before ? withTemplate(list, before) : others(list, name))
      const isSaved = await change((list) => withTemplate(list, added))
      if (isSaved) tell(own.saved, name, back)
      return isSaved
    },
    rename: async ({ name }: IndicatorTemplate, next: string) => {
      if (next === name) return true
      if (templates?.some((each) => each.name === next)) return refuse(own.taken)
      const moved =
        (from: string, to: string): Edit =>
        (list) =>
          list.map((each) => (each.name === from ? { ...each, name: to } : each))
      const isRenamed = await change(moved(name, next))
      if (isRenamed) tell(own.renamed, next, moved(next, name))
      return isRenamed
    },
    remove: async (removed: IndicatorTemplate) => {
      const at = templates?.indexOf(removed) ?? 0
      const back: Edit = (list) => others(list, removed.name).toSpliced(at, 0, removed)
      if (await change((list) => others(list, removed.name))) tell(own.removed, removed.name, back)
    },
  }
}
