import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { listNotifications } from '../../planning/notifications/list-notifications.ts';
import { markNotificationsRead } from '../../planning/notifications/mark-notifications-read.ts';
import { toolsOf } from './tools-of.ts';

/** mark_notifications_read: doing it again does nothing more, so it takes no key. */
const markedRead: ToolOverrides = {
  extendInput: ({ idempotencyKey: _, ...shape }) => shape,
  run: async (call) => {
    const args = { ...call.args, idempotencyKey: call.services.randomBytes(16).toString('hex') };
    return await runOperation(markNotificationsRead, { ...call, args });
  },
};

/** The tools of what a person was notified of. */
export const notificationTools = toolsOf([[[listNotifications], [markNotificationsRead, markedRead]]]);
