import { Option, type Command } from 'commander';
import { newsKinds, type NewsKind } from '../../shared/identity/mail/news-kind.ts';
import { mailModes, type MailMode } from '../../shared/identity/mail/preference-store.ts';
import { getNotificationPreferences } from '../../shared/identity/notification-preferences/get-notification-preferences.ts';
import type { NotificationPreferences } from '../../shared/identity/notification-preferences/notification-preferences.ts';
import { updateNotificationPreferences } from '../../shared/identity/notification-preferences/update-notification-preferences.ts';
import { listNotifications } from '../../shared/planning/notifications/list-notifications.ts';
import { markNotificationRead } from '../../shared/planning/notifications/mark-notification-read.ts';
import { markNotificationsRead } from '../../shared/planning/notifications/mark-notifications-read.ts';
import type { Notification } from '../../shared/planning/news/notification.ts';
import { withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { findAuthor } from '../core/find.ts';
import type { Operations } from '../core/operations.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface NotificationOptions extends WorkspaceOptions {
  by?: string;
}

interface PreferenceOptions extends NotificationOptions {
  kind?: NewsKind;
  mail?: MailMode;
  inApp?: boolean;
}

const columns: Columns<Notification> = {
  received: ({ createdAt }) => createdAt,
  kind: ({ kind }) => kind.replaceAll('_', ' '),
  about: ({ resource: { reference, title } }) => (reference === null ? title : `${reference} ${title}`),
  by: ({ actorName }) => actorName ?? '',
  read: ({ readAt }) => (readAt === null ? '' : 'read'),
  id: ({ id }) => id,
};

type Preference = { kind: string } & NotificationPreferences['kinds'][NewsKind];

const preferenceColumns: Columns<Preference> = {
  kind: ({ kind }) => kind.replaceAll('_', ' '),
  mail: ({ mail }) => mail,
  'in app': ({ inApp }) => (inApp ? 'yes' : 'no'),
};

const rowsOf = ({ kinds }: NotificationPreferences): Preference[] =>
  newsKinds.map((kind) => ({ kind, ...kinds[kind] }));

export function notificationsCommand(program: Command): void {
  const noun = program
    .command('notifications')
    .alias('notification')
    .description('what a member was notified of, and how they want to be notified');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option(
      '--by <member>',
      'of a member, by email address, name or id (default: PLOTLINE_MEMBER)',
    );
  const ofMember = async (operations: WorkspaceOperations, by: string | undefined): Promise<Operations> =>
    operations.by((await findAuthor(operations, by)).id);

  command('list [member]', 'list what a member was notified of, newest first')
    .option('--unread', 'only what they have not read')
    .action(
      (member: string | undefined, { by, unread, ...options }: NotificationOptions & { unread?: boolean }) =>
        withWorkspace(options, async ({ operations, output }) => {
          const query = unread === true ? { state: 'unread' } : {};
          const found = await (await ofMember(operations, member ?? by)).list(listNotifications, { query });
          output.list(found, columns, 'There are no notifications.');
        }),
    );

  command('read [id]', 'mark a notification as read, or all of them').action(
    (notificationId: string | undefined, { by, ...options }: NotificationOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const own = await ofMember(operations, by);
        if (notificationId !== undefined) {
          const read = await own.run(markNotificationRead, { path: { notificationId } });
          return output.record(read, output.json ? {} : columns);
        }
        // Up to the newest one: the clock of this machine may differ from the service's.
        const [newest] = await own.list(listNotifications, {}, 1);
        if (!newest) {
          output.note('There are no notifications.');
          return output.record({ until: null }, {});
        }
        const read = await own.run(markNotificationsRead, { body: { until: newest.createdAt } });
        output.done('All are read.');
        output.record(read, {});
      }),
  );

  command('preferences', 'show how a member is notified of each kind of news, or change it')
    .addOption(new Option('--kind <kind>', 'change this kind; all without it').choices(newsKinds))
    .addOption(new Option('--mail <how>', 'a mail for each, one a day, or none').choices(mailModes))
    .option('--in-app', 'list the kind among the notifications')
    .option('--no-in-app', 'do not list the kind')
    .action(({ by, kind, mail, inApp, ...options }: PreferenceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        if (kind === undefined && inApp !== undefined)
          throw new CommandError('Name the kind with --kind: --in-app and --no-in-app are about one.');
        const own = await ofMember(operations, by);
        const chosen = withoutUndefined({ mail, inApp });
        const body = kind === undefined ? chosen : { kinds: { [kind]: chosen } };
        const preferences =
          Object.keys(chosen).length === 0
            ? await own.run(getNotificationPreferences, {})
            : await own.run(updateNotificationPreferences, { body });
        if (output.json) output.record(preferences, {});
        else output.list(rowsOf(preferences), preferenceColumns, '');
      }),
    );
}
