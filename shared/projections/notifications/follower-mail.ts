import pLimit from 'p-limit';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { mailText, type MailMessages, type MailText } from '../../identity/mail/mail-text.ts';
import { imagePath } from '../../feedback/portal/image.ts';
import type { MailBody, MailBrand } from '../../identity/mail/render-mail.ts';
import { getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { queueUserMail } from '../../identity/mail/queue-user-mail.ts';

/** Mails that are queued at once. */
const AT_ONCE = 20;

/** A piece of news for those who follow something on a portal. */
export interface News {
  portal: Portal;
  /** The reason for the mail, which is sent once to each person. */
  reason: readonly string[];
  /** The id of who caused it, unless it is the team of the portal. */
  causedBy?: string;
  /** Those who are mailed, each with the idea that their reply becomes a comment on, if there is one. */
  readers: ReadonlyMap<string, string | undefined>;
  /** The titles of the ideas by their ids, where a mail has to say which one a reply is for. */
  ideas?: Readonly<Record<string, string>>;
  title: MailText;
  body: Omit<MailBody, 'title'>;
  /** What those of its texts that are in English are translated from. */
  messages?: MailMessages;
}

/** Queues a mail for each person, unless one was queued for this reason before. */
export async function queueFollowerMail(
  context: Pick<ProjectionContext, 'database' | 'now'>,
  news: News,
): Promise<void> {
  const { portal, readers, ideas = {}, ...mail } = news;
  const notification = {
    ...mail,
    workspaceId: portal.workspaceId,
    subscriptionId: portal.id,
    brand: brandOf(portal),
    language: portal.language,
  };
  const read = createReader(context.database);
  const limit = pLimit(AT_ONCE);
  await Promise.all(
    [...readers].map(([userId, replyItemId]) =>
      limit(() =>
        queueUserMail(context, read, userId, {
          ...notification,
          ...(replyItemId !== undefined && {
            replyItemId,
            ...(Object.hasOwn(ideas, replyItemId) && { replyIdea: ideas[replyItemId]! }),
          }),
        }),
      ),
    ),
  );
}

/** How mails of a portal look. */
export const brandOf = ({ name, color, slug, logoImageId }: Portal): MailBrand => ({
  name: publicText(name),
  color,
  path: `/portals/${slug}/feedback`,
  ...(logoImageId !== null && { logo: imagePath(logoImageId) }),
});

/** People who reply about one idea. */
export const readersOf = (userIds: readonly string[], itemId: string): ReadonlyMap<string, string> =>
  new Map(userIds.map((userId) => [userId, itemId]));

/** The portal, if the public can see it; no one is notified of another. */
export async function publicPortal(read: Reader, portalId: string): Promise<Portal | undefined> {
  const item = await getPortalItem(read, portalId);
  const portal = item && toPortal(item);
  return portal?.visibility === 'public' ? portal : undefined;
}

/** The public version of user content. */
export const publicText = (text: string): string => redactEmailAddresses(text);

/** Why someone gets the mail. */
export const footerOf = ({ name }: Pick<Portal, 'name'>): MailText =>
  mailText('follow.footer', { portal: publicText(name) });

/** The path of an item's page. */
export const itemPath = ({ slug }: Pick<Portal, 'slug'>, itemSlug: string): string =>
  `/portals/${slug}/feedback/items/${encodeURIComponent(itemSlug)}`;
