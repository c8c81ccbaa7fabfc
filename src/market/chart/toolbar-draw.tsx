import { useSignals } from '@preact/signals-react/runtime'
import type { MouseEvent } from 'react'
import { drawingKinds } from './drawing.ts'
import type { DrawingDesk } from './drawing-desk.ts'
import { toolKeys } from './drawing-keys.ts'
import { SavingMark } from './drawing-saving.tsx'
import { Glyph, type GlyphName } from './glyph.tsx'
import type { ChartWords } from './words.ts'

export interface DrawingBarProps {
  desk: DrawingDesk
  words: ChartWords
  /** Whether the chart has come to life: nothing can be drawn before */
  isReady: boolean
}

interface ToolProps {
  glyph: GlyphName
  label: string
  /** As people read it: `Alt+T` */
  keys?: string
  isPressed?: boolean
  isDisabled?: boolean
  onPress(event: MouseEvent): void
}

/** Tools to draw with, along the side of the charts, or below them where there is no room. */
export function DrawingBar({ desk, words, isReady }: DrawingBarProps) {
  useSignals()
  const { drawing } = words
  const tool = desk.tool.value
  const store = isReady ? desk.active.value?.store() : undefined
  const steps = store?.steps.value
  const taken = store?.drawings.value.find(({ id }) => id === desk.selected.value)
  return (
    <div className="drawing-bar" role="toolbar" aria-label={drawing.tools} aria-orientation="vertical">
      <Tool
        glyph="cursor"
        label={drawing.cursor}
        keys="Esc"
        isPressed={tool === undefined}
        isDisabled={!isReady}
        onPress={() => desk.choose(undefined)}
      />
      {drawingKinds.map((kind) => (
        <Tool
          key={kind}
          glyph={kind === 'line' ? 'draw-line' : kind}
          label={drawing.kinds[kind]}
          keys={`Alt+${toolKeys[kind]}`}
          isPressed={tool === kind}
          isDisabled={!isReady}
          // Whoever presses by a key goes on by keys: a press by a key has no clicks.
          onPress={({ detail }) => desk.choose(tool === kind ? undefined : kind, detail === 0)}
        />
      ))}
      <label className="drawing-color" title={drawing.color}>
        <input
          type="color"
          aria-label={drawing.color}
          value={taken?.color ?? desk.color.value}
          disabled={!isReady}
          onChange={({ target }) => {
            desk.color.value = target.value
            if (taken && store) store.put({ ...taken, color: target.value }, 'colour')
          }}
        />
      </label>
      <Tool
        glyph="magnet"
        label={drawing.magnet}
        isPressed={desk.isMagnetic.value}
        isDisabled={!isReady}
        onPress={() => {
          desk.isMagnetic.value = !desk.isMagnetic.peek()
        }}
      />
      <Tool
        glyph="hidden"
        label={drawing.hide}
        isPressed={desk.areHidden.value}
        isDisabled={!isReady}
        onPress={() => {
          desk.areHidden.value = !desk.areHidden.peek()
        }}
      />
      <Tool glyph="undo" label={drawing.undo} keys="Ctrl+Z" isDisabled={!steps?.back} onPress={() => store?.undo()} />
      <Tool
        glyph="redo"
        label={drawing.redo}
        keys="Ctrl+Shift+Z"
        isDisabled={!steps?.forth}
        onPress={() => store?.redo()}
      />
      <Tool
        glyph="remove"
        label={drawing.remove}
        keys="Delete"
        isDisabled={!taken}
        onPress={() => {
          if (taken) store?.remove(taken.id)
          desk.selected.value = undefined
        }}
      />
      <SavingMark saving={store?.saving.value ?? { name: 'loading' }} words={words} onRetry={() => store?.retry()} />
      <output className="visually-hidden" aria-live="polite">
        {tool && !desk.message.value ? drawing.first : desk.message.value}
      </output>
    </div>
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
