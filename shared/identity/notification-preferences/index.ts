import { getNotificationPreferences } from './get-notification-preferences.ts';
import { updateNotificationPreferences } from './update-notification-preferences.ts';

export const notificationPreferenceOperations = [getNotificationPreferences, updateNotificationPreferences];
