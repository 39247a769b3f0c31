import { findPrincipal, visiblePrincipal } from '../../identity/principals/visible-principal.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { originOf, type Origin } from '../../kernel/core/origin.ts';
import { truncate } from '../../kernel/core/truncate.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { agentSessionKind, toAgentSession } from '../agent-sessions/agent-session-store.ts';
import { commentKind, commentStoryOf, toComment } from '../comments/comment-store.ts';
import { objectiveUpdateKind, toObjectiveUpdate } from '../objective-updates/objective-update-store.ts';
import { canSeeObjective, objectiveKind, toObjectiveReference } from '../objective/objective-store.ts';
import { storyKeyOf, storyTeamOf, toStory } from '../story/story-store.ts';
import type { Notification, StoredNotification } from '../news/notification.ts';
import type { ReadNotification } from '../news/notification-store.ts';

interface Viewer {
  caller: Caller;
  read: Reader;
}

type Subject = Pick<StoredNotification, 'storyId' | 'objectiveId'>;

/** What is shown of the story or objective of a notification. */
type NotifiedResource = Pick<Notification, 'teamId' | 'resource'>;

const EXCERPT_MAX_CHARACTERS = 500;

/**
 * What the caller may see now of the stories and objectives of notifications, in their order; undefined for what was
 * deleted, and for what they have no rights to any more.
 */
export async function visibleSubjects(
  { caller, read }: Viewer,
  subjects: readonly Subject[],
): Promise<(NotifiedResource | undefined)[]> {
  const keys = subjects.map(({ storyId, objectiveId }) =>
    storyId === null ? objectiveKind.key(objectiveId!) : storyKeyOf(storyId),
  );
  const items = await read.getMany(keys, ['doc', 'teamId', 'by']);
  return items.map((item) => {
    if (!item) return undefined;
    return objectiveKind.includes(item) ? shownObjective(caller, item) : shownStory(caller, item);
  });
}

function shownStory(caller: Caller, item: Item): NotifiedResource | undefined {
  const teamId = storyTeamOf(item);
  if (!caller.teamIds.has(teamId)) return undefined;
  const { id, reference, title, origin = originOf(writerOf(item)) } = toStory(item);
  return { teamId, resource: { type: 'story', id, reference, title, origin } };
}

function shownObjective(caller: Caller, item: Item): NotifiedResource | undefined {
  const objective = toObjectiveReference(item);
  if (!caller.scopes.has('objectives:read') || !canSeeObjective(caller, objective)) return undefined;
  const { id, name: title, teamId } = objective;
  const origin = originOf(writerOf(item));
  return { teamId, resource: { type: 'objective', id, reference: null, title, origin } };
}

/** Notifications as the caller may see them now, in their order; undefined for those that they may not. */
export async function showNotifications(
  viewer: Viewer,
  found: readonly ReadNotification[],
): Promise<(Notification | undefined)[]> {
  const stored = found.map(({ notification }) => notification);
  const [subjects, excerpts, names] = await Promise.all([
    visibleSubjects(viewer, stored),
    excerptsOf(viewer, stored),
    namesOf(viewer, stored),
  ]);
  return found.map(({ notification, readAt }, position) => {
    const subject = subjects[position];
    const { storyId: _, objectiveId: __, ...fields } = notification;
    const actorName = names.get(notification.actor.id ?? '') ?? null;
    return subject && { ...fields, ...subject, excerpt: excerpts[position]!, actorName, readAt };
  });
}

const sourceKinds = {
  comment: commentKind,
  objective_update: objectiveUpdateKind,
  agent_session: agentSessionKind,
} as const;

/** The beginnings of the sources of notifications as they are now; null for none that is there and may be read. */
async function excerptsOf(
  { caller, read }: Viewer,
  notifications: readonly StoredNotification[],
): Promise<Notification['excerpt'][]> {
  const isReadable = (type: keyof typeof sourceKinds): boolean =>
    type !== 'comment' || caller.scopes.has('comments:read');
  const sources = notifications.flatMap(({ source }) =>
    source && isReadable(source.type) ? [sourceKinds[source.type].key(source.id)] : [],
  );
  const items = await read.getMany(sources, ['doc', 'by', 'storyId']);
  const byKey = new Map(items.flatMap((item) => (item ? [[item.pk, item] as const] : [])));
  return notifications.map((one) => {
    const item = one.source && byKey.get(sourceKinds[one.source.type].key(one.source.id).pk);
    const text = item && textOf(item, one);
    return text ? { ...text, text: truncate(text.text, EXCERPT_MAX_CHARACTERS) } : null;
  });
}

function textOf(
  item: Item,
  { source, storyId }: StoredNotification,
): { text: string; origin: Origin } | undefined {
  if (source!.type === 'comment') {
    const { content, origin } = toComment(item);
    return commentStoryOf(item) === storyId ? { text: content, origin } : undefined;
  }
  if (source!.type === 'objective_update')
    return { text: toObjectiveUpdate(item).body, origin: originOf(writerOf(item)) };
  const { lastActivity } = toAgentSession(item);
  return lastActivity ? { text: lastActivity.body, origin: originOf(lastActivity.author) } : undefined;
}

/** The names of those who caused notifications, by id, as far as the caller may see them. */
async function namesOf(
  { caller, read }: Viewer,
  notifications: readonly StoredNotification[],
): Promise<Map<string, string>> {
  if (!caller.scopes.has('members:read')) return new Map();
  const ids = [...new Set(notifications.flatMap(({ actor }) => actor.id ?? []))];
  const found = await Promise.all(
    ids.map(async (id) => {
      const name = visiblePrincipal(caller, id, await findPrincipal(read, caller.workspaceId, id))?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
  return new Map(found.flat());
}
