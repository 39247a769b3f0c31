import { toolText } from '../../kernel/api/mcp/tool-text.ts';
import { NEW_KEY } from './code-literal.ts';
import { DOT, exampleId } from './example-values.ts';

interface OperationExample {
  request?: unknown;
  answer?: unknown;
}

const workspace = {
  id: exampleId('workspaceId'),
  name: 'Acme Inc',
  slug: 'acme',
  role: 'member',
  memberId: exampleId('memberId'),
};

const workday = [{ start: '09:00', end: '17:00' }];

/** Examples of operations whose schemas are not enough to generate them. */
export const operationExamples: Record<string, OperationExample> = {
  bulkCreateStories: {
    request: {
      items: [
        { idempotencyKey: NEW_KEY, body: { teamId: '$TEAM', title: 'Export a sprint as CSV' } },
        { idempotencyKey: NEW_KEY, body: { teamId: '$TEAM', title: 'Export a team as CSV' } },
      ],
    },
  },
  applySprintPlan: { request: { stories: [{ storyId: '$TEAM_STORY' }] } },
  createPortalImage: { request: { data: DOT } },
  createFeedbackImage: { request: { data: DOT, replacesImageId: '$IMAGE' } },
  redeliverWebhookEvents: { request: { since: '$(date -u +%Y-%m-%dT00:00:00Z)' } },
  previewSchedule: { request: { stories: [{ storyId: '$STORY', priority: 'urgent' }] } },
  previewPlan: { request: { changes: [{ storyId: '$STORY', patch: { priority: 'urgent' } }] } },
  // Days that are not sent have no working hours: a whole week, so that no one's is emptied by the example.
  updateWorkingHours: {
    request: {
      timeZone: 'Europe/Berlin',
      weekly: {
        monday: workday,
        tuesday: workday,
        wednesday: workday,
        thursday: workday,
        friday: workday,
      },
    },
  },
  sendMCPMessage: {
    request: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_workspaces', arguments: {} },
    },
    answer: {
      result: {
        content: [{ type: 'text', text: toolText({ data: [workspace] }) }],
        structuredContent: { data: [workspace] },
      },
      jsonrpc: '2.0',
      id: 1,
    },
  },
};
