import { Notice } from '../ui/notice.tsx'

export const formProblemId = 'form-problem'

export interface FormProblemProps {
  text: string | undefined
}

/** What is wrong with a form as a whole; its fields name it by `formProblemId`. */
export function FormProblem({ text }: FormProblemProps) {
  return (
    text !== undefined && (
      <Notice id={formProblemId} kind="error">
        {text}
      </Notice>
    )
  )
}
