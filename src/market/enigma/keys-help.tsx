import { useLocale } from '../../i18n/context.tsx'
import { Icon } from '../../ui/icon.tsx'

const keys = [
  { keys: ['j', 'k'], label: 'enigma.keysMove' },
  { keys: ['s'], label: 'enigma.keysStar' },
  { keys: ['Enter'], label: 'enigma.keysOpen' },
  { keys: ['/'], label: 'enigma.keysSearch' },
  { keys: ['?'], label: 'enigma.keysHelp' },
] as const

/** The keys of the list, in a popover, which needs no script to open. */
export function KeysHelp() {
  const { t } = useLocale()
  return (
    <>
      <button
        type="button"
        className="icon-button enigma-keys-button"
        popoverTarget="enigma-keys"
        aria-label={t('enigma.keys')}
      >
        <Icon name="i-lucide-keyboard" />
      </button>
      <div id="enigma-keys" className="users-keys" popover="auto" role="dialog" aria-label={t('enigma.keys')}>
        <dl>
          {keys.map(({ keys: names, label }) => (
            <div key={label}>
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{t(label)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  )
}
