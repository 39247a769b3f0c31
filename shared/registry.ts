import { feedbackGroup } from './groups/feedback.ts';
import { planningGroup } from './groups/planning.ts';
import { webhookGroup } from './groups/webhooks.ts';
import { commentOperations } from './comments/index.ts';
import { docsRoutes } from './docs/index.ts';
import { workspaceGroup } from './groups/workspace.ts';
import { mcpRoutes } from './mcp/index.ts';
import { oauthRoutes } from './oauth/index.ts';
import { publicPortalOperations, publicPortalRoutes } from './public-portals/index.ts';
import { storyOperations } from './groups/stories.ts';
import { systemOperations } from './system/index.ts';
import type { ServedOperation } from './api/operation/operation-kinds.ts';
import type { WebRoute } from './api/operation/web-route.ts';

/** Every operation, under the name of the function (functions/<name>.ts) that serves it. */
export const registry = {
  stories: storyOperations,
  planning: planningGroup,
  comments: commentOperations,
  feedback: feedbackGroup,
  portals: publicPortalOperations,
  webhooks: webhookGroup,
  workspace: workspaceGroup,
  public: systemOperations,
} satisfies Record<string, ServedOperation[]>;

/** Every address that answers outside the envelope, under the name of the function that serves it. */
export const webRegistry: Readonly<Record<string, readonly WebRoute[]>> = {
  mcp: mcpRoutes,
  oauth: oauthRoutes,
  portals: publicPortalRoutes,
  public: docsRoutes,
};

export const allOperations: ServedOperation[] = Object.values(registry).flat();
