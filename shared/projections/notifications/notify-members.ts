import { memberKind } from '../../kernel/auth/membership-store.ts';
import { isMemberItem } from '../../identity/members/member-store.ts';
import { queueUserMail } from '../../identity/mail/queue-user-mail.ts';
import type { NotifierContext } from '../../planning/news/notifier-context.ts';
import { notifiers } from '../../planning/notifiers/notifiers.ts';
import { storyKind } from '../../planning/story/story-store.ts';
import { watchedStoryOf } from '../../planning/story/watcher-store.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import type { Projection } from '../../kernel/log/projection.ts';
import { forgetWatchers } from '../../planning/story/forget-watchers.ts';
import { notifyOfStory } from '../../planning/stories/notify-of-story.ts';

/**
 * Notifies members of what concerns them in stories and objectives that they can read now, by notifications and mail: mentions
 * in comments, assignments, comments on and the status of what they watch, updates of their objectives, and questions of
 * agents that they called; never what they did themselves. Each piece of news is a reason of its own, so that records
 * which come twice notify once. Invites new members by mail. Deletes who watched deleted stories, and the notifications of former members.
 */
export const notifyMembers: Projection = {
  name: 'notify-members',
  follows: [storyKind, memberKind, ...notifiers.map(({ kind }) => kind)],
  deletionsOnly: false,
  async handle(context, changes) {
    for (const change of changes) await follow({ ...context, queueUserMail }, change);
  },
  // News of a change of a story is made from its record alone; a rebuild has none.
  rebuild: {
    leads: (item) => {
      const watched = watchedStoryOf(item);
      if (watched) return [{ key: watched }];
      return notifiers.some(({ kind }) => kind.includes(item)) ? [{ key: item }] : [];
    },
  },
};

async function followMember(context: NotifierContext, change: ItemChange): Promise<void> {
  if (change.after === undefined) {
    const { forgetFormerMember } = await import('../../planning/notifications/forget-former-member.ts');
    await forgetFormerMember(context, change);
  } else if (isMemberItem(change.after)) {
    await (await import('./mail-invitation.ts')).mailInvitation(context, change);
  }
}

/** Few records need what is imported on demand, and the function is full. */
async function follow(context: NotifierContext, change: ItemChange): Promise<void> {
  const { key, after } = change;
  const notify = await notifiers.find(({ kind }) => kind.includes(key))?.load();
  if (notify) await notify(context, change);
  else if (memberKind.includes(key)) await followMember(context, change);
  else if (after === undefined) await forgetWatchers(context, storyKind.idOf(key));
  else await notifyOfStory(context, change);
}
