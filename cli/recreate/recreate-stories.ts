import type { StoryLink } from '../../shared/planning/story-parts/link.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { createStories, ROWS_PER_REQUEST } from '../import/story-batches.ts';
import { writes } from '../declared/writes.ts';
import { inTurns } from './in-turns.ts';
import { archive } from './recreate-teams.ts';
import { bodyOf } from './request-body.ts';
import { keyOf, once, settle, type Recreation } from './recreation.ts';

export const storyKinds = ['stories', 'stories-in-triage'] as const;

/** A story as the export has it. */
type StoryLine = Story & ExportedLine & { startedAt?: string | null };

const linesOf = ({ source }: Recreation, kind: string) => source.lines(kind) as Generator<StoryLine>;

/**
 * Makes the stories of the export, many in one request, with their numbers where their team is new. Of a team that was
 * there, each gets the next number, in the order in which they were made.
 */
export async function recreateStories(work: Recreation): Promise<void> {
  for (const kind of storyKinds) {
    const batch = new Map<string, StoryLine>();
    const turns = inTurns(work.stopping);
    const flush = async (): Promise<void> => {
      const lines = [...batch.values()];
      batch.clear();
      if (lines.length > 0) await turns.add('', () => makeStories(work, kind, lines));
    };
    for (const line of linesOf(work, kind)) {
      if (work.ids.has(line.id)) {
        work.tick();
        continue;
      }
      if (batch.has(line.parentId ?? '') || batch.size >= ROWS_PER_REQUEST) await flush();
      batch.set(line.id, line);
    }
    await flush();
    await turns.end();
  }
}

async function makeStories(work: Recreation, kind: string, lines: readonly StoryLine[]): Promise<void> {
  const requests = lines.map((line) => ({
    body: JSON.stringify(requestOf(work, kind, line)),
    idempotencyKey: keyOf(work, line.id),
  }));
  const answers = await createStories(work.client, work.workspaceId, requests);
  for (const [position, line] of lines.entries()) {
    const answer = answers[position]!;
    const { reference } = (answer.data ?? {}) as Partial<Story>;
    const isOther = reference !== undefined && reference !== line.reference;
    settle(work, kind, line, answer, isOther ? `${line.reference} is ${reference}` : null);
    work.tick();
  }
}

function requestOf(work: Recreation, kind: string, line: StoryLine): object {
  // A parent that is made later is set once it is there.
  const parentId = isLater(work, line) ? null : line.parentId;
  const { imported: _, ...fields } = bodyOf(work, kind, writes['createStory']!, {
    ...line,
    parentId,
    triage: null,
    imported: null,
  });
  const { createdAt, startedAt, completedAt, reporterId, sequenceId, rank } = line;
  const reporter = work.ids.get(reporterId);
  if (reporter === undefined)
    work.omit({ kind, id: line.id, field: 'reporterId', reason: 'is no longer a member' });
  return {
    ...fields,
    ...(line.triage ? { triage: true } : {}),
    imported: {
      createdAt,
      ...(startedAt ? { startedAt } : {}),
      ...(completedAt === null ? {} : { completedAt }),
      ...(reporter === undefined ? {} : { reporterId: reporter }),
      ...(rank === null ? {} : { rank }),
      ...(work.isNewTeam(line.teamId) ? { sequenceId } : {}),
    },
  };
}

/** Whether the parent of a story is made after it: a younger one, and one in triage after all that are not. */
const isLater = ({ source }: Recreation, { id, parentId, triage }: StoryLine): boolean =>
  parentId !== null && (parentId > id || (!triage && source.has('stories-in-triage', parentId)));

/** Gives stories what their creation does not take: links, a parent that is younger, a lock, and a decision in triage. */
export async function completeStories(work: Recreation): Promise<void> {
  const turns = inTurns(work.stopping);
  for (const kind of storyKinds)
    for (const line of linesOf(work, kind)) {
      const id = work.ids.get(line.id);
      if (id === undefined) continue;
      const isOurs = work.ids.isOurs(line.id);
      await turns.add(line.id, async () => {
        for (const link of line.links) await makeLink(work, id, link);
        if (isLater(work, line) || line.autoSchedulingLocked)
          await once(work, `${line.id} fields`, async () => isOurs && (await setFields(work, id, line)), {
            kind,
            id: line.id,
            field: 'parentId or autoSchedulingLocked',
            reason: 'was refused: set it',
          });
        if (line.triage && line.triage.state !== 'pending')
          await once(
            work,
            `${line.id} triage`,
            async () => isOurs && (await decide(work, id, line.triage!)),
            {
              kind,
              id: line.id,
              field: 'triage',
              reason: 'was refused: decide again',
            },
          );
      });
    }
  await turns.end();
}

async function makeLink(work: Recreation, storyId: string, link: StoryLink): Promise<void> {
  if (work.ids.has(link.id)) return;
  const body = bodyOf(work, 'links', writes['createStoryLink']!, { ...link });
  const at = `${work.path}/stories/${storyId}/links`;
  settle(work, 'links', link, await work.client.send('POST', at, JSON.stringify(body), keyOf(work, link.id)));
}

async function setFields(work: Recreation, id: string, line: StoryLine): Promise<boolean> {
  const at = `${work.path}/stories/${id}`;
  const { updatedAt } = await work.client.get<Story>(at);
  const parentId = isLater(work, line) ? work.ids.get(line.parentId!) : undefined;
  const patch = {
    expectedUpdatedAt: updatedAt,
    ...(parentId === undefined ? {} : { parentId }),
    ...(line.autoSchedulingLocked ? { autoSchedulingLocked: true } : {}),
  };
  return (await work.client.send('PATCH', at, JSON.stringify(patch))).status === 200;
}

const decisions = { snoozed: 'snooze', declined: 'decline', duplicate: 'duplicate' } as const;

async function decide(
  work: Recreation,
  id: string,
  { state, until, duplicateOf }: NonNullable<Story['triage']>,
): Promise<boolean> {
  if (state === 'pending') return true;
  const other = duplicateOf === null ? undefined : work.ids.get(duplicateOf);
  const body = {
    decision: decisions[state],
    ...(until === null ? {} : { until }),
    ...(other === undefined ? {} : { duplicateOf: other }),
  };
  const at = `${work.path}/stories/${id}/triage`;
  return (await work.client.send('POST', at, JSON.stringify(body))).status === 200;
}

const archived = {
  stories: 'stories',
  statuses: 'statuses',
  'objective-statuses': 'statuses',
  labels: 'labels',
  'custom-fields': 'custom-fields',
} as const;

/** Archives what was archived, once nothing is made that names it. What was in use here already stays so. */
export async function archiveArchived(work: Recreation): Promise<void> {
  const turns = inTurns(work.stopping);
  for (const [kind, noun] of Object.entries(archived))
    for (const { id: source, archivedAt, teamId } of work.source.lines(kind)) {
      const id = work.ids.get(source);
      if (archivedAt === null || id === undefined) continue;
      const isOfNewTeam = typeof teamId === 'string' && work.isNewTeam(teamId);
      if (work.ids.noteOf(source) === 'found' && !isOfNewTeam && kind !== 'objective-statuses') continue;
      await turns.add(source, () =>
        once(
          work,
          `${source} archived`,
          async () => work.ids.isOurs(source) && (await archive(work, noun, id)) < 300,
          {
            kind,
            id: source,
            field: 'archivedAt',
            reason: 'was refused: archive it',
          },
        ),
      );
    }
  await turns.end();
}
