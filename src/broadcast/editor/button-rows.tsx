import { type KeyboardEvent, useRef } from 'react'
import { locales } from '../../i18n/locales.ts'
import { countOf } from '../../telegram/message/check-buttons.ts'
import type { Button } from '../../telegram/message/content.ts'
import { fillWords } from '../../telegram/message/words.ts'
import { carryButton, type Spot } from './change-form.ts'
import { EditorIcon } from './editor-icon.tsx'
import { ChangeButton, CountMark, hasFault, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'
import { actionOf, buttonActions, withAction } from './message-form.ts'

export interface ButtonRowsProps extends PartProps {
  rows: Button[][]
  onRows(rows: Button[][]): void
}

const moves: Readonly<Record<string, string>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export function ButtonRows({ rows, onRows, ...part }: ButtonRowsProps) {
  const { words, problems, change } = part
  const { editor } = words
  const put = (row: number, place: number, changed: Button) =>
    onRows(rows.map((buttons, at) => buttons.map((each, spot) => (at === row && spot === place ? changed : each))))
  const carried = useRef<Spot>(undefined)
  const drop = (to: Spot) => carried.current && onRows(carryButton(rows, carried.current, to))
  /** Moves the button whose field has the focus, on Alt and an arrow key. */
  const move = (event: KeyboardEvent, row: number, place: number) => {
    const how = event.altKey ? moves[event.key] : undefined
    if (!how || !change) return
    event.preventDefault()
    change(`button.${how}-${row}-${place}`)
  }
  return (
    <fieldset className="editor-part">
      <legend>{editor.buttons}</legend>
      <p className="field-hint">{editor.buttonsHint}</p>
      <ProblemLines field="buttons" id={idOf('buttons-error')} problems={problems} words={words} />
      {rows.map((buttons, row) => {
        const name = `row.${row}`
        return (
          <fieldset key={name} className="editor-row">
            <legend>{fillWords(editor.row, { row: row + 1 })}</legend>
            <input type="hidden" name={name} value="" />
            <ProblemLines field={`buttons.${row}`} id={idOf(`row-${row}-error`)} problems={problems} words={words} />
            {buttons.map((button, place) => {
              const spot = `button.${row}.${place}`
              return (
                <ButtonFields
                  key={spot}
                  button={button}
                  row={row}
                  place={place}
                  size={{ row: buttons.length, rows: rows.length }}
                  onButton={(changed) => put(row, place, changed)}
                  onCarry={() => {
                    carried.current = { row, place }
                  }}
                  onDrop={() => drop({ row, place })}
                  onKey={(event) => move(event, row, place)}
                  {...part}
                />
              )
            })}
            <ChangeButton action={`button.add-${row}`} change={change}>
              {fillWords(editor.addButton, { row: row + 1 })}
            </ChangeButton>
          </fieldset>
        )
      })}
      <ChangeButton action="row.add" change={change}>
        {editor.addRow}
      </ChangeButton>
    </fieldset>
  )
}

interface ButtonFieldsProps extends PartProps {
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

function ButtonFields({ button, row, place, size, onButton, onKey, onCarry, onDrop, ...part }: ButtonFieldsProps) {
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
          <EditorIcon name="handle" />
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
        <EditorIcon name="left" />
      </ChangeButton>
      <ChangeButton
        action={`button.right${at}`}
        change={change}
        label={editor.right}
        isDisabled={place === size.row - 1}
      >
        <EditorIcon name="right" />
      </ChangeButton>
      <ChangeButton action={`button.up${at}`} change={change} label={editor.up} isDisabled={isAlone && row === 0}>
        <EditorIcon name="up" />
      </ChangeButton>
      <ChangeButton
        action={`button.down${at}`}
        change={change}
        label={editor.down}
        isDisabled={isAlone && row === size.rows - 1}
      >
        <EditorIcon name="down" />
      </ChangeButton>
      <ChangeButton action={`button.remove${at}`} change={change} label={editor.removeButton}>
        <EditorIcon name="remove" />
      </ChangeButton>
    </div>
  )
}
