export interface MarkedTextProps {
  parts: { text: string; isMatch: boolean }[]
}

export function MarkedText({ parts }: MarkedTextProps) {
  let offset = 0
  return parts.map(({ text, isMatch }) => {
    const key = offset
    offset += text.length
    return isMatch ? <mark key={key}>{text}</mark> : text
  })
}
