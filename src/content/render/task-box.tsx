import { useLocale } from '../../i18n/context.tsx'
import { flagAttribute } from './attributes.ts'
import type { BlockProps } from './block.ts'

export function TaskBox({ block }: BlockProps) {
  const { t } = useLocale()
  const isDone = flagAttribute(block.attributes, 'checked')
  return (
    <input
      type="checkbox"
      disabled
      defaultChecked={isDone}
      aria-label={isDone ? t('prose.taskDone') : t('prose.taskOpen')}
    />
  )
}
