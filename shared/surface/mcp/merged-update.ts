import * as z from 'zod';
import { bulkOperation } from '../../kernel/api/bulk/bulk-operation.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import type { Call } from '../../kernel/core/call.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { ApiError, invalidRequest, writeConflict } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { memoize, uniqueList, uuid } from '../../kernel/core/schema.ts';
import { eventId, eventTime } from '../../kernel/log/event.ts';
import { findEntries } from '../../events/history/history-store.ts';
import { getLabelItem, toLabel } from '../../planning/labels/label-store.ts';
import { bulkUpdateStories } from '../../planning/stories/bulk-update-stories.ts';
import { loadReferences } from '../../planning/story-references/references.ts';
import { readableStoryOrThrow } from '../../planning/story/story-access.ts';
import { storyPatch } from '../../planning/story/story-patch.ts';
import { getStoryItem, showStory, toStory } from '../../planning/story/story-store.ts';
import { LABELS_MAX, storySchema, type Story } from '../../planning/story/story.ts';
import { changeStory, updateStory } from '../../planning/stories/update-story.ts';

/** Texts that someone has written: only who has read one may replace it. */
const WRITTEN = ['title', 'description'] as const;

const bodySchema = memoize(() =>
  storyPatch
    // Only people take a story over, not programs in their name.
    .unversioned(({ takeOver: _, ...fields }) => ({
      ...fields,
      addLabels: uniqueList(uuid(), LABELS_MAX).optional(),
      removeLabels: uniqueList(uuid(), LABELS_MAX).optional(),
    }))
    .superRefine((body, context) => {
      const written = writtenIn(body);
      if (body.expectedUpdatedAt !== undefined || written === undefined) return;
      const message = `is required to change ${written}, which someone may have rewritten: the updatedAt that get_story shows`;
      context.addIssue({
        code: 'custom',
        path: ['expectedUpdatedAt'],
        message,
        params: { code: 'required' },
      });
    }),
);
type Body = z.output<ReturnType<typeof bodySchema>>;

const writtenIn = ({
  clearFields = [],
  ...sent
}: Partial<Record<string, unknown>> & { clearFields?: string[] | undefined }) =>
  WRITTEN.find((field) => sent[field] !== undefined || clearFields.includes(field));

/**
 * Updates a story field by field, with the rights of updateStory: the last writer of a field wins, unless the caller says
 * which version was read and someone else has changed the field since. Titles and descriptions need that version.
 */
const mergeStory = operation({
  id: updateStory.id,
  method: updateStory.method,
  path: updateStory.path,
  tag: updateStory.tag,
  summary: updateStory.summary,
  description: updateStory.description,
  scopes: updateStory.scopes,
  principals: ['user', 'serviceAccount', 'oauth'],
  role: updateStory.role,
  teamRestricted: updateStory.teamRestricted,
  errors: updateStory.errors,
  params: { storyId: uuid() },
  body: bodySchema,
  output: memoize(() => storySchema().extend({ was: z.record(z.string(), z.unknown()).optional() })),
  load: ({ path, body, read }) => ({
    story: getStoryItem(read, path.storyId),
    references: loadReferences(read, path.workspaceId, body),
  }),
  handle: async (call) => {
    const { body, loaded, caller, read } = call;
    const story = toStory(readableStoryOrThrow(caller, loaded.story));
    const { expectedUpdatedAt, addLabels, removeLabels, ...sent } = body;
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== story.updatedAt) {
      const changed = storyPatch.changedBy(story, sent);
      if (changed.length === 0 && writtenIn(body)) throw storyPatch.conflict(story, sent);
      const since =
        changed.length === 0 ? new Set<string>() : await changedSince(call, story, expectedUpdatedAt);
      const lost = changed.filter((field) => since === 'unknown' || since.has(field));
      if (lost.length > 0) throw lostTo(story, lost);
    }
    const isRelabeled = addLabels !== undefined || removeLabels !== undefined;
    const update = isRelabeled ? await relabeled(story, body, read) : sent;
    const { workspaceId } = call.path;
    const references = isRelabeled ? await loadReferences(read, workspaceId, update) : loaded.references;
    // The faster change is read again, and then merged with.
    const next = await changeStory({ ...call, body: update, loaded: { ...loaded, references } }, () =>
      writeConflict(),
    );
    return { ...next, was: formerValues(story, next) };
  },
  replay: async ({ caller, read, resourceId, now }) =>
    showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
});

export const mergeOfStory = mergeStory;

/** The same for several stories. */
export const mergeStories = bulkOperation({
  id: bulkUpdateStories.id,
  method: 'PATCH',
  path: bulkUpdateStories.path,
  summary: bulkUpdateStories.summary,
  description: bulkUpdateStories.description,
  of: mergeStory,
  name: 'MergeStories',
});

