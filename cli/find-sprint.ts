import { nameKey } from '../shared/kernel/core/name-key.ts';
import { listSprints } from '../shared/planning/sprints/list-sprints.ts';
import type { Sprint } from '../shared/planning/sprints/sprint.ts';
import { sprintPhase } from '../shared/planning/sprints/sprint-days.ts';
import { CommandError, SeveralNamed } from './core/command-error.ts';
import { findNamed } from './core/find.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';

/** Sprints by when they are: each takes those of a team and returns the one of that time. */
const byTime: Readonly<Record<string, (sprints: readonly Sprint[], now: Date) => Sprint | undefined>> = {
  current: (sprints, now) => inPhase(sprints, 'running', now).at(-1),
  next: (sprints, now) => inPhase(sprints, 'coming', now)[0],
  previous: (sprints, now) => inPhase(sprints, 'past', now).at(-1),
};

/** What help says of options that name a sprint. */
export const SPRINT_HELP = 'by name or id; or current, next or previous';

const inPhase = (sprints: readonly Sprint[], phase: string, now: Date): Sprint[] =>
  sprints
    .filter((sprint) => sprintPhase(sprint, now) === phase)
    .toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1));

/**
 * The sprints that a text means: one by name or id, or of each team the current, next or previous one. A sprint that has
 * such a name is meant by it in quotes, or where no team has one at that time, as in filters.
 */
export function sprintsNamed(sprints: readonly Sprint[], text: string, now = new Date()): Sprint[] {
  const choose = byTime[nameKey(text)];
  if (!choose) return [findNamed('sprint', sprints, unquoted(sprints, text))];
  const ofTeams = [...Map.groupBy(sprints, ({ teamId }) => teamId).values()];
  const found = ofTeams.flatMap((ofTeam) => choose(ofTeam, now) ?? []);
  if (found.length > 0) return found;
  if (sprints.some(({ name }) => nameKey(name) === nameKey(text)))
    return [findNamed('sprint', sprints, text)];
  throw new CommandError(`There is no ${nameKey(text)} sprint; plotline sprints list shows those there are.`);
}

/** A name in quotes without them, unless a sprint has them in its name. */
function unquoted(sprints: readonly Sprint[], text: string): string {
  const [, inner] = /^"(.+)"$/s.exec(text.trim()) ?? [];
  return inner === undefined || sprints.some(({ name }) => nameKey(name) === nameKey(text)) ? text : inner;
}

/** The one sprint that a text means, of a team if it is named. */
export async function findSprint(
  operations: WorkspaceOperations,
  text: string,
  query: { teamId?: string } = {},
): Promise<Sprint> {
  const [sprint, ...others] = sprintsNamed(await operations.list(listSprints, { query }), text);
  if (others.length === 0) return sprint!;
  const ids = [sprint!, ...others].map(({ id }) => id);
  throw new SeveralNamed(
    `Several teams have a ${text.toLowerCase()} sprint; use an id: ${ids.join(' or ')}.`,
    [sprint!, ...others],
  );
}
