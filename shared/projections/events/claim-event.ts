import type { Key } from '../../kernel/core/database.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { eventBody, eventId, type WebhookEvent } from '../../kernel/log/event.ts';
import { claimChangeOf, type ClaimChange } from '../../planning/claims/claim-change.ts';
import { heldClaim } from '../../planning/story-parts/claim.ts';
import { storyKind, toStory } from '../../planning/story/story-store.ts';
import { STORY_CLAIMED, STORY_RELEASED } from '../../events/webhooks/webhook.ts';

const types: Readonly<Record<ClaimChange['action'], string>> = {
  claimed: STORY_CLAIMED,
  renewed: STORY_CLAIMED,
  released: STORY_RELEASED,
};

/** The id of the event of a change of a story's claim, and of its entry in the history. */
export const claimEventId = ({ pk }: Key, { action, at }: ClaimChange): string =>
  eventId(pk, `${action} ${at}`, new Date(at));

/** The event of a change of a story's claim; undefined for other changes. */
export function claimEvent({ key, before, after }: ItemChange, now: Date): WebhookEvent | undefined {
  const change = storyKind.includes(key) ? claimChangeOf(before, after) : undefined;
  if (!change || !after) return undefined;
  const story = toStory(after);
  const { id: subjectId, workspaceId, teamId } = story;
  const { action, at: timestamp, changeSetId, from, to } = change;
  const type = types[action];
  const id = claimEventId(key, change);
  const actor = change.actor ?? writerOf(after);
  const data = { ...story, claim: heldClaim(story, now) };
  const changes = [{ field: 'claim', from, to }];
  const body = eventBody({ id, type, timestamp, workspaceId, teamId, actor, changeSetId, data, changes });
  return { id, type, workspaceId, teamId, subjectId, changeSetId, body };
}