/** An update with the labels that follow from those to add and to remove. */
async function relabeled(story: Story, body: Body, read: Reader) {
  const { expectedUpdatedAt: _, addLabels: __, removeLabels: ___, clearFields, ...sent } = body;
  const cleared = clearFields?.filter((field) => field !== 'labels');
  const labels = await labelsAfter(story, body, read);
  return { ...sent, ...(cleared && { clearFields: cleared }), labels };
}

/** The labels of a story with those that an update adds and without those that it removes. Throws a 400 for one of both. */
async function labelsAfter({ labels: current, workspaceId }: Story, body: Body, read: Reader) {
  const { clearFields = [], addLabels = [], removeLabels = [], teamId } = body;
  const { labels = clearFields.includes('labels') ? [] : current } = body;
  if (teamId !== undefined)
    throw invalidRequest([
      { path: 'teamId', message: 'cannot be sent with addLabels or removeLabels; move the story first' },
    ]);
  const wanted = [...(body.labels ?? []), ...addLabels];
  const both = removeLabels.findIndex((id) => wanted.includes(id));
  if (both >= 0) {
    const label = await nameOfLabel(read, workspaceId, removeLabels[both]!);
    const other = addLabels.includes(removeLabels[both]!) ? 'addLabels' : 'labels';
    const message = `names ${label}, which ${other} names too; leave it out of one of them`;
    throw invalidRequest([{ path: `removeLabels.${both}`, message }]);
  }
  return [...new Set([...labels, ...addLabels])].filter((id) => !removeLabels.includes(id));
}

async function nameOfLabel(read: Reader, workspaceId: string, id: string): Promise<string> {
  const item = await getLabelItem(read, id);
  const label = item && toLabel(item);
  return label?.workspaceId === workspaceId ? quotedName(label.name) : id;
}

/** How many changes since the caller's version are looked at. */
const CHANGES_MAX = 100;
/** How long to wait for the history of a change that has just been made, in milliseconds. */
const HISTORY_WAITS = [50, 150, 400, 900];

/**
 * The fields that others have changed since a version, and the texts that anyone has; unknown if that cannot be said.
 */
async function changedSince(
  {
    caller,
    read,
    pause,
    loaded,
  }: Pick<
    Call<unknown, unknown, unknown, { story: Item | undefined }>,
    'caller' | 'read' | 'pause' | 'loaded'
  >,
  story: Story,
  since: string,
): Promise<ReadonlySet<string> | 'unknown'> {
  if (since > story.updatedAt) return 'unknown';
  const newest = eventId(loaded.story!.pk, story.updatedAt, new Date(story.updatedAt));
  for (const wait of [0, ...HISTORY_WAITS]) {
    if (wait > 0) await pause(wait);
    const entries = await findEntries(
      read,
      { name: 'story', id: story.id },
      { after: undefined, limit: CHANGES_MAX },
    );
    if (!entries.some(({ id }) => id === newest)) continue;
    const later = entries.filter(({ id }) => eventTime(id) > Date.parse(since));
    // The version itself must be among them, or be the one that the story was made with.
    if (later.length === entries.length && since < createdVersionOf(story)) return 'unknown';
    if (later.length === CHANGES_MAX) return 'unknown';
    return new Set(
      later.flatMap(({ actor, changes }) =>
        changes
          .map(({ field }) => field)
          .filter((field) => actor.id !== caller.principalId || WRITTEN.some((text) => text === field)),
      ),
    );
  }
  return 'unknown';
}

const createdVersionOf = ({ createdAt, importedAt }: Story): string => importedAt ?? createdAt;

const lostTo = (story: Story, changedFields: readonly string[]): ApiError =>
  new ApiError(
    'version_conflict',
    `The story has another ${changedFields.join(', ')} since the version that you have read.`,
    {
      hint: 'get_story shows what it is now; to change it all the same, send that updatedAt as expectedUpdatedAt. Other fields can be changed without.',
      details: { currentUpdatedAt: story.updatedAt, changedFields },
    },
  );

/** What follows from other fields, or says nothing to a reader. */
const DERIVED = new Set(['updatedAt', 'sequenceId', 'claim', 'triage', 'autoSchedulingStatus', 'links']);

/** What the changed fields of a story were before. */
function formerValues(before: Story, after: Story): Record<string, unknown> {
  const changed = Object.entries(before).filter(
    ([field, value]) =>
      !DERIVED.has(field) && JSON.stringify(value) !== JSON.stringify(Reflect.get(after, field)),
  );
  return Object.fromEntries(changed);
}
