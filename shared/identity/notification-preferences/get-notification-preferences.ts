import { operation } from '../../kernel/api/operation/operation.ts';
import { loadChoice } from './load-choice.ts';
import {
  notificationPreferencesSchema,
  PREFERENCES_PATH,
  toPreferences,
} from './notification-preferences.ts';

export const getNotificationPreferences = operation({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: PREFERENCES_PATH,
  tag: 'Notifications',
  summary: 'Get notification preferences',
  description:
    'Returns how the caller is notified of each kind of news of the workspace: by mail, and by notifications.',
  scopes: ['stories:read'],
  principals: ['user'],
  output: notificationPreferencesSchema,
  handle: async ({ caller, read }) => toPreferences((await loadChoice(caller, read)).choice),
});
