import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { email, type Member } from '../../shared/identity/members/member.ts';
import { initialStatuses, type Status } from '../../shared/identity/status/status.ts';
import { newTeam } from '../../shared/identity/teams/new-team.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { CommandError } from '../core/command-error.ts';
import { successOf, type ApiClient } from './api-client.ts';
import { loadTeam, type Catalog, type SprintOrObjective, type TeamWanted } from './catalog.ts';
import type { ResourceCreator } from './resource-creator.ts';
import { unarchiver } from './unarchive.ts';

const color = '#6366f1';
const teamDefaults = {
  color,
  private: false,
  sprintsEnabled: true,
} as const;

/** A person with an address but unknown name, or with a name only, who is not invited yet. */
const personOf = (text: string): { email?: string; name: string } =>
  email().safeParse(text).success ? { email: text, name: text.slice(0, text.indexOf('@')) } : { name: text };

/** Creates nothing, but returns what would be created, to preview an import. */
export function pretendingMaker({ workspaceId }: Catalog): ResourceCreator {
  const now = new Date(0);
  const created = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  return {
    async createTeam(name, code, estimateScheme) {
      const { team, statuses } = newTeam(
        { workspaceId, name, code, estimateScheme, ...teamDefaults },
        now,
        randomUUID,
      );
      return { team, statuses };
    },
    async joinTeam({ id: teamId }, catalog) {
      const statuses = initialStatuses.map((status, order) => ({
        id: randomUUID(),
        workspaceId,
        teamId,
        order,
        ...created,
        archivedAt: null,
        appliesTo: 'story' as const,
        ...status,
      }));
      catalog.statuses.set(teamId, statuses);
    },
    addMember: async (text) => ({
      id: randomUUID(),
      workspaceId,
      email: null,
      ...personOf(text),
      role: 'member',
      ...created,
      removedAt: null,
      acceptedAt: null,
    }),
    addTeamMember: async () => undefined,
    createLabel: async (name) => ({
      id: randomUUID(),
      workspaceId,
      teamId: null,
      name,
      color,
      ...created,
      archivedAt: null,
    }),
    createSprint: async ({ id: teamId }, name) => ({ id: randomUUID(), teamId, name }),
    createObjective: async ({ id: teamId }, name) => ({ id: randomUUID(), teamId, name }),
    createStatus: async ({ id: teamId }, name, category) => ({
      id: randomUUID(),
      workspaceId,
      teamId,
      name,
      category,
      color,
      order: 0,
      isDefault: false,
      ...created,
      archivedAt: null,
      appliesTo: 'story',
    }),
    createField: async (field) => ({
      id: randomUUID(),
      workspaceId,
      teamId: null,
      ...field,
      options: [],
      required: false,
      default: null,
      description: null,
      ...created,
      archivedAt: null,
    }),
  };
}

const LIST_ATTEMPTS = 60;

