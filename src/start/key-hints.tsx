import { useLocale } from '../i18n/context.tsx'
import type { MessageKey } from '../i18n/translate.ts'
import { StartCard } from './start-card.tsx'

const keys: readonly { keys: readonly string[]; text: MessageKey }[] = [
  { keys: ['Ctrl', 'K'], text: 'market.start.keySearch' },
  { keys: ['/'], text: 'market.start.keyField' },
  { keys: ['1', '…', '6'], text: 'market.start.keyTimeframe' },
  { keys: ['A', '…', 'Z'], text: 'market.start.keyAsset' },
]

export function KeyHints() {
  const { t } = useLocale()
  return (
    <StartCard id="keys" title={t('market.start.keys')}>
      <dl className="start-keys">
        {keys.map(({ keys, text }) => (
          <div key={text}>
            <dt>{keys.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}</dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </StartCard>
  )
}
