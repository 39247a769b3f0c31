import * as z from 'zod';
import { newsKinds, type NewsKind } from '../mail/news-kind.ts';
import { mailModeOf, mailModes, type MailMode, type NewsChoice } from '../mail/preference-store.ts';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { memoize, timestamp } from '../../kernel/core/schema.ts';

export const PREFERENCES_PATH = `${WORKSPACE_PATH}/notification-preferences`;

const mail = () => z.enum(mailModes).meta({ description: 'A mail for each, one a day for all, or none.' });
const inApp = () => z.boolean().meta({ description: 'Whether they are among the notifications.' });

const FEEDBACK = 'Mail about what visitors write on the portals of the workspace, for members and admins.';

const ofKinds = <T extends z.ZodType>(one: T) =>
  Object.fromEntries(newsKinds.map((kind) => [kind, one])) as Record<NewsKind, T>;

export const notificationPreferencesSchema = memoize(() => {
  const preference = z
    .object({ mail: mail(), inApp: inApp() })
    .meta({ id: 'NotificationPreference', description: 'How the caller is notified of one kind of news.' });
  return z
    .object({
      mail: mail().meta({
        description:
          'For kinds without a choice of their own, as on the page that mails link. Until something is chosen, it is each, but daily for update_posted.',
      }),
      kinds: z.object(ofKinds(preference)),
      feedback: mail().meta({
        description: `${FEEDBACK} Until chosen, daily for admins and off for others.`,
      }),
      updatedAt: timestamp().nullable().meta({ description: 'Null until something is chosen.' }),
    })
    .meta({
      id: 'NotificationPreferences',
      description: 'How the caller is notified of the news of a workspace.',
    });
});

export type NotificationPreferences = z.output<ReturnType<typeof notificationPreferencesSchema>>;

export const preferencesUpdateSchema = memoize(() => {
  const change = z
    .strictObject({ mail: mail().optional(), inApp: inApp().optional() })
    .meta({ id: 'UpdateNotificationPreference' });
  return z
    .strictObject({
      mail: mail().optional().meta({ description: 'For all kinds; ends what was chosen for one.' }),
      kinds: z.strictObject(ofKinds(change.optional())).optional(),
      feedback: mail().optional().meta({ description: FEEDBACK }),
    })
    .meta({ id: 'UpdateNotificationPreferencesRequest' });
});

type PreferencesUpdate = z.output<ReturnType<typeof preferencesUpdateSchema>>;

/** A member's choice, with what applies to their role until they choose. */
export type MemberChoice = NewsChoice & { feedback: MailMode };

export const toPreferences = (choice: MemberChoice): NotificationPreferences => ({
  mail: choice.mode ?? 'each',
  kinds: Object.fromEntries(
    newsKinds.map((kind) => [
      kind,
      { mail: mailModeOf(choice, kind), inApp: !choice.unlisted.includes(kind) },
    ]),
  ) as NotificationPreferences['kinds'],
  feedback: choice.feedback,
  updatedAt: choice.chosenAt,
});

type ChosenNews = Pick<NewsChoice, 'mode' | 'mailOf' | 'unlisted' | 'feedback'>;

/** A choice after an update; what it does not name stays as it is. */
export function chosenAfter(
  choice: ChosenNews,
  { mail: forAll, kinds = {}, feedback }: PreferencesUpdate,
): ChosenNews {
  const mailOf: Partial<Record<NewsKind, MailMode>> = forAll === undefined ? { ...choice.mailOf } : {};
  const unlisted = new Set(choice.unlisted);
  for (const kind of newsKinds) {
    const { mail: chosen, inApp: listed } = kinds[kind] ?? {};
    if (chosen !== undefined) mailOf[kind] = chosen;
    if (listed === true) unlisted.delete(kind);
    if (listed === false) unlisted.add(kind);
  }
  return {
    mode: forAll ?? choice.mode,
    mailOf,
    unlisted: newsKinds.filter((kind) => unlisted.has(kind)),
    // All mail being off includes it; nothing else turns it on.
    feedback: feedback ?? (forAll === 'off' ? 'off' : choice.feedback),
  };
}
