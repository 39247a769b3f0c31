import { nameKey } from '../../kernel/core/name-key.ts';
import type { Candidate, FoundKind } from './find-named.ts';

/** Whether teams have one of the name each, as every team has a status Done. */
export const isOnePerTeam = (matches: readonly Candidate[]): boolean =>
  matches.every(({ teamId }) => typeof teamId === 'string') &&
  new Set(matches.map(({ teamId }) => teamId)).size === matches.length;

/** What means the running sprint of a team. */
export const CURRENT = 'current';

export const nameOf = ({ names }: Candidate): string => names.findLast((name) => name !== null) ?? '';

/** What has the name; of people, otherwise those of whose name it is a word. */
export function matchesOf(
  kind: FoundKind,
  name: string,
  candidates: readonly Candidate[],
  isQuoted = false,
): Candidate[] {
  const wanted = nameKey(name);
  const running = candidates.filter((one) => one.isCurrent);
  if (kind === 'sprint' && wanted === CURRENT && !isQuoted && running.length > 0) return running;
  const exact = candidates.filter(({ names }) =>
    names.some((one) => one !== null && nameKey(one) === wanted),
  );
  if (exact.length > 0 || kind !== 'member') return exact;
  return candidates.filter(({ names }) =>
    names.some((one) => one !== null && nameKey(one).split(' ').includes(wanted)),
  );
}
