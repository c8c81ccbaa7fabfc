import { useLocale } from '../i18n/context.tsx'
import { localised } from '../i18n/locales.ts'
import { FlashToast } from '../ui/toasts/toasts.tsx'
import type { UndoableFlash } from './flash.ts'
import { undoForMs } from './undo-time.ts'

export interface UndoToastProps {
  flashes: readonly UndoableFlash[]
  /** Path of the undo route, below the locale */
  action: string
  /** Path of the page to return to, below the locale */
  back?: string
}

/** Shows the results of submitted forms, each with its own undo. */
export function UndoToast({ flashes, action, back }: UndoToastProps) {
  return flashes.map(({ text, undo, forMs = undoForMs }, at) => (
    <FlashToast key={undo ?? text} {...(undo && { forMs })} isFocused={at === flashes.length - 1}>
      <p>{text}</p>
      {undo && <UndoForm action={action} token={undo} {...(back && { back })} />}
    </FlashToast>
  ))
}

interface UndoFormProps extends Omit<UndoToastProps, 'flashes'> {
  token: string
}

function UndoForm({ action, token, back }: UndoFormProps) {
  const { locale, t } = useLocale()
  return (
    <form method="post" action={localised(locale, action)} className="undo" data-undo>
      <input type="hidden" name="undo" value={token} />
      {back && <input type="hidden" name="back" value={back} />}
      <button type="submit" className="button button-quiet">
        {t('ui.undo')}
      </button>
      <span className="field-hint">{t('ui.undoHint')}</span>
    </form>
  )
}
