import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import type { Manifest } from '../http/manifest.ts'
import { paths } from '../paths.ts'
import { contentRoutes } from './content-routes.tsx'
import type { FeedbackDeps } from './feedback-deps.ts'
import { voteRoutes } from './vote-routes.ts'

export const feedbackManifest = {
  pages: (deps) => feedbackRoutes(deps),
  navigation: [
    {
      menu: 'admin',
      path: paths.adminContent,
      icon: 'i-lucide-message-square-text',
      label: 'feedback.title',
      order: 25,
    },
    {
      menu: 'places-admin',
      path: paths.adminContent,
      icon: 'i-lucide-message-square-text',
      label: 'feedback.title',
      text: 'feedback.description',
      order: 25,
    },
  ],
} satisfies Manifest<FeedbackDeps>

function feedbackRoutes(deps: FeedbackDeps) {
  return joinRoutes<AuthEnv>([voteRoutes(deps), contentRoutes(deps)])
}
