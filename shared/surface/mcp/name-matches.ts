import { nameKey } from '../../kernel/core/name-key.ts';
import type { SprintPhase } from '../../planning/sprints/sprint-days.ts';
import type { Candidate, FoundKind } from './find-named.ts';

/** Whether teams have one of the name each, as every team has a status Done. */
export const isOnePerTeam = (matches: readonly Candidate[]): boolean =>
  matches.every(({ teamId }) => typeof teamId === 'string') &&
  new Set(matches.map(({ teamId }) => teamId)).size === matches.length;

type SprintChoice = (sprints: readonly Candidate[]) => Candidate[];

/** Of each team, the sprint in a phase that comes first in an order of their starts. */
const firstOfTeams =
  (wanted: SprintPhase, sign: 1 | -1): SprintChoice =>
  (sprints) => {
    const inOrder = sprints
      .filter(({ phase }) => phase === wanted)
      .sort((a, b) => (a.startDate! < b.startDate! ? -sign : sign));
    return [...new Map(inOrder.toReversed().map((sprint) => [sprint.teamId, sprint])).values()];
  };

const previous = { choose: firstOfTeams('past', -1), is: 'is over' };

/** The words that mean a sprint of a team by today in its zone, and what a sprint is that none of them means. */
export const sprintWords: Readonly<Record<string, { choose: SprintChoice; is: string }>> = {
  current: { choose: (sprints) => sprints.filter(({ phase }) => phase === 'running'), is: 'is running' },
  next: { choose: firstOfTeams('coming', 1), is: 'starts later' },
  previous,
  last: previous,
};

export const nameOf = ({ names }: Candidate): string => names.findLast((name) => name !== null) ?? '';

/** What has the name; of people, otherwise those of whose name it is a word. */
export function matchesOf(
  kind: FoundKind,
  name: string,
  candidates: readonly Candidate[],
  isQuoted = false,
): Candidate[] {
  const wanted = nameKey(name);
  const word = kind === 'sprint' && !isQuoted && Object.hasOwn(sprintWords, wanted) && sprintWords[wanted];
  const matches = word ? word.choose(candidates) : [];
  if (matches.length > 0) return matches;
  const exact = candidates.filter(({ names }) =>
    names.some((one) => one !== null && nameKey(one) === wanted),
  );
  if (exact.length > 0 || kind !== 'member') return exact;
  return candidates.filter(({ names }) =>
    names.some((one) => one !== null && nameKey(one).split(' ').includes(wanted)),
  );
}
