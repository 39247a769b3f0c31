import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { getMemberItem, userIdOf } from '../../kernel/auth/membership-store.ts';
import type { MailSubscription } from '../mail/mail.ts';
import { getNewsChoice, type NewsChoice } from '../mail/preference-store.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import {
  notificationPreferencesSchema,
  PREFERENCES_PATH,
  toPreferences,
} from './notification-preferences.ts';

const nothingChosen: NewsChoice = {
  mode: undefined,
  mailOf: {},
  unlisted: [],
  feedback: 'off',
  chosenAt: null,
};

/** The caller's choice, and where it is stored; nowhere for a member without an account. */
export async function loadChoice(
  { workspaceId, principalId }: Caller,
  read: Reader,
): Promise<{ subscription: MailSubscription | undefined; choice: NewsChoice }> {
  const member = await getMemberItem(read, workspaceId, principalId);
  const userId = member && userIdOf(member);
  if (userId === undefined) return { subscription: undefined, choice: nothingChosen };
  const subscription = { userId, portalId: workspaceId };
  return { subscription, choice: await getNewsChoice(read, subscription) };
}

export const getNotificationPreferences = operation({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: PREFERENCES_PATH,
  tag: 'Notifications',
  summary: 'Get notification preferences',
  description:
    'Returns how the caller is told of each kind of news of the workspace: by mail, and by notifications.',
  scopes: ['stories:read'],
  principals: ['user'],
  output: notificationPreferencesSchema,
  handle: async ({ caller, read }) => toPreferences((await loadChoice(caller, read)).choice),
});
