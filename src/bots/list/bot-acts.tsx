import { useLocale } from '../../i18n/context.tsx'
import { localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import type { BotLine } from './bot-line.ts'

export interface BotActsProps {
  line: BotLine
  /** Return address: a path with query, without the locale prefix */
  back: string
}

const icons = { start: 'i-lucide-play', pause: 'i-lucide-pause', resume: 'i-lucide-play' } as const

/** Actions of a list row without confirmation: all except stop, which is final. */
export function BotActs({ line: { id, name, state }, back }: BotActsProps) {
  const { locale, t } = useLocale()
  const act = { draft: 'start', running: 'pause', paused: 'resume' }[state as 'draft'] as keyof typeof icons | undefined
  if (act === undefined) return null
  return (
    <form method="post" action={localised(locale, href(paths.botAct, { id }))}>
      <input type="hidden" name="back" value={back} />
      <button
        type="submit"
        name="act"
        value={act}
        className="icon-button"
        aria-label={t(`botList.acts.${act}`, { name })}
        title={t(`botList.acts.${act}`, { name })}
      >
        <Icon name={icons[act]} />
      </button>
    </form>
  )
}
