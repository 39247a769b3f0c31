import type { Story } from '../../shared/planning/story/story.ts';
import { describeApiError, type ApiClient, type ClientResponse } from './api-client.ts';
import { getStory } from './find-existing.ts';
import { reporterIn, withReporter } from './history.ts';
import type { Mapping } from './mapping.ts';
import type { Warning } from './parents.ts';
import type { PreparedRow } from './prepared-row.ts';
import type { Preset } from './presets/preset.ts';
import type { PlacedRow, SentRows } from './send-rows.ts';
import { differencesOf } from './story-differences.ts';
import { ROWS_PER_REQUEST, updateStories } from './story-batches.ts';

/** A row whose story is to change. */
interface Revision {
  row: PreparedRow;
  placed: PlacedRow;
  story: Story;
  patch: Record<string, unknown>;
}

/** What the rows of a file make of the stories they have. */
export interface UpdateRows {
  workspaceId: string;
  mapping: Mapping;
  outcomes: SentRows['outcomes'];
  /** Whether stories that were there before the import are updated. */
  update: boolean;
  /** A description with the references that other rows have now. */
  rewrite: (text: string, ownKey: string | undefined) => string;
}

/**
 * Says of which rows the whole story is kept once it is there: of those that are updated later, and those that may have
 * references to rewrite. Of the others, the id is enough.
 */
export const storyKeeper =
  (update: boolean, preset: Preset | undefined) =>
  ({ entry: { links, description = '' } }: PreparedRow, isNew: boolean): boolean =>
    isNew
      ? preset?.mention !== undefined && description.search(preset.mention) >= 0
      : update || links.length > 0;

/**
 * Updates the stories of rows that were there before the import with what differs, if it is asked to, and rewrites the
 * references in those that it created. Marks the outcomes of updated rows; returns why others were left as they are.
 */
export async function updateRows(client: ApiClient, rows: UpdateRows): Promise<Warning[]> {
  const warnings: Warning[] = [];
  const left = [...rows.outcomes].flatMap(([row, outcome]) =>
    'storyId' in outcome && outcome.story
      ? (revisionOf(row, outcome, outcome.story, rows, warnings) ?? [])
      : [],
  );
  while (left.length > 0) {
    const batch = left.splice(0, ROWS_PER_REQUEST);
    const answers = await sendUpdates(client, rows.workspaceId, batch);
    for (const [position, revision] of batch.entries()) {
      const answer = await retryConflict(client, rows, revision, answers[position]!);
      if (answer.status === 200) placeUpdated(revision.placed, answer.data as Story);
      else warnings.push(warningOf(revision.row, describeApiError(answer)));
    }
  }
  return warnings;
}

function placeUpdated(placed: PlacedRow, story: Story): void {
  if (placed.kind === 'present') placed.kind = 'updated';
  placed.story = story;
}

function revisionOf(
  row: PreparedRow,
  placed: PlacedRow,
  story: Story,
  { mapping, update, rewrite, outcomes }: UpdateRows,
  warnings: Warning[],
): Revision | undefined {
  const { triage: _, ...fields } = row.story;
  const text = fields.description;
  const description = text === undefined ? undefined : rewrite(text, row.entry.key);
  if (placed.kind === 'created') {
    const isRewritten = description !== undefined && description !== story.description;
    return isRewritten ? { row, placed, story, patch: { description } } : undefined;
  }
  if (!update) return undefined;
  if (story.teamId !== row.team.id) {
    warnings.push(warningOf(row, `${story.reference} is in another team by now, so it is left as it is`));
    return undefined;
  }
  const parent = row.parent && outcomes.get(row.parent);
  const parentId = parent && 'storyId' in parent ? parent.storyId : undefined;
  const said = keepReporter(description, fields.imported?.reporterId, story);
  const patch = differencesOf(
    row,
    { ...fields, description: said, parentId } as Partial<Story>,
    story,
    mapping,
  );
  return patch && { row, placed, story, patch };
}

/** A story that says who reported it goes on to, since an update leaves it with the importer. */
function keepReporter(
  description: string | undefined,
  reporterId: string | null | undefined,
  story: Story,
): string | undefined {
  if ((reporterId ?? story.reporterId) === story.reporterId) return description;
  return withReporter(description, reporterIn(story.description ?? ''));
}

const sendUpdates = (
  client: ApiClient,
  workspaceId: string,
  revisions: readonly Revision[],
): Promise<ClientResponse[]> =>
  updateStories(
    client,
    workspaceId,
    revisions.map(({ story, patch }) => ({
      storyId: story.id,
      body: { ...patch, expectedUpdatedAt: story.updatedAt },
    })),
  );

/** Sends an update again that met another change of the story, for what differs now. */
async function retryConflict(
  client: ApiClient,
  rows: UpdateRows,
  { row, placed, story: { id } }: Revision,
  answer: ClientResponse,
): Promise<ClientResponse> {
  if (answer.error?.code !== 'version_conflict') return answer;
  const story = await getStory(client, rows.workspaceId, id);
  const revision = story && revisionOf(row, placed, story, rows, []);
  if (!revision) return story ? { ...answer, status: 200, data: story } : answer;
  return (await sendUpdates(client, rows.workspaceId, [revision]))[0]!;
}

const warningOf = ({ entry: { row, key } }: PreparedRow, reason: string): Warning => ({
  row,
  key,
  code: 'update',
  reason,
});
