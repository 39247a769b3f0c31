import type { FieldProblem } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { type Membership, readMembership } from '../../kernel/auth/membership-store.ts';

interface NamedPeople {
  leadUserId?: string | undefined;
  contributorIds?: string[] | undefined;
}

/** Reads the memberships of all people named in a request. */
export async function loadPeople(
  read: Reader,
  workspaceId: string,
  { leadUserId, contributorIds = [] }: NamedPeople,
) {
  const ids = [...new Set([...(leadUserId ? [leadUserId] : []), ...contributorIds])];
  const memberships = await Promise.all(ids.map((id) => readMembership(read, workspaceId, id)));
  return new Map(ids.map((id, position) => [id, memberships[position]]));
}

/** Validates the people named in a request: each must be a member of the team. */
export function peopleProblems(
  { leadUserId, contributorIds = [] }: NamedPeople,
  memberships: ReadonlyMap<string, Membership | undefined>,
  teamId: string,
): FieldProblem[] {
  const named = [
    ...(leadUserId ? [['leadUserId', leadUserId] as const] : []),
    ...contributorIds.map((id, position) => [`contributorIds.${position}`, id] as const),
  ];
  return named
    .filter(([, id]) => {
      const membership = memberships.get(id);
      return !membership?.role || !membership.teamIds.has(teamId);
    })
    .map(([path]) => ({ path, message: "is not a member of the objective's team" }));
}
