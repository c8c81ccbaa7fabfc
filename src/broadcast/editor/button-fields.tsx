import type { KeyboardEvent } from 'react'
import { locales } from '../../i18n/locales.ts'
import type { Button } from '../../telegram/message/content.ts'
import { fillWords } from '../../telegram/message/words.ts'
import { actionOf, buttonActions, withAction } from '../form/message-form.ts'
import { ChangeButton, hasFault, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'

export interface ButtonFieldsProps extends PartProps {
  button: Button
  row: number
  place: number
  /** Buttons in its row, and rows */
  size: { row: number; rows: number }
  onButton(button: Button): void
  onKey(event: KeyboardEvent): void
  /** A pointer takes it away, or lets another one go here */
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
  const { words, problems } = part
  const { editor } = words
  const [name, field] = [`button.${row}.${place}`, `buttons.${row}.${place}`]
  const { action, value } = actionOf(button)
  const error = (of: string) => idOf(`${name}.${of}.error`)
  const text = (id: string) => ({ id: idOf(id), name: id, type: 'text', autoComplete: 'off' }) as const
  return (
    <fieldset
      className="editor-button"
      aria-label={fillWords(editor.button, { place: place + 1, row: row + 1 })}
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
      {locales.map((locale) => (
        <div key={locale} className="field">
          <label htmlFor={idOf(`${name}.${locale}`)}>{editor.labels[locale]}</label>
          <input
            {...text(`${name}.${locale}`)}
            value={button.text[locale] ?? ''}
            aria-invalid={hasFault(problems, `${field}.text`)}
            aria-describedby={error('text')}
            onChange={({ target }) => onButton({ ...button, text: { ...button.text, [locale]: target.value } })}
          />
        </div>
      ))}
      <ProblemLines field={`${field}.text`} id={error('text')} problems={problems} words={words} />
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
          {...text(`${name}.value`)}
          value={value}
          aria-invalid={hasFault(problems, `${field}.${action}`)}
          aria-describedby={error('value')}
          onChange={({ target }) => onButton({ text: button.text, ...withAction(action, target.value) })}
        />
      </div>
      <ProblemLines field={`${field}.${action}`} id={error('value')} problems={problems} words={words} />
      <ButtonMoves row={row} place={place} size={size} {...part} />
    </fieldset>
  )
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
      <ChangeButton says={`button.left${at}`} change={change} label={editor.left} isDisabled={place === 0}>
        ←
      </ChangeButton>
      <ChangeButton says={`button.right${at}`} change={change} label={editor.right} isDisabled={place === size.row - 1}>
        →
      </ChangeButton>
      <ChangeButton says={`button.up${at}`} change={change} label={editor.up} isDisabled={isAlone && row === 0}>
        ↑
      </ChangeButton>
      <ChangeButton
        says={`button.down${at}`}
        change={change}
        label={editor.down}
        isDisabled={isAlone && row === size.rows - 1}
      >
        ↓
      </ChangeButton>
      <ChangeButton says={`button.remove${at}`} change={change} label={editor.removeButton}>
        ✕
      </ChangeButton>
    </div>
  )
}
