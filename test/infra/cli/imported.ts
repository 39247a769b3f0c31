import type { Status } from '../../../shared/identity/status/status.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import type { Client } from '../../support/client.ts';
import type { Proposal } from '../../support/real-data.ts';

/** The real file is tried too where PLOTLINE_PEPS names it. */
export const peps = process.env['PLOTLINE_PEPS'] ?? '';

/** Everything of a list, page by page. */
export async function listAll<T>(client: Client, path: string): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const { json } = await client.get(path, { limit: 100, cursor });
    items.push(...(json.data as T[]));
    cursor = (json.meta.nextCursor as string | null) ?? undefined;
  } while (cursor);
  return items;
}

/** What the workspace holds after an import. */
export async function readImported(client: Client, path: string) {
  const [stories, teams, statuses] = await Promise.all([
    listAll<Story>(client, `${path}/stories`),
    listAll<Team>(client, `${path}/teams`),
    listAll<Status>(client, `${path}/statuses`),
  ]);
  return { stories, teams, statuses };
}

/** Words for a status with the category that the issue of the import gives them. */
const categories: Record<string, string> = {
  Final: 'completed',
  Active: 'started',
  Accepted: 'unstarted',
  Draft: 'backlog',
  Deferred: 'backlog',
  Rejected: 'cancelled',
  Withdrawn: 'cancelled',
  Superseded: 'cancelled',
  'April Fool!': 'cancelled',
  Draught: 'backlog',
};

/** In which team and category an import of proposals puts one. */
export const placeOf = ({ topic, type, status }: Proposal) => ({
  team: topic[0] ?? type ?? 'Other',
  category: categories[status]!,
});

const parentOf = ({ requires, replaces }: Proposal): number | undefined => requires[0] ?? replaces[0];

/** What an import of proposals must give, each as one line of text, in order. */
export function expectedLines(proposals: readonly Proposal[]): string[] {
  const byNumber = new Map(proposals.map((proposal) => [proposal.number, proposal]));
  return proposals
    .map((proposal) => {
      const parent = byNumber.get(parentOf(proposal) ?? Number.NaN);
      const { team, category } = placeOf(proposal);
      return line(team, category, proposal.title, parent?.title);
    })
    .sort();
}

/** What is there, in the same form. */
export function actualLines({
  stories,
  teams,
  statuses,
}: Awaited<ReturnType<typeof readImported>>): string[] {
  const titles = new Map(stories.map(({ id, title }) => [id, title]));
  return stories
    .map(({ teamId, statusId, title, parentId }) =>
      line(
        teams.find(({ id }) => id === teamId)?.name,
        statuses.find(({ id }) => id === statusId)?.category,
        title,
        parentId === null ? undefined : (titles.get(parentId) ?? 'unknown'),
      ),
    )
    .sort();
}

const line = (team?: string, category?: string, title?: string, parent = '-'): string =>
  `${team} | ${category} | ${title} | ${parent}`;

/** Numbers that no story of a team has though a higher one does, over all teams; throws where one is used twice. */
export function countGaps(stories: readonly Story[]): number {
  const byTeam = Map.groupBy(stories, ({ teamId }) => teamId);
  return [...byTeam.values()].reduce((gaps, ofTeam) => {
    const numbers = new Set(ofTeam.map(({ sequenceId }) => sequenceId));
    if (numbers.size !== ofTeam.length) throw new Error('A sequence number was used twice.');
    return gaps + Math.max(...numbers) - numbers.size;
  }, 0);
}
