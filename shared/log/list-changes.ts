import * as z from 'zod';
import { actorSchema } from '../core/actor-schema.ts';
import type { Caller } from '../core/caller.ts';
import { ApiError, invalidRequest, notFound, teamRequired } from '../core/errors.ts';
import { Json } from '../core/json.ts';
import { several } from '../core/query-parameters.ts';
import { timestamp, uuid } from '../core/schema.ts';
import { list, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { eventPatterns } from '../webhooks/webhook.ts';
import { accessKinds } from './access-event.ts';
import { catchUpWithRights } from './catch-up-with-rights.ts';
import { formatState, parseState, type ReaderState } from './changes-cursor.ts';
import { assertReadable, isWanted } from './event-rights.ts';
import { objectiveVisibility, type ToldEvent } from './objective-visibility.ts';
import { findPlaces, readLogs } from './read-logs.ts';
import { retentionMs, RETENTION_VARIABLE } from './retention.ts';

/** Teams that one reader can follow: a poll reads what comes next in each. */
const TEAMS_MAX = 100;

/**
 * A feed that begins now begins this long ago, in milliseconds: a list that is read next may lag behind changes that
 * the log has already, and they are returned once more.
 */
const OVERLAP_MS = 5_000;

const changeSchema = z
  .object({
    id: uuid().meta({ description: 'The same however often it is read; use it to discard repetitions.' }),
    type: z.string().meta({ description: 'The type of the event, such as story.updated.' }),
    apiVersion: z.string(),
    timestamp: timestamp(),
    workspaceId: uuid(),
    teamId: uuid().nullable(),
    actor: actorSchema,
    data: z.record(z.string(), z.unknown()).meta({
      description: 'The resource, or of access.granted and access.revoked its `resource` and `id`.',
    }),
    changes: z
      .array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))
      .optional()
      .meta({ description: 'Of updates: the fields that changed.' }),
    truncated: z
      .array(z.string())
      .optional()
      .meta({ description: 'Present only if texts were cut to 256 KiB: which.' }),
  })
  .meta({ id: 'Change', description: 'An event, with the exact text that webhooks are sent.' });

export const listChanges = list({
  id: 'listChanges',
  path: `${WORKSPACE_PATH}/changes`,
  tag: 'Changes',
  summary: 'List changes',
  description:
    'Returns every change that the caller may see, oldest first: each event at least once, those of one resource in order. Without cursor and since, it returns an empty page that begins now. Read on with meta.nextCursor while there is one, and keep meta.resumeCursor to go on later. Kinds whose read scope the credential lacks are left out, unless type names them. access.granted tells of a team, objective or workspace to fetch anew, access.revoked of one to forget with all that belongs to it.',
  scopes: ['stories:read'],
  errors: ['team_required', 'cursor_expired', 'not_found'],
  query: {
    since: timestamp().optional().meta({
      description: 'Begins with what was written at or after this time; a cursor continues without it.',
    }),
    teamId: uuid().optional(),
    type: several(z.enum([...eventPatterns, ...accessKinds, 'access.*'])).meta({
      description: 'Only events of these types; `story.*` are all of stories.',
    }),
  },
  item: changeSchema,
  handle: async ({ query, caller, read, now, setting, page: { after, limit } }) => {
    const { teamId, type, since } = query;
    assertReadable(caller, type ?? []);
    const logs = logsOf(caller, teamId);
    const retention = retentionMs(setting(RETENTION_VARIABLE));
    if (after !== undefined && since !== undefined) {
      throw invalidRequest([{ in: 'query', path: 'since', message: 'cannot be sent with a cursor' }]);
    }
    const begins = since === undefined ? now.getTime() - OVERLAP_MS : Date.parse(since);
    const state: ReaderState =
      after === undefined
        ? { at: begins, role: caller.role!, places: await findPlaces(read, logs, begins) }
        : parseState(after);
    if (state.at < now.getTime() - retention) throw expired(retention);
    if (after === undefined && since === undefined) return { items: [], resume: formatState(state) };

    const changed = await catchUpWithRights({ caller, read, now, limit }, state, logs);
    if (changed) return { items: changed.bodies.map(toJson), ...cursors(changed.state, true) };
    const { events, places, more, leftSince } = await readLogs(read, state.places, { limit, now });
    const told = events.map(({ body }) => JSON.parse(body) as ToldEvent);
    const shown = await objectiveVisibility(caller, read, told);
    const bodies = told
      .filter((event) => isWanted(caller, event.type, type))
      .flatMap((event) => shown(event, events[told.indexOf(event)]!.body) ?? []);
    const at = leftSince ?? now.getTime() - OVERLAP_MS;
    return { items: bodies.map(toJson), ...cursors({ ...state, at: Math.max(at, state.at), places }, more) };
  },
});

const toJson = (body: string) => new Json<z.output<typeof changeSchema>>(body);

function cursors(state: ReaderState, more: boolean): { next?: string; resume: string } {
  const resume = formatState(state);
  return more ? { next: resume, resume } : { resume };
}

/** The logs that a caller may read now. Throws a 404 for a team that they are not in. */
function logsOf({ teamIds, workspaceId }: Caller, teamId: string | undefined): string[] {
  if (teamId !== undefined) {
    if (!teamIds.has(teamId)) throw notFound('team');
    return [teamId];
  }
  if (teamIds.size > TEAMS_MAX) {
    throw teamRequired(`You are in more than ${TEAMS_MAX} teams; read the changes of one at a time.`);
  }
  return [workspaceId, ...teamIds];
}

const expired = (retention: number): ApiError =>
  new ApiError(
    'cursor_expired',
    `Changes are retained for ${retention / (24 * 60 * 60 * 1000)} days, and this begins earlier.`,
  );
