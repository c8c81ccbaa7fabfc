import type { ReactNode } from 'react'
import { type Locale, locales } from '../../i18n/locales.ts'
import type { MessageProblem } from '../../telegram/message/problem.ts'
import { fillWords, type MessageWords, problemText } from '../../telegram/message/words.ts'
import { changeField } from './message-form.ts'

export interface PartProps {
  words: MessageWords
  problems: readonly MessageProblem[]
  /** Applies the action of a submit button in the browser; undefined until the editor is live */
  change: ((action: string) => void) | undefined
}

export interface ChangeButtonProps extends Pick<PartProps, 'change'> {
  /** Action of the button, such as `row.add` */
  action: string
  label?: string
  isDisabled?: boolean
  children: ReactNode
}

/** Button that changes the form: in the browser at once, without JavaScript by submitting the form. */
export function ChangeButton({ action, change, label, isDisabled, children }: ChangeButtonProps) {
  return (
    <button
      type="submit"
      className={label === undefined ? 'button button-quiet' : 'editor-tool'}
      name={changeField}
      value={action}
      formNoValidate
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={(event) => {
        if (!change) return
        event.preventDefault()
        change(action)
      }}
    >
      {children}
    </button>
  )
}

/** Shows the problems of one field, with our text first and then Telegram's. */
export function ProblemLines({ field, problems, words, id }: Pick<PartProps, 'problems' | 'words'> & LinesOf) {
  const own = problems.filter((problem) => problem.field === field)
  return (
    <div id={id} className="editor-problems">
      {own.map((problem) => (
        <p key={problem.key} className={problem.isNote ? 'field-hint' : 'field-error'}>
          <span>
            {problemText(problem, words)}
            {problem.telegram && (
              <span className="editor-telegram" lang="en">
                {' '}
                {fillWords(words.editor.telegramSays, { words: problem.telegram })}
              </span>
            )}
          </span>
        </p>
      ))}
    </div>
  )
}

interface LinesOf {
  field: string
  id: string
}

export function hasFault(problems: readonly MessageProblem[], field: string): true | undefined {
  return problems.some((problem) => problem.field === field && !problem.isNote) || undefined
}

/** Returns the name of a field, such as `button.0.1.value`, as an id */
export const idOf = (name: string): string => `message-${name.replaceAll('.', '-')}`

export function ownFirst(own: Locale): Locale[] {
  return [own, ...locales.filter((locale) => locale !== own)]
}

export interface LanguageTabProps {
  locale: Locale
  open: Locale
  words: { languages: Record<Locale, string> }
  /** Id of the panel that the tab opens, if there is one */
  controls?: string
  isFaulty?: boolean
  onOpen(locale: Locale): void
}

export function LanguageTab({ locale, open, words, controls, isFaulty = false, onOpen }: LanguageTabProps) {
  return (
    <button
      type="button"
      className="editor-tab"
      aria-pressed={locale === open}
      aria-controls={controls}
      onClick={() => onOpen(locale)}
    >
      {words.languages[locale]}
      {isFaulty && ' •'}
    </button>
  )
}

export interface CountMarkProps {
  count: number
  most: number
  /** Whether the length includes the longest possible name */
  hasName?: boolean
  words: MessageWords
}

/** Mark that shows how much of Telegram's limit a text uses. */
export function CountMark({ count, most, hasName = false, words: { editor } }: CountMarkProps) {
  const [label, text] = hasName ? [editor.countLabelWithName, editor.countWithName] : [editor.countLabel, editor.count]
  return (
    <p className="editor-count" data-over={count > most || undefined}>
      <span className="visually-hidden">{fillWords(label, { count, most })}</span>
      <span aria-hidden="true">{fillWords(text, { count, most })}</span>
    </p>
  )
}
