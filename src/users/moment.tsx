import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'

export interface MomentProps {
  /** Time to show, ms UTC; for null the text `never` is shown */
  at: number | null
  never?: string
}

/** Shows a time in Moscow time as a `<time>` element. */
export function Moment({ at, never = '—' }: MomentProps) {
  const { locale } = useLocale()
  if (at === null) return <span className="faint">{never}</span>
  return <time dateTime={new Date(at).toISOString()}>{formatTime(locale, at)}</time>
}
