import { Notice } from '../ui/notice.tsx'

export function FlashNotice({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Notice kind="success">{text}</Notice>
}
