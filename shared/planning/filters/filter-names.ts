import { joinedTeams } from '../../kernel/auth/membership-store.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { labelsOfTeam, labelsOfWorkspace, toLabel } from '../labels/label-store.ts';
import { canSeeMember } from '../../identity/members/member-access.ts';
import {
  getMemberItems,
  isMemberItem,
  listTeamMemberIds,
  memberIdOf,
  membersOf,
  toMember,
} from '../../identity/members/member-store.ts';
import { canSeeObjective, objectiveKind, objectivesOf, toObjective } from '../objective/objective-store.ts';
import { phaseOf, type SprintPhase } from '../sprints/sprint-days.ts';
import { sprintKind, sprintsOf, toSprint } from '../sprints/sprint-store.ts';
import { statusesOf, toStatus } from '../../identity/status/status-store.ts';
import {
  serviceAccountsOf,
  toServiceAccount,
} from '../../identity/service-accounts/service-account-store.ts';
import { getTeamItems, toTeam } from '../../identity/team/team-store.ts';
import { findFormerStoryId } from '../story/former-reference-store.ts';
import { findStoryKey } from '../story/story-lookup-store.ts';
import { getStoryItem, storyIdOf, storyTeamOf } from '../story/story-store.ts';

/** Something with a name that a filter can mean. */
export interface NamedThing {
  id: string;
  names: readonly (string | null)[];
  /** The team that has it, if one has. */
  teamId?: string | null;
  /** Of a sprint, whether it runs, in its zone. */
  phase?: SprintPhase;
  /** When a sprint starts, as its API has it. */
  startDate?: string;
}

/** The context of a name lookup: the caller and the teams to search. */
export interface NameSearch extends Pick<OperationContext, 'caller' | 'read' | 'now'> {
  teams: readonly string[];
}

/** The maximum number of resources of a kind whose names are compared, per team. */
const NAMES_MAX = 1_000;

/** The lookup of a word's names, with the rights that listing those resources requires. */
interface NameSource {
  scope: Scope;
  find: (search: NameSearch) => Promise<NamedThing[]>;
}

/** Members and service accounts, who can also be assigned stories and hold claims. */
const people: NameSource = {
  scope: 'members:read',
  find: async (search) => {
    const [members, programs] = await Promise.all([listableMembers(search), listableAccounts(search)]);
    const found = members.map((item) => {
      const { name, email } = toMember(item);
      return { id: memberIdOf(item), names: [email, name] };
    });
    return [...found, ...programs.map(toServiceAccount).map(named)];
  },
};

const sources = {
  assignee: people,
  reporter: people,
  claimedBy: people,
  commentedBy: people,
  status: {
    scope: 'teams:read',
    find: async ({ read, teams }) =>
      (
        await listed(
          read,
          teams.map((id) => statusesOf(id)),
        )
      )
        .map(toStatus)
        .map(named),
  },
  label: {
    scope: 'labels:read',
    find: async ({ caller, read, teams }) =>
      (await listed(read, [labelsOfWorkspace(caller.workspaceId), ...teams.map((id) => labelsOfTeam(id))]))
        .map(toLabel)
        .map(named),
  },
  sprint: {
    scope: 'sprints:read',
    find: async ({ read, teams, now }) =>
      (await listed(read, teams.map(sprintsOf)))
        .filter((item) => sprintKind.includes(item))
        .map(toSprint)
        .map((sprint) => ({
          ...named(sprint),
          phase: phaseOf(sprint, now),
          startDate: sprint.startDate,
        })),
  },
  objective: {
    scope: 'objectives:read',
    find: async ({ caller, read, teams }) =>
      (await listed(read, teams.flatMap(objectivesOf)))
        .filter((item) => objectiveKind.includes(item))
        .map(toObjective)
        .filter((objective) => canSeeObjective(caller, objective))
        .map(named),
  },
  team: {
    scope: 'teams:read',
    find: async ({ read, teams }) =>
      (await getTeamItems(read, teams))
        .flatMap((item) => (item ? toTeam(item) : []))
        .map(({ id, name, code }) => ({ id, names: [code, name] })),
  },
} satisfies Record<string, NameSource>;

