import type { Signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import type { MouseEvent } from 'react'
import { pickedHex } from '../../ui/color-picker/picked-hex.ts'
import { Glyph, type GlyphName } from '../controls/glyph.tsx'
import type { ChartWords } from '../words.ts'
import type { DrawingDesk } from './desk.ts'
import { type DrawingKind, drawingKinds } from './drawing.ts'
import { toolKeys } from './keys.ts'
import type { Saving } from './saver.ts'
import type { DrawingStore } from './store.ts'

export interface DrawingBarProps {
  desk: DrawingDesk
  words: ChartWords
  isReady: boolean
  /** Whether the tools are shown in a narrow window */
  isOpen: boolean
}

/** Tools that have a button of their own; the others are in a list */
const buttons = ['line', 'level', 'rectangle', 'measure'] as const

function isButton(kind: DrawingKind): boolean {
  return buttons.some((button) => button === kind)
}

function wantTools(desk: DrawingDesk): void {
  desk.isWanted.value = true
}

interface ToolProps {
  glyph: GlyphName
  label: string
  keys?: string
  isPressed?: boolean
  isDisabled?: boolean
  onPress(event: MouseEvent): void
}

export function DrawingBar({ desk, words, isReady, isOpen }: DrawingBarProps) {
  useSignals()
  const { drawing } = words
  const tool = desk.tool.value
  const store = isReady ? desk.active.value?.store() : undefined
  const selected = store?.drawings.value.find(({ id }) => id === desk.selected.value)
  const color = selected?.color ?? desk.color.value
  const saving = store?.saving.value ?? { name: 'loading' }
  return (
    <>
      <div
        className="drawing-bar"
        role="toolbar"
        aria-label={drawing.tools}
        aria-orientation="vertical"
        data-open={isOpen || saving.name === 'failed'}
        onPointerEnter={() => wantTools(desk)}
        onFocus={() => wantTools(desk)}
      >
        <KindTools desk={desk} words={words} isReady={isReady} />
        <label className="drawing-color" title={drawing.color}>
          <input
            type="color"
            aria-label={drawing.color}
            data-has-alpha
            data-color={color}
            value={color.slice(0, 7)}
            disabled={!isReady}
            onInput={({ nativeEvent, currentTarget }) => {
              desk.color.value = pickedHex(nativeEvent, currentTarget)
              if (selected && !selected.isLocked && store) store.put({ ...selected, color: desk.color.value }, 'colour')
            }}
          />
        </label>
        <Switch glyph="magnet" label={drawing.magnet} state={desk.isMagnetic} isReady={isReady} />
        <Switch glyph="hidden" label={drawing.hide} state={desk.areHidden} isReady={isReady} />
        <StepTools store={store} words={words} />
        <Tool
          glyph="remove"
          label={drawing.remove}
          keys="Delete"
          isDisabled={!selected || selected.isLocked === true}
          onPress={() => {
            if (selected) store?.remove(selected.id)
            desk.selected.value = undefined
          }}
        />
        <SavingMark saving={saving} words={words} onRetry={() => store?.retry()} />
      </div>
      <output className="visually-hidden" aria-live="polite">
        {tool && !desk.message.value ? drawing.first : desk.message.value}
      </output>
    </>
  )
}

function KindTools({ desk, words: { drawing }, isReady }: Omit<DrawingBarProps, 'isOpen'>) {
  useSignals()
  const tool = desk.tool.value
  return (
    <>
      <Tool
        glyph="cursor"
        label={drawing.cursor}
        keys="Esc"
        isPressed={tool === undefined}
        isDisabled={!isReady}
        onPress={() => desk.choose(undefined)}
      />
      {buttons.map((kind) => (
        <Tool
          key={kind}
          glyph={kind === 'line' ? 'draw-line' : kind}
          label={drawing.kinds[kind]}
          keys={`Alt+${toolKeys[kind]}`}
          isPressed={tool === kind}
          isDisabled={!isReady}
          // A click caused by a key has `detail` 0; the tool is then used by keyboard.
          onPress={({ detail }) => desk.choose(tool === kind ? undefined : kind, detail === 0)}
        />
      ))}
      <button
        type="button"
        className="drawing-tool"
        popoverTarget="drawing-more"
        aria-label={drawing.more}
        title={drawing.more}
        aria-pressed={tool && !isButton(tool)}
        disabled={!isReady}
      >
        …
      </button>
      <fieldset id="drawing-more" className="drawing-more" popover="auto" aria-label={drawing.more}>
        {drawingKinds
          .filter((kind) => !isButton(kind))
          .map((kind) => (
            <button
              key={kind}
              type="button"
              className="drawing-choice"
              aria-pressed={tool === kind}
              popoverTarget="drawing-more"
              popoverTargetAction="hide"
              onClick={({ detail }) => desk.choose(kind, detail === 0)}
            >
              {drawing.kinds[kind]}
            </button>
          ))}
      </fieldset>
    </>
  )
}

interface SwitchProps extends Pick<ToolProps, 'glyph' | 'label'> {
  state: Signal<boolean>
  isReady: boolean
}

function Switch({ state, isReady, ...tool }: SwitchProps) {
  useSignals()
  const toggle = () => {
    state.value = !state.peek()
  }
  return <Tool {...tool} isPressed={state.value} isDisabled={!isReady} onPress={toggle} />
}

function StepTools({ store, words: { drawing } }: { store: DrawingStore | undefined; words: ChartWords }) {
  useSignals()
  const steps = store?.steps.value
  return (
    <>
      <Tool glyph="undo" label={drawing.undo} keys="Ctrl+Z" isDisabled={!steps?.back} onPress={() => store?.undo()} />
      <Tool
        glyph="redo"
        label={drawing.redo}
        keys="Ctrl+Shift+Z"
        isDisabled={!steps?.forth}
        onPress={() => store?.redo()}
      />
    </>
  )
}

function Tool({ glyph, label, keys, isPressed, isDisabled = false, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="drawing-tool"
      aria-label={label}
      aria-pressed={isPressed}
      title={keys ? `${label} (${keys})` : label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Glyph name={glyph} />
    </button>
  )
}

interface SavingMarkProps {
  saving: Saving
  words: ChartWords
  onRetry(): void
}

function SavingMark({ saving, words: { drawing }, onRetry }: SavingMarkProps) {
  if (saving.name !== 'failed') {
    const text = drawing[saving.name]
    return <span className="drawing-saving" data-saving={saving.name} role="img" aria-label={text} title={text} />
  }
  return (
    <div className="drawing-trouble" data-saving="failed" role="alert">
      <p>{drawing.troubles[saving.trouble]}</p>
      <button type="button" className="chart-button is-text" onClick={onRetry}>
        {drawing.retry}
      </button>
    </div>
  )
}
