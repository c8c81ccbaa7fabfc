import type { MessageWords } from '../../telegram/message/words.ts'
import type { DraftState } from './autosave.ts'
import type { LocalCopy } from './local-copy.ts'

export interface SavingMarkProps {
  draft: DraftState
  words: MessageWords
  onRestore(copy: LocalCopy): void
}

/** Shows whether the server has the content, and can restore a copy that an earlier visit left in this browser. */
export function SavingMark({
  draft: { saving, unsavedCopy, discardUnsavedCopy, retry },
  words: { editor },
  onRestore,
}: SavingMarkProps) {
  return (
    <div className="editor-saving">
      <p role="status" data-saving={saving.name}>
        {textOf(saving, editor)}{' '}
        {saving.name === 'failed' && saving.trouble !== 'refused' && (
          <button type="button" className="button button-quiet" onClick={retry}>
            {saving.trouble === 'conflict' ? editor.saveOver : editor.retry}
          </button>
        )}
      </p>
      {unsavedCopy && (
        <div className="notice notice-warning">
          <p>{editor.found}</p>
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              onRestore(unsavedCopy)
              discardUnsavedCopy()
            }}
          >
            {editor.restore}
          </button>
          <button type="button" className="button button-quiet" onClick={discardUnsavedCopy}>
            {editor.discard}
          </button>
        </div>
      )}
    </div>
  )
}

function textOf(saving: DraftState['saving'], editor: MessageWords['editor']): string {
  switch (saving.name) {
    case 'idle':
      return ''
    case 'local':
      return editor.keptHere
    case 'failed':
      return editor[saving.trouble]
    default:
      return editor[saving.name]
  }
}
