import { Notice } from '../ui/notice.tsx'

export const formProblemId = 'form-problem'

export interface FormProblemProps {
  text: string | undefined
}

export function FormProblem({ text }: FormProblemProps) {
  return (
    text !== undefined && (
      <Notice id={formProblemId} kind="error">
        {text}
      </Notice>
    )
  )
}
