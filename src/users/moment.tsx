import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'

export interface MomentProps {
  /** ms UTC; nothing draws what stands for never */
  at: number | null
  never?: string
}

/** A time of the Moscow clock, readable by machines too. */
export function Moment({ at, never = '—' }: MomentProps) {
  const { locale } = useLocale()
  if (at === null) return <span className="faint">{never}</span>
  return <time dateTime={new Date(at).toISOString()}>{formatTime(locale, at)}</time>
}
