import { type KeyboardEvent, useRef } from 'react'
import type { Button } from '../../telegram/message/content.ts'
import { fillWords } from '../../telegram/message/words.ts'
import { ButtonFields } from './button-fields.tsx'
import { carryButton, type Spot } from './change-form.ts'
import { ChangeButton, idOf, type PartProps, ProblemLines } from './editor-parts.tsx'

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
