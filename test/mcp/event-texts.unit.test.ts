import { expect, test } from 'vitest';
import { toMcpEvent } from '../../shared/events/subscriptions/mcp-event.ts';

test('an event makes its invisible characters visible, also in what changed', () => {
  const hidden = `a\u{E0041}b\u202ec`;
  const event = toMcpEvent(
    'story.updated',
    {
      id: 'e',
      type: 'story.updated',
      timestamp: '2026-11-20T12:00:00.000Z',
      teamId: 't',
      actor: { kind: 'user', id: 'm', via: 'rest' },
      data: { id: 's', title: hidden, labels: [hidden], estimateValue: 3, archivedAt: null },
      changes: [{ field: 'title', from: hidden, to: hidden }],
    },
    { workspaceId: 'w' },
    'm',
  )!;
  const shown = 'a\\u{E0041}b\\u{202E}c';
  expect(event.data).toMatchObject({
    resource: { id: 's', title: shown, labels: [shown], estimateValue: 3, archivedAt: null },
    changes: [{ field: 'title', from: shown, to: shown }],
  });
});
