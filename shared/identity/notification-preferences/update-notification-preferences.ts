import { putNewsChoice } from '../mail/preference-store.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { loadChoice } from './load-choice.ts';
import {
  chosenAfter,
  notificationPreferencesSchema,
  PREFERENCES_PATH,
  preferencesUpdateSchema,
  toPreferences,
} from './notification-preferences.ts';

export const updateNotificationPreferences = operation({
  id: 'updateNotificationPreferences',
  method: 'PATCH',
  path: PREFERENCES_PATH,
  tag: 'Notifications',
  summary: 'Change notification preferences',
  description:
    'Changes how the caller is notified of the named kinds, from then on; mail chosen here is the same as on the page that mails link.',
  scopes: ['stories:read'],
  principals: ['user'],
  errors: ['conflict'],
  body: preferencesUpdateSchema,
  output: notificationPreferencesSchema,
  handle: async ({ body, caller, read, now, commit }) => {
    const { subscription, choice, chosen } = await loadChoice(caller, read);
    if (!subscription) throw noAccount();
    const at = choice.chosenAt === null ? now.toISOString() : nextTimestamp(now, choice.chosenAt);
    // What applies by default is not stored, since it is another for another role.
    const next = { ...chosen, ...chosenAfter(chosen, body), chosenAt: at };
    await commit([putNewsChoice(subscription, next, chosen, writeConflict)], caller.principalId);
    return toPreferences({ ...next, feedback: next.feedback ?? choice.feedback });
  },
  replay: async ({ caller, read }) => toPreferences((await loadChoice(caller, read)).choice),
});

const noAccount = () =>
  conflict('You have no account yet, so you get no mail.', 'Accept the invitation to the workspace first.');