/** Creates resources through the API; finds those that were created concurrently. */
export function apiMaker(client: ApiClient, { workspaceId }: Catalog, wanted: TeamWanted): ResourceCreator {
  const path = `/api/v1/workspaces/${workspaceId}`;

  const unarchived = unarchiver(client, path);

  const post = (address: string, body: unknown, key: string = randomUUID()) =>
    client.send('POST', `${path}${address}`, JSON.stringify(body), key);

  /** Lists lag behind writes, so this repeats the request until the resource appears. */
  async function untilListed<T, R>(
    address: string,
    query: Record<string, string>,
    pick: (items: T[]) => R | undefined,
  ): Promise<R> {
    for (let attempt = 1; attempt <= LIST_ATTEMPTS; attempt++) {
      const picked = pick(await client.list<T>(`${path}${address}`, query));
      if (picked) return picked;
      await delay(attempt * 50);
    }
    throw new CommandError(
      `What was just created does not appear in ${address}; run the same command again.`,
    );
  }

  /** Created with a key derived from its content, so that concurrent imports create it once. */
  async function make(
    noun: string,
    body: Omit<SprintOrObjective, 'id'>,
    what: string,
  ): Promise<SprintOrObjective> {
    const answer = await post(`/${noun}`, body, `import-${noun}-${hash(JSON.stringify(body))}`);
    // The key belongs to one that has been deleted since.
    return successOf<SprintOrObjective>(answer.status === 404 ? await post(`/${noun}`, body) : answer, what);
  }

  const statusesOf = (teamId: string, expected: number) =>
    untilListed<Status, Status[]>('/statuses', { teamId }, (statuses) =>
      statuses.length >= expected ? statuses : undefined,
    );

  return {
    async createTeam(name, code, estimateScheme, nextSequenceId) {
      const plain = { name, code, ...teamDefaults, estimateScheme };
      const create = (body: object) =>
        // The same key in concurrent imports, so that they create one team.
        post('/teams', body, `import-team-${hash(JSON.stringify(body))}`);
      const first = await create({ ...plain, nextSequenceId });
      // The workspace may not have as many stories as there are numbers.
      const answer = first.error?.code === 'quota_exceeded' ? await create(plain) : first;
      if (answer.error?.code === 'conflict' || answer.status === 404) return undefined;
      const team = successOf<Team>(answer, `the team ${name}`);
      return { team, statuses: await statusesOf(team.id, initialStatuses.length) };
    },
    async joinTeam(team, catalog) {
      successOf(await post(`/teams/${team.id}/join`, {}), `joining the team ${team.code}`);
      await statusesOf(team.id, 1);
      await loadTeam(client, catalog, team, wanted);
    },
    async addMember(text) {
      // An import can add hundreds, whom no one asked whether they want mail.
      const person = { ...personOf(text), sendInvitation: false };
      // Concurrent imports create one member for each name without an address.
      const key = person.email === undefined ? `import-member-${hash(text)}` : randomUUID();
      const answer = await post('/members', person, key);
      if (answer.error?.code !== 'conflict') return successOf<Member>(answer, `adding ${text}`);
      return await untilListed<Member, Member>('/members', {}, (members) =>
        members.find((member) => member.email?.toLowerCase() === text.toLowerCase()),
      );
    },
    async addTeamMember(team, member) {
      const answer = await post(`/teams/${team.id}/members`, { memberId: member.id });
      successOf(answer, `putting ${member.email ?? member.name} into ${team.code}`);
    },
    async createLabel(name) {
      const isSame = (label: Label) => label.teamId === null && nameKey(label.name) === nameKey(name);
      const former = await unarchived<Label>('labels', {}, isSame);
      if (former) return former;
      const answer = await post('/labels', { name, color });
      if (answer.error?.code !== 'conflict') return successOf<Label>(answer, `the label ${name}`);
      return await untilListed<Label, Label>('/labels', {}, (labels) => labels.find(isSame));
    },
    createSprint: ({ id: teamId, code }, name, span) =>
      make('sprints', { teamId, name, ...span }, `the sprint ${name} of ${code}`),
    createObjective: ({ id: teamId, code }, name) =>
      make('objectives', { teamId, name }, `the objective ${name} of ${code}`),
    async createStatus({ id: teamId, code }, name, category) {
      const isSame = (status: Status) =>
        status.category === category && nameKey(status.name) === nameKey(name);
      const former = await unarchived<Status>('statuses', { teamId }, isSame);
      if (former) return former;
      const body = { teamId, name, category, color };
      // Concurrent imports create one status of each name.
      const key = `import-status-${hash(JSON.stringify(body))}`;
      return successOf<Status>(await post('/statuses', body, key), `the status ${name} of ${code}`);
    },
    async createField(field) {
      const isSame = ({ key, type }: CustomField) => key === field.key && type === field.type;
      const former = await unarchived<CustomField>('custom-fields', {}, isSame);
      if (former) return former;
      const answer = await post('/custom-fields', field);
      if (answer.error?.code !== 'conflict') return successOf<CustomField>(answer, `the field ${field.key}`);
      return await untilListed<CustomField, CustomField>('/custom-fields', {}, (fields) =>
        fields.find(({ key }) => key === field.key),
      );
    },
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
