import { useLocale } from '../i18n/context.tsx'
import type { MessageKey } from '../i18n/translate.ts'
import { Icon } from './icon.tsx'

export interface KeysHelpProps {
  /** ID of the popover with the shortcuts, for scripts that open it when `?` is pressed */
  id: string
  label: MessageKey
  keys: readonly { keys: readonly string[]; label: MessageKey }[]
  className: string
}

export function KeysHelp({ id, label, keys, className }: KeysHelpProps) {
  const { t } = useLocale()
  return (
    <>
      <button type="button" className={`icon-button ${className}`} popoverTarget={id} aria-label={t(label)}>
        <Icon name="i-lucide-keyboard" />
      </button>
      <div id={id} className="keys-help" popover="auto" role="dialog" aria-label={t(label)}>
        <dl>
          {keys.map(({ keys: names, label: does }) => (
            <div key={does}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
