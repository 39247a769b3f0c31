import { analysisGroup } from './groups/analysis.ts';
import { feedbackGroup } from './groups/feedback.ts';
import { moderationGroup } from './groups/moderation.ts';
import { planningGroup } from './groups/planning.ts';
import { webhookGroup } from './groups/webhooks.ts';
import { commentGroup, commentRoutes } from './groups/comments.ts';
import { docsRoutes } from './docs/index.ts';
import { discoveryRoutes } from './system/discovery.ts';
import { reachRoutes } from './system/reach.ts';
import { credentialGroup } from './groups/credentials.ts';
import { workspaceGroup } from './workspace.ts';
import { changeGroup } from './groups/changes.ts';
import { mcpRoutes } from './mcp/index.ts';
import { oauthRoutes } from '../pages/accounts/index.ts';
import { publicPortalOperations, publicPortalRoutes } from '../pages/public-portals/index.ts';
import { imageGroup, imageRoutes } from './groups/images.ts';
import { manageRoutes } from './manage.ts';
import { scheduleGroup } from './groups/schedule.ts';
import { searchGroup, searchRoutes } from './groups/search.ts';
import { storyGroup } from './groups/stories.ts';
import { systemOperations } from './system/index.ts';
import type { ServedOperation } from '../kernel/api/operation/operation-kinds.ts';
import type { WebRoute } from '../kernel/api/operation/web-route.ts';
import { wholeTable } from '../kernel/core/needs.ts';
import type { FunctionGroup } from './groups/function-group.ts';

/** The audit trail records where a request came from, which the edge reports. */
const recording: FunctionGroup['needs']['secrets'] = ['KEYRING_ARN', 'EDGE_KEY_ARN'];

/** The operations and rights of each function behind the gateway, by its name: functions/<name>.ts. */
export const functionGroups = {
  // OAuth clients may find, read and update stories for a user.
  stories: api(storyGroup, ['KEYRING_ARN']),
  planning: api(planningGroup, ['KEYRING_ARN']),
  // Its sandboxes hold read models, so that no other function's memory and start pay for them.
  search: {
    operations: searchGroup,
    routes: searchRoutes,
    // It limits the requests of a network that guesses addresses of calendars, and the edge reports the network.
    needs: { table: wholeTable, secrets: ['KEYRING_ARN', 'EDGE_KEY_ARN'], snapshots: true },
  },
  analysis: api(analysisGroup, ['KEYRING_ARN']),
  schedule: api(scheduleGroup, recording),
  comments: {
    operations: commentGroup,
    routes: commentRoutes,
    needs: { table: wholeTable, secrets: recording, attachments: 'serve' },
  },
  feedback: api(feedbackGroup, recording),
  // With the pages of members, which are separate from those of visitors so that these do not pay for their code.
  moderation: {
    operations: moderationGroup,
    routes: manageRoutes,
    // The forms upload images, and the pages of stories take and show files.
    needs: { table: wholeTable, secrets: recording, attachments: 'servePages' },
  },
  portals: {
    operations: publicPortalOperations,
    routes: publicPortalRoutes,
    // It limits the requests of a network, whose address the edge reports.
    needs: { table: wholeTable, secrets: ['KEYRING_ARN', 'EDGE_KEY_ARN'], snapshots: true },
  },
  // What reads and draws pictures has WebAssembly and fonts that no other function needs.
  images: {
    operations: imageGroup,
    routes: imageRoutes,
    needs: { table: wholeTable, secrets: recording, attachments: 'images' },
  },
  webhooks: {
    operations: webhookGroup,
    routes: [],
    needs: { table: wholeTable, secrets: recording, accountId: true },
  },
  changes: api(changeGroup, ['KEYRING_ARN']),
  workspace: {
    operations: workspaceGroup,
    routes: [],
    needs: { table: wholeTable, secrets: recording, attachments: 'linkExports' },
  },
  credentials: api(credentialGroup, recording),
  public: {
    operations: systemOperations,
    routes: [...docsRoutes, ...discoveryRoutes, ...reachRoutes],
    // What may be crawled depends on the public portals, which an index has.
    needs: { table: ['read', 'index'] },
  },
  mcp: {
    operations: [],
    routes: mcpRoutes,
    needs: { table: wholeTable, secrets: ['KEYRING_ARN'], snapshots: true, attachments: 'serve' },
  },
  oauth: {
    operations: [],
    routes: oauthRoutes,
    // It counts attempts by the address that they come from, which the edge sends.
    needs: {
      table: wholeTable,
      secrets: ['KEYRING_ARN', 'SIGN_IN_SECRET_ARN', 'EDGE_KEY_ARN'],
      pageAssets: true,
    },
  },
} satisfies Record<string, FunctionGroup>;

/** The function that answers requests whose path belongs to no group. */
export const fallbackGroup: keyof typeof functionGroups = 'public';

function api(operations: readonly ServedOperation[], secrets: FunctionGroup['needs']['secrets'] = []) {
  return { operations, routes: [], needs: { table: wholeTable, secrets } } satisfies FunctionGroup;
}

const groups: [string, FunctionGroup][] = Object.entries(functionGroups);

export const allOperations: ServedOperation[] = groups.flatMap(([, { operations }]) => operations);

/** Every route with a response outside the envelope, by the name of the function that serves it. */
export const webRegistry: Readonly<Record<string, readonly WebRoute[]>> = Object.fromEntries(
  groups.map(([name, { routes }]) => [name, routes]),
);
