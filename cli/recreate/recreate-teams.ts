import type { Member } from '../../shared/identity/members/member.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { ExportedLine } from '../export/export-folder.ts';
import { writes } from '../declared/writes.ts';
import { bodyOf } from './request-body.ts';
import { keyOf, once, settle, type Recreation } from './recreation.ts';

/** Finds the members of the export by their email addresses, and adds the others by name: they can be invited later. */
export async function recreateMembers(work: Recreation): Promise<void> {
  const { client, path, source, ids } = work;
  const there = await client.list<Member>(`${path}/members`);
  const byEmail = new Map(
    there.flatMap((member) => (member.email ? [[member.email.toLowerCase(), member]] : [])),
  );
  for (const line of source.lines('members')) {
    const { name, email, role } = line as unknown as Member;
    const found = email === null ? undefined : byEmail.get(email.toLowerCase());
    if (found && !ids.has(line.id)) {
      ids.set(line.id, 'members', found.id, 'found');
      work.made('members');
    } else if (!ids.has(line.id)) {
      const answer = await client.send(
        'POST',
        `${path}/members`,
        JSON.stringify({ name, role }),
        keyOf(work, line.id),
      );
      settle(work, 'members', line, answer);
      if (email !== null)
        work.omit({
          kind: 'members',
          id: line.id,
          field: 'email',
          reason: `add it to invite them: ${email}`,
        });
    }
    work.tick();
  }
}

/** Makes the teams with room for the numbers of their stories; a team whose code is taken is that team. */
export async function recreateTeams(work: Recreation): Promise<void> {
  const { client, path, source, ids, highest } = work;
  for (const line of source.lines('teams')) {
    if (!ids.has(line.id)) {
      const { nextSequenceId: next = 1 } = line as { nextSequenceId?: number };
      const nextSequenceId = Math.max(next, (highest.get(line.id) ?? 0) + 1);
      const body = { ...bodyOf(work, 'teams', writes['createTeam']!, line), nextSequenceId };
      const answer = await client.send('POST', `${path}/teams`, JSON.stringify(body), keyOf(work, line.id));
      const taken = answer.error?.code === 'conflict' ? await findTeam(work, line) : undefined;
      if (taken) settle(work, 'teams', line, { ...answer, status: 200, data: taken }, 'found');
      else settle(work, 'teams', line, answer);
    }
    // A team that was there keeps its settings.
    if (ids.noteOf(line.id) !== 'found' && ids.get(line.id) !== undefined)
      await once(
        work,
        `${line.id} settings`,
        async () => ids.isOurs(line.id) && (await setTeam(work, line)),
        {
          kind: 'teams',
          id: line.id,
          field: 'intakeEnabled and updateEveryDays',
          reason: 'were refused: set them',
        },
      );
    work.tick();
  }
  const there = await client.list<Team>(`${path}/teams`);
  for (const { id, teamId } of source.lines('team-members')) {
    const [memberId, team] = [ids.get(id), ids.get(String(teamId))];
    // The person who made the export must not decide who is in a private team that was there.
    const isClosed = !work.isNewTeam(String(teamId)) && there.some((one) => one.id === team && one.private);
    if (memberId !== undefined && team !== undefined)
      await once(
        work,
        `${id} in ${String(teamId)}`,
        async () => {
          if (isClosed) return false;
          const body = JSON.stringify({ memberId });
          const { status } = await client.send('POST', `${path}/teams/${team}/members`, body);
          if (status < 300) work.made('team-members');
          return status < 300 || status === 409;
        },
        { kind: 'team-members', id, field: 'teamId', reason: 'was refused: add the member to the team' },
      );
    work.tick();
  }
}

const findTeam = async ({ client, path }: Recreation, { code }: ExportedLine): Promise<Team | undefined> =>
  (await client.list<Team>(`${path}/teams`)).find((team) => team.code === code);

/** What a team has that its creation does not take. */
async function setTeam(work: Recreation, line: ExportedLine): Promise<boolean> {
  const { intakeEnabled, updateEveryDays } = line as unknown as Team;
  if (!intakeEnabled && updateEveryDays === null) return true;
  return await patchTeam(work, line, {
    intakeEnabled,
    ...(updateEveryDays === null ? {} : { updateEveryDays }),
  });
}

