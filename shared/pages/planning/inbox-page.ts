import type { Form } from '../../kernel/api/http/form.ts';
import {
  listNotifications,
  markNotificationRead,
  markNotificationUnread,
  markNotificationsRead,
} from '../../planning/pages/page-news.ts';
import { runWhole } from '../kit/run-operation.ts';
import { inboxView } from './inbox-view.ts';
import { workspaceForm, workspacePage } from './member-page.ts';

/** The notifications of a page. */
const SHOWN_MAX = 30;

/** What a member was notified of in a workspace: what is unread or, with `?state=all`, all of the last 90 days. */
export const page = workspacePage({
  load: (asked) => ({
    notifications: runWhole(asked, listNotifications, {
      query: {
        state: asked.query['state'] === 'all' ? 'all' : 'unread',
        ...(asked.query['cursor'] !== undefined && { cursor: asked.query['cursor'] }),
        limit: SHOWN_MAX,
      },
    }),
  }),
  view: ({ notifications: { data, meta } }, { t, tools, member, query }) => ({
    title: t.text('news.title'),
    ownPage: 'inbox',
    body: inboxView({
      t,
      tools,
      workspaceId: member.workspaceId,
      notifications: data,
      nextCursor: meta.nextCursor,
      state: query['state'] === 'all' ? 'all' : 'unread',
      cursor: query['cursor'],
    }),
  }),
});

/** The page that a form was sent from, with what was done. */
function pageOf(path: string, { state, cursor }: Form, done: string): string {
  const query = { done, ...(state === 'all' && { state }), ...(cursor !== undefined && { cursor }) };
  return `${path}?${new URLSearchParams(query).toString()}`;
}

export const forms = {
  readNotifications: workspaceForm({
    operation: markNotificationsRead,
    body: (_, { until }) => ({ until }),
    done: '?done=all',
  }),
  readNotification: workspaceForm({
    operation: markNotificationRead,
    // What was deleted meanwhile is no news.
    isDoneIfGone: true,
    done: ({ page: path }, _, form) => pageOf(path, form, 'read'),
  }),
  unreadNotification: workspaceForm({
    operation: markNotificationUnread,
    isDoneIfGone: true,
    done: ({ page: path }, _, form) => pageOf(path, form, 'unread'),
  }),
};
