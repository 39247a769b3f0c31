import { setTimeout as delay } from 'node:timers/promises';
import type { AgentService, World } from './world.ts';

interface ChangeEvent {
  id: string;
  type: string;
  actor: { via: string };
  data: Record<string, unknown> & { id: string };
  changes?: { field: string; to: unknown }[];
}

interface Page {
  data: ChangeEvent[];
  meta: { resumeCursor: string; nextCursor: string | null };
}

/** The longest that the feed may take to have a change, in milliseconds, and how often it is asked. */
const PATIENCE_MS = 20_000;
const POLL_MS = 20;

/** Fields that follow from others, or that no one chose. */
const DERIVED = new Set([
  'updatedAt',
  'createdAt',
  'id',
  'workspaceId',
  'sequenceId',
  'reporterId',
  'authorId',
  'origin',
  'startedAt',
  'createdBy',
  'storyCounts',
  'keyResultCount',
  'scheduleStatus',
  'completedAt',
  'autoSchedulingStatus',
  'color',
  'claim',
]);

/** Where the feed stands, and who is in which team, which the feed tells only to those who join. */
export interface Start {
  cursor: string;
  memberships: readonly string[];
}

export const startOf = async (world: World): Promise<Start> => ({
  cursor: (await world.rest<Page>('GET', 'changes')).meta.resumeCursor,
  memberships: await membershipsOf(world),
});

async function membershipsOf({ rest, names }: World): Promise<string[]> {
  const { data: teams } = await rest<{ data: { id: string; name: string }[] }>('GET', 'teams');
  const members = await Promise.all(
    teams.map(async ({ id, name }) => {
      const { data } = await rest<{ data: { name: string }[] }>('GET', `members?teamId=${id}`);
      return data.map((member) => `${names.get(id) ?? name} ${member.name}`);
    }),
  );
  return members.flat();
}

/**
 * Everything that was changed over MCP since a cursor, as lines such as `story.updated ENG-1 statusId=Done`, sorted. A
 * label that is made now comes after all of it.
 */
export async function differenceSince(service: AgentService, world: World, start: Start): Promise<string[]> {
  const { data: marker } = await world.rest<{ data: { id: string } }>('POST', 'labels', {
    name: 'End of the task',
  });
  await service.streamsIdle();
  const events: ChangeEvent[] = [];
  const ends = Date.now() + PATIENCE_MS;
  let { cursor } = start;
  while (!events.some(({ data }) => data.id === marker.id)) {
    if (Date.now() > ends) throw new Error('The feed does not have the end of the task.');
    const page = await world.rest<Page>('GET', `changes?cursor=${encodeURIComponent(cursor)}&limit=100`);
    cursor = page.meta.resumeCursor;
    events.push(...page.data);
    if (page.data.length === 0) await delay(POLL_MS);
  }
  const made = events.filter(({ type }) => type.endsWith('.created'));
  for (const { data } of made) world.names.set(data.id, nameOf(data, world));
  await nameStatuses(events, world);
  const after = await membershipsOf(world);
  return [
    ...events.filter(({ actor }) => actor.via === 'mcp').map((event) => lineOf(event, world)),
    ...after.filter((one) => !start.memberships.includes(one)).map((one) => `team_member.added ${one}`),
    ...start.memberships.filter((one) => !after.includes(one)).map((one) => `team_member.removed ${one}`),
  ].toSorted();
}

/** Reads the statuses that the list of a new team did not have yet. */
async function nameStatuses(events: readonly ChangeEvent[], { rest, names }: World): Promise<void> {
  for (const { data } of events) {
    const id = data['statusId'];
    if (typeof id !== 'string' || names.has(id)) continue;
    const { data: status } = await rest<{ data: { name: string } }>('GET', `statuses/${id}`);
    names.set(id, status.name);
  }
}

function nameOf(data: ChangeEvent['data'], { names }: World): string {
  const own = [data['reference'], data['name'], data['content']].find((one) => typeof one === 'string');
  return names.get(data.id) ?? own ?? 'new';
}

function lineOf({ type, data, changes }: ChangeEvent, world: World): string {
  const isCreated = type.endsWith('.created');
  const fields = isCreated
    ? Object.entries(data).filter(
        ([field, value]) =>
          !isEmpty(value) && !DEFAULTS.has(`${field}=${String(value)}`) && field !== 'reference',
      )
    : (changes ?? []).map(({ field, to }) => [field, to] as const);
  const shown = fields
    .filter(([field]) => !DERIVED.has(field))
    .map(
      ([field, value]) =>
        `${field}=${field === 'archivedAt' && value !== null ? 'set' : valueOf(value, world)}`,
    );
  return [type, nameOf(data, world), ...shown.toSorted()].join(' ');
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** What a new resource has if no one says otherwise. */
const DEFAULTS = new Set(['priority=none']);

function valueOf(value: unknown, world: World): string {
  if (Array.isArray(value))
    return value
      .map((one) => valueOf(one, world))
      .toSorted()
      .join('+');
  if (typeof value === 'string') return world.names.get(value) ?? value;
  // A link of a story.
  if (typeof value === 'object' && value !== null && 'url' in value) return String(value.url);
  return JSON.stringify(value);
}