async function patchTeam(
  { client, path, ids }: Recreation,
  line: ExportedLine,
  fields: Partial<Team>,
): Promise<boolean> {
  const at = `${path}/teams/${ids.get(line.id)!}`;
  const { updatedAt } = await client.get<Team>(at);
  const patch = { expectedUpdatedAt: updatedAt, ...fields };
  return (await client.send('PATCH', at, JSON.stringify(patch))).status === 200;
}

/** Has stories of new teams completed by others, now that those which were completed are there. */
export async function requireReviews(work: Recreation): Promise<void> {
  const { source, ids } = work;
  for (const line of source.lines('teams')) {
    const { reviewRequired } = line as unknown as Team;
    if (reviewRequired && ids.noteOf(line.id) !== 'found' && ids.get(line.id) !== undefined)
      await once(
        work,
        `${line.id} reviewRequired`,
        async () => ids.isOurs(line.id) && (await patchTeam(work, line, { reviewRequired })),
        { kind: 'teams', id: line.id, field: 'reviewRequired', reason: 'was refused: set it' },
      );
  }
}

/**
 * Makes the statuses of a kind. Those that every new team has become those of the export of the same name and category;
 * what is left of them is archived, since a status is never deleted. Those of a team that was there stay as they are.
 */
export async function recreateStatuses(
  work: Recreation,
  kind: 'statuses' | 'objective-statuses',
): Promise<void> {
  const { client, path, source, ids } = work;
  const free = new Map<string, Status[]>();
  const taken = new Set<string>();
  const newTeams = new Set<string>();
  for (const { id } of source.lines(kind)) {
    const there = ids.get(id);
    if (there !== undefined) taken.add(there);
  }
  for (const line of source.lines(kind)) {
    const status = line as unknown as Status;
    const owner = status.teamId === null ? undefined : ids.get(status.teamId);
    const isNew = status.teamId === null || work.isNewTeam(status.teamId);
    if (isNew && owner !== undefined) newTeams.add(owner);
    const query = owner === undefined ? { appliesTo: 'objective' } : { teamId: owner };
    const key = owner ?? '';
    if (!ids.has(line.id) && (status.teamId === null || owner !== undefined)) {
      const there = free.get(key) ?? (await client.list<Status>(`${path}/statuses`, query));
      free.set(key, there);
      const open = there.filter(({ id, category }) => !taken.has(id) && category === status.category);
      const found = open.find(({ name }) => name === status.name);
      if (found) {
        taken.add(found.id);
        ids.set(line.id, kind, found.id, 'found');
        work.made(kind);
      } else {
        const { isDefault, ...body } = bodyOf(work, kind, writes['createStatus']!, line);
        const request = JSON.stringify(isNew ? { ...body, isDefault } : body);
        const answer = await client.send('POST', `${path}/statuses`, request, keyOf(work, line.id));
        const id = settle(work, kind, line, answer);
        if (id !== undefined) taken.add(id);
      }
    }
    if (ids.get(line.id) !== undefined && isNew)
      await once(
        work,
        `${line.id} settings`,
        async () => ids.isOurs(line.id) && (await setStatus(work, status)),
        {
          kind,
          id: line.id,
          field: 'order, color and isDefault',
          reason: 'were refused: set them',
        },
      );
    work.tick();
  }
  for (const teamId of newTeams)
    await once(work, `${teamId} unused`, () => archiveUnused(work, teamId, taken));
}

/** Archives the statuses of a new team that the export does not have. */
async function archiveUnused(work: Recreation, teamId: string, taken: ReadonlySet<string>): Promise<boolean> {
  const there = await work.client.list<Status>(`${work.path}/statuses`, { teamId });
  for (const { id } of there)
    if (!taken.has(id) && (await archive(work, 'statuses', id)) >= 500) return false;
  return true;
}

/** The order and colour of a status, and whether it is the default. */
async function setStatus({ client, path, ids }: Recreation, status: Status): Promise<boolean> {
  const at = `${path}/statuses/${ids.get(status.id)!}`;
  const there = await client.get<Status>(at);
  const { name, color, order, isDefault } = status;
  if (there.order === order && there.color === color && there.isDefault === isDefault) return true;
  const patch = {
    expectedUpdatedAt: there.updatedAt,
    name,
    color,
    order,
    ...(isDefault ? { isDefault } : {}),
  };
  return (await client.send('PATCH', at, JSON.stringify(patch))).status === 200;
}

/** Archives a resource, and returns the status of the answer. */
export const archive = async ({ client, path }: Recreation, noun: string, id: string): Promise<number> =>
  (await client.send('POST', `${path}/${noun}/${id}/archive`)).status;
