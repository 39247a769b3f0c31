import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../support/client.ts';
import type { TestWorkspace } from '../../support/workspace.ts';

interface Line {
  id: string;
  [field: string]: unknown;
}

/** What the service derives and a mirror does not keep. */
const derived = [
  'autoSchedulingStatus',
  'claim',
  'storyCounts',
  'memberCount',
  'keyResultCount',
  'objectiveName',
  'replies',
  'voteCount',
  'commentCount',
  'forecastStartDate',
  'forecastEndDate',
  'forecastDaysDelta',
  'scheduleStatus',
  'relatedStory',
];

/** A resource as a mirror has it. */
export const withoutDerived = (resource: Line): Line =>
  Object.fromEntries(Object.entries(resource).filter(([field]) => !derived.includes(field))) as Line;

type Contents = Record<string, Line[]>;

const byId = (lines: readonly Line[]): Line[] => [...lines].sort((a, b) => (a.id < b.id ? -1 : 1));

const files = ['stories', 'sprints', 'objectives', 'key-results', 'labels', 'statuses', 'teams', 'members'];

const feedbackFiles = ['portals', 'feedback-items', 'feedback-comments', 'feedback-updates'];

/** What is in the files of a mirror. */
export function mirrorIn(folder: string): Contents {
  const read = (file: string): Line[] => {
    const path = join(folder, `${file}.jsonl`);
    if (!existsSync(path)) return [];
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  };
  const others = ['comments', 'relations', ...feedbackFiles];
  return Object.fromEntries([...files, ...others].map((file) => [file, byId(read(file))]));
}

/** What a member sees, from the lists of the API. */
export async function shownTo(client: Client, { path }: TestWorkspace): Promise<Contents> {
  const list = async (noun: string, query: Record<string, string> = {}): Promise<Line[]> => {
    const items: Line[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const answer = await client.get(`${path}/${noun}`, {
        ...query,
        limit: 100,
        ...(cursor ? { cursor } : {}),
      });
      if (answer.status !== 200) throw new Error(`${noun} answered ${answer.status}: ${answer.text}`);
      items.push(...(answer.json.data as Line[]));
      cursor = answer.json.meta.nextCursor as string | null;
    }
    return items;
  };
  const feedback = async (): Promise<Contents> => {
    const portals = await list('portals');
    const found: Contents = { portals, 'feedback-items': [], 'feedback-updates': [] };
    // A merged item's comments are listed with both items.
    const comments = new Map<string, Line>();
    for (const { id } of portals) {
      found['feedback-updates']!.push(...(await list(`portals/${id}/updates`)));
      const items = await list(`portals/${id}/items`, { hidden: 'include' });
      found['feedback-items']!.push(...items);
      for (const item of items) {
        const at = `portals/${id}/items/${item.id}/comments`;
        const listed = await list(at, { hidden: 'include', internal: 'include' });
        for (const comment of listed) comments.set(comment.id, comment);
      }
    }
    return { ...found, 'feedback-comments': [...comments.values()] };
  };
  const shown: Contents = {};
  for (const file of files) {
    const isArchivable = ['stories', 'labels', 'statuses'].includes(file);
    shown[file] = await list(file, isArchivable ? { archived: 'include' } : {});
  }
  const ids = new Set(shown['stories']!.map(({ id }) => id));
  const comments: Line[] = [];
  const relations = new Map<string, Line>();
  for (const id of ids) {
    for (const root of await list(`stories/${id}/comments`))
      comments.push(root, ...(root['replies'] as Line[]));
    for (const relation of await list(`stories/${id}/relations`)) {
      const [from, to] = [String(relation['storyId']), String(relation['relatedStoryId'])];
      const isForward =
        relation['type'] === 'relates_to' ? from < to : !/_by$/.test(String(relation['type']));
      if (isForward && ids.has(to)) relations.set(relation.id, relation);
    }
  }
  const all: Contents = { ...shown, comments, relations: [...relations.values()], ...(await feedback()) };
  return Object.fromEntries(
    Object.entries(all).map(([file, lines]) => [file, byId(lines.map(withoutDerived))]),
  );
}
