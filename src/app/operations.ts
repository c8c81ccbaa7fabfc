import { challengeOperations } from '../account/passkeys/challenge-operations.ts'
import { authOperations } from '../auth/api-operations.ts'
import { botsOperations } from '../bots/api/bots-api-operations.ts'
import { protocolOperations } from '../content/protocol/protocol-operations.ts'
import { iconOperations } from '../icons/icon-operations.ts'
import { marketOperations } from '../market/api-operations.ts'
import { openApiOperations } from '../openapi/openapi-operations.ts'
import type { Operation } from '../openapi/operation.ts'
import { opsOperations } from '../ops/ops-operations.ts'
import { serviceOperations } from '../site/service-operations.ts'

/** All API operations in the order of the reference */
export const operations: readonly Operation[] = [
  ...marketOperations,
  ...botsOperations,
  ...authOperations,
  ...challengeOperations,
  ...protocolOperations,
  ...openApiOperations,
  ...iconOperations,
  ...serviceOperations,
  ...opsOperations,
]
