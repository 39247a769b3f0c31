import { expect } from 'vitest';
import { newNotification, notificationApi } from '../notifications/notification-api.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Marking notifications, and choosing how to be told, with a key each. */
export function notificationWrites(place: () => Place): Record<string, Write> {
  const own = () => notificationApi(place().workspace, place().admin.client);
  const headers = () => ({ 'idempotency-key': newKey() });
  const told = async () => {
    const { workspace, admin, team } = place();
    const { id } = await createStoryAs(admin.client, workspace, { teamId: team.id });
    return await newNotification(workspace, admin, id);
  };
  const unread = async () => (await own().shown({ state: 'unread', limit: 100 })).map(({ id }) => id);
  return {
    async markNotificationRead() {
      const [id, keyed] = [await told(), headers()];
      return {
        send: () => own().mark(id, 'read', keyed),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect((await own().get(id)).json.data).toEqual(json.data);
          expect(await unread()).not.toContain(id);
        },
      };
    },
    async markNotificationUnread() {
      const [id, keyed] = [await told(), headers()];
      await own().mark(id, 'read');
      return {
        send: () => own().mark(id, 'unread', keyed),
        async verify({ status, json, text }) {
          expect([status, json.data.readAt], text).toEqual([200, null]);
          expect((await unread()).filter((one) => one === id)).toHaveLength(1);
        },
      };
    },
    async markNotificationsRead() {
      const [id, keyed] = [await told(), headers()];
      const { createdAt } = (await own().get(id)).json.data;
      return {
        send: () => own().markAll(createdAt, keyed),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { until: createdAt }]);
          expect(await unread()).toEqual([]);
        },
      };
    },
    async updateNotificationPreferences() {
      const [mail, keyed] = ['off', headers()];
      return {
        send: () => own().prefer({ kinds: { commented: { mail } } }, keyed),
        async verify({ status, json, text }) {
          expect([status, json.data.kinds.commented], text).toEqual([200, { mail, inApp: true }]);
          expect((await own().preferences()).json.data).toEqual(json.data);
        },
      };
    },
  };
}
