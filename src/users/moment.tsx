import { useLocale } from '../i18n/context.tsx'
import { formatTime } from '../i18n/format.ts'

export interface MomentProps {
  /** ms UTC; null shows `never` */
  at: number | null
  never?: string
}

/** A `<time>` element in Moscow time. */
export function Moment({ at, never = '—' }: MomentProps) {
  const { locale } = useLocale()
  if (at === null) return <span className="faint">{never}</span>
  return <time dateTime={new Date(at).toISOString()}>{formatTime(locale, at)}</time>
}
