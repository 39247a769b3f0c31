import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { idsOfText, newId } from '../../kernel/core/id.ts';
import type { TeamRules } from '../../identity/team/team-store.ts';
import { newStoryFields } from '../custom-fields/story-fields.ts';
import { assignReference } from '../story-references/references.ts';
import { draftStory, startedAtAfter } from '../story/story-rules.ts';
import { putStory } from '../story/story-store.ts';
import { DESCRIPTION_MAX_CHARACTERS } from '../story/story.ts';
import { cutToCharacters } from '../../identity/inbound-mail/clean-text.ts';
import { attachFiles, takeFiles } from './mail-files.ts';
import { mailSenderOf } from './mail-sender.ts';
import type { MailNotice } from '../../identity/inbound-mail/mail-notice.ts';
import type { ParsedMail } from '../../identity/inbound-mail/parsed-mail.ts';
import type { StoredAddress } from './triage-address.ts';

interface MailStoryContext
  extends Pick<OperationContext, 'drawNumber' | 'setting'>, Pick<MailNotice, 'sentBy'> {
  address: StoredAddress;
  team: TeamRules;
  read: Reader;
  now: Date;
  attachmentSeed: { text: string; at: number };
}

/**
 * Changes that make the story of a mail, with its files, in the triage of a team. It may lack custom fields that are
 * required, since no one is there to be asked. Throws `quota_exceeded`.
 */
export async function mailStory(
  mail: ParsedMail,
  { address, team, read, now, ...context }: MailStoryContext,
): Promise<{ changes: Change[]; actor: Actor }> {
  const { workspaceId, teamId } = address;
  const limits = await getWorkspaceLimits(read, workspaceId);
  assertWithinQuota(limits, 'stories');
  const sender = await mailSenderOf(read, mail, { address, sentBy: context.sentBy });
  const { text, at } = context.attachmentSeed;
  const { setting } = context;
  const files = await takeFiles(mail.files, { workspaceId, limits, setting, nextId: idsOfText(text, at) });
  const { values: customFields } = await newStoryFields(
    {},
    {
      read,
      caller: { workspaceId, teamIds: new Set([teamId]) },
      teamId,
      fields: new Map(),
      rules: limits.storyFields,
      isImport: true,
    },
  );
  const draft = draftStory(
    { teamId, title: mail.subject, ...described(mail, files.leftOut), customFields, triage: true },
    team,
    { statusCategory: undefined, impliedObjectiveId: undefined },
    { id: newId(now), workspaceId, reporterId: sender.reporterId, now },
  );
  const story = { ...(await assignReference(draft, team, context.drawNumber)), ...sender.outside };
  const startedAt = startedAtAfter(undefined, team.defaultStatus.category, story.createdAt);
  const changes = [putStory(story, startedAt), ...attachFiles(files, story, sender.reporterId)];
  return { changes, actor: sender.actor };
}

/** The text of a mail, with the names of the files that are left out. */
function described(mail: ParsedMail, leftOut: readonly string[]): { description?: string } {
  const text = cutToCharacters(mail.text, DESCRIPTION_MAX_CHARACTERS);
  if (leftOut.length === 0) return text === '' ? {} : { description: text };
  const note = cutToCharacters(`Files that are left out: ${leftOut.join('; ')}.`, NOTE_MAX_CHARACTERS);
  const start = cutToCharacters(text, DESCRIPTION_MAX_CHARACTERS - NOTE_MAX_CHARACTERS - 2);
  return { description: [start, note].filter(Boolean).join('\n\n') };
}

const NOTE_MAX_CHARACTERS = 4_096;
