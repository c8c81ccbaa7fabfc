import type { KeyboardEvent } from 'react'
import { locales } from '../../i18n/locales.ts'
import { countOf } from '../../telegram/message/check-buttons.ts'
import type { Button } from '../../telegram/message/content.ts'
import { fillWords } from '../../telegram/message/words.ts'
import { CountMark } from './count-mark.tsx'
import { ChangeButton, hasFault, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'
import { actionOf, buttonActions, withAction } from './message-form.ts'

export interface ButtonFieldsProps extends PartProps {
  button: Button
  row: number
  place: number
  /** Number of buttons in the row of this button, and number of rows */
  size: { row: number; rows: number }
  onButton(button: Button): void
  onKey(event: KeyboardEvent): void
  /** Drag and drop: `onCarry` picks this button up; `onDrop` drops another button here */
  onCarry(): void
  onDrop(): void
}

export function ButtonFields({
  button,
  row,
  place,
  size,
  onButton,
  onKey,
  onCarry,
  onDrop,
  ...part
}: ButtonFieldsProps) {
  const at = `${row}.${place}`
  return (
    <fieldset
      className="editor-button"
      aria-label={fillWords(part.words.editor.button, { place: place + 1, row: row + 1 })}
      onKeyDown={onKey}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      {part.change && (
        <span className="editor-handle" draggable onDragStart={onCarry} aria-hidden="true">
          ⠿
        </span>
      )}
      <ButtonLabels at={at} button={button} onButton={onButton} {...part} />
      <ButtonTarget at={at} button={button} onButton={onButton} {...part} />
      <ButtonMoves row={row} place={place} size={size} {...part} />
    </fieldset>
  )
}

interface ButtonPartProps extends PartProps, Pick<ButtonFieldsProps, 'button' | 'onButton'> {
  /** Row and place of the button, such as `0.1` */
  at: string
}

function ButtonLabels({ at, button, onButton, words, problems }: ButtonPartProps) {
  const [name, field] = [`button.${at}`, `buttons.${at}.text`]
  const error = idOf(`${name}.text.error`)
  return (
    <>
      {locales.map((locale) => (
        <div key={locale} className="field">
          <label htmlFor={idOf(`${name}.${locale}`)}>{words.editor.labels[locale]}</label>
          <input
            {...textInput(`${name}.${locale}`)}
            value={button.text[locale] ?? ''}
            aria-invalid={hasFault(problems, field)}
            aria-describedby={error}
            onChange={({ target }) => onButton({ ...button, text: { ...button.text, [locale]: target.value } })}
          />
        </div>
      ))}
      <ProblemLines field={field} id={error} problems={problems} words={words} />
    </>
  )
}

function ButtonTarget({ at, button, onButton, words, problems, change }: ButtonPartProps) {
  const { editor } = words
  const { action, value } = actionOf(button)
  const counted = change && countOf(button)
  const [name, field] = [`button.${at}`, `buttons.${at}.${action}`]
  const error = idOf(`${name}.value.error`)
  return (
    <>
      <div className="field">
        <label htmlFor={idOf(`${name}.action`)}>{editor.action}</label>
        <select
          id={idOf(`${name}.action`)}
          name={`${name}.action`}
          value={action}
          onChange={({ target }) => onButton({ text: button.text, ...withAction(target.value, value) })}
        >
          {buttonActions.map((known) => (
            <option key={known} value={known}>
              {editor.actions[known]}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={idOf(`${name}.value`)}>{editor.values[action]}</label>
        <input
          {...textInput(`${name}.value`)}
          value={value}
          aria-invalid={hasFault(problems, field)}
          aria-describedby={error}
          onChange={({ target }) => onButton({ text: button.text, ...withAction(action, target.value) })}
        />
        {counted && <CountMark {...counted} words={words} />}
      </div>
      <ProblemLines field={field} id={error} problems={problems} words={words} />
    </>
  )
}

function textInput(name: string) {
  return { id: idOf(name), name, type: 'text', autoComplete: 'off' } as const
}

function ButtonMoves({
  row,
  place,
  size,
  words,
  change,
}: PartProps & Pick<ButtonFieldsProps, 'row' | 'place' | 'size'>) {
  const { editor } = words
  const isAlone = size.row === 1
  const at = `-${row}-${place}`
  return (
    <div className="editor-moves">
      <ChangeButton action={`button.left${at}`} change={change} label={editor.left} isDisabled={place === 0}>
        ←
      </ChangeButton>
      <ChangeButton
        action={`button.right${at}`}
        change={change}
        label={editor.right}
        isDisabled={place === size.row - 1}
      >
        →
      </ChangeButton>
      <ChangeButton action={`button.up${at}`} change={change} label={editor.up} isDisabled={isAlone && row === 0}>
        ↑
      </ChangeButton>
      <ChangeButton
        action={`button.down${at}`}
        change={change}
        label={editor.down}
        isDisabled={isAlone && row === size.rows - 1}
      >
        ↓
      </ChangeButton>
      <ChangeButton action={`button.remove${at}`} change={change} label={editor.removeButton}>
        ✕
      </ChangeButton>
    </div>
  )
}