/** The words of a filter that take names. */
type NameKey = keyof typeof sources;

/**
 * Returns the resources that a filter word can name: those that the caller may list. Throws a 403 if they may list
 * none.
 */
export async function findNames(key: NameKey, search: NameSearch): Promise<NamedThing[]> {
  const source: NameSource = sources[key];
  assertListable(key, source, search.caller);
  return await source.find(search);
}

function assertListable(key: NameKey, { scope }: NameSource, caller: Caller): void {
  if (caller.kind === 'operator' || caller.scopes.has(scope)) return;
  throw new ApiError('insufficient_scope', `${key}: in filter requires the scope ${scope}.`, {
    hint: `Use a token that has ${scope}, or leave ${key}: out of filter.`,
    details: { missingScopes: [scope] },
  });
}

const named = ({
  id,
  name,
  teamId = null,
}: {
  id: string;
  name: string;
  teamId?: string | null;
}): NamedThing => ({
  id,
  names: [name],
  teamId,
});

async function listed(read: Reader, partitions: readonly string[]): Promise<Item[]> {
  const lists = partitions.map((partition) => read.query({ index: 'list', partition, limit: NAMES_MAX }));
  return (await Promise.all(lists)).flat();
}

/** The members whom listMembers returns to the caller: to a guest, those of their teams. */
async function listableMembers({ caller, read, teams }: NameSearch): Promise<Item[]> {
  if (caller.role !== 'guest') return await listed(read, [membersOf(caller.workspaceId)]);
  const ids = (await Promise.all(teams.map((id) => listTeamMemberIds(read, id)))).flat();
  const items = await getMemberItems(read, caller.workspaceId, [...new Set(ids)].slice(0, NAMES_MAX));
  return items.filter(isMemberItem).filter((item) => canSeeMember(caller, item));
}

/**
 * The service accounts whose names a filter can mean: those in a team of the caller, of all for who may list them. Guests
 * do not search them.
 */
async function listableAccounts({ caller, read }: NameSearch): Promise<Item[]> {
  const { workspaceId, role, kind, scopes, teamIds } = caller;
  if (role === 'guest') return [];
  const accounts = await listed(read, [serviceAccountsOf(workspaceId)]);
  if (kind === 'operator' || (role === 'admin' && scopes.has('tokens:manage'))) return accounts;
  const items = await getMemberItems(read, workspaceId, accounts.map(memberIdOf));
  return items.flatMap((item) =>
    item && [...joinedTeams(item)].some((id) => teamIds.has(id)) ? [item] : [],
  );
}

/** The stories that have these references, or had them before they moved, in the caller's teams. */
export async function findStoriesByReference(
  references: readonly string[],
  { read, teams, caller: { workspaceId } }: NameSearch,
): Promise<NamedThing[]> {
  const found = (await getTeamItems(read, teams)).flatMap((item) => (item ? toTeam(item) : []));
  const stories = await Promise.all(
    references.map(async (reference): Promise<NamedThing[]> => {
      const [code, number] = reference.toUpperCase().split('-');
      const team = found.find((one) => one.code === code);
      if (!/^\d{1,9}$/.test(number ?? '')) return [];
      const key = team && (await findStoryKey(read, team.id, Number(number)));
      if (key) return [{ id: storyIdOf(key), names: [reference] }];
      const id = await findFormerStoryId(read, workspaceId, reference);
      const item = id === undefined ? undefined : await getStoryItem(read, id);
      return item && teams.includes(storyTeamOf(item)) ? [{ id: storyIdOf(item), names: [reference] }] : [];
    }),
  );
  return stories.flat();
}
