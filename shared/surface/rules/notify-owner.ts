import { mailText } from '../../identity/mail/mail-text.ts';
import { getNewsChoice, mailModeOf } from '../../identity/mail/preference-store.ts';
import { queueUserMail } from '../../identity/mail/queue-user-mail.ts';
import { getMemberItem } from '../../kernel/auth/membership-store.ts';
import { automation } from '../../kernel/core/actor.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { JobContext } from '../../kernel/jobs/run-job.ts';
import { FAILURES_MAX, type StoredRule } from '../../events/rules/rule.ts';
import { reachableMember } from '../../planning/news/team-members.ts';
import { addNotification } from '../../planning/news/add-notification.ts';

const KIND = 'rule_disabled';

/**
 * Notifies the person as whom a rule acts that it was disabled, by a mail and, where its last failure was about a story, a notification,
 * as they have chosen; who made it, where it acts as a service account.
 */
export async function notifyOwner(
  { database, now }: JobContext,
  { id, workspaceId, name, runAs, createdBy }: StoredRule,
  { code, storyId, runId }: { code: string; storyId: string | undefined; runId: string },
): Promise<void> {
  const read = createReader(database);
  const ownerId = runAs.kind === 'user' ? runAs.id : createdBy;
  const owner = reachableMember(await getMemberItem(read, workspaceId, ownerId));
  if (!owner) return;
  const choice = await getNewsChoice(read, { userId: owner.userId, portalId: workspaceId });
  const reason = ['rule disabled', id, runId];
  const at = now.toISOString();
  if (storyId !== undefined && !choice.unlisted.includes(KIND))
    await addNotification(
      { database },
      { workspaceId, memberId: owner.id },
      { kind: KIND, reason, at, actor: automation, about: { storyId } },
    );
  if (mailModeOf(choice, KIND) === 'off') return;
  await queueUserMail({ database, now }, read, owner.userId, {
    workspaceId,
    subscriptionId: workspaceId,
    kind: KIND,
    reason,
    title: mailText('rule.disabled', { rule: name }),
    body: {
      paragraphs: [mailText('rule.failed', { count: FAILURES_MAX, code })],
      footer: mailText('rule.footer'),
    },
  });
}
