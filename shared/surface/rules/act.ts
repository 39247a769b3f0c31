import { idempotencyClaim, type IdempotencyClaim } from '../../kernel/api/operation/idempotency-store.ts';
import { execute } from '../../kernel/api/operation/execute.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { validateInput } from '../../kernel/api/operation/parse-input.ts';
import type { ResolveCaller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { Services } from '../../kernel/core/services.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import { fill } from './placeholders.ts';
import { actionOf, isVersioned, placeOf, readerOf, resourceOf } from './rule-actions.ts';
import { callerOfRule } from './rule-caller.ts';
import { RunFailure } from './run-failure.ts';
import { quotingActions } from './visitors-words.ts';

/** What an action did or would do. */
interface Effect {
  operation: string;
  resource: string;
  /** Of the resource; null for one that would be created. */
  id: string | null;
  changes: readonly FieldChange[];
}

/** What an action of a run did. */
export interface RunEffect extends Effect {
  /** False if its resource was as wanted already, so that no event says of it. */
  isChange: boolean;
}

export interface Acting {
  services: Services;
  known: KnownRule;
  runId: string;
  /** Limits the rights of runAs to those of who looks. */
  resolveCaller?: ResolveCaller;
  /** Whether it was interrupted, so that some of it may be done. */
  isResumed: boolean;
  valueOf: (path: string) => { value: unknown; isOfVisitor: boolean };
}

/** How often an action is tried whose resource others change meanwhile. */
const ATTEMPTS = 3;

type Fields = Record<string, unknown>;

/**
 * Runs the actions of a rule in order through the pipeline, and adds what they did to `effects`. An action that was
 * carried out for the same run before is not repeated. Throws what refuses one; the others before it stay.
 */
export async function act(acting: Acting, effects: RunEffect[]): Promise<void> {
  for (const [position, { operation: id, input }] of acting.known.rule.then.entries()) {
    const operation = actionOf(id);
    if (!operation) throw new RunFailure('not_found', `${id} is not an operation of rules.`);
    let quotes = false;
    const filled = fill(input, (path) => {
      const { value, isOfVisitor } = acting.valueOf(path);
      quotes ||= isOfVisitor;
      return value;
    }) as Fields;
    if (quotes && !quotingActions.has(id))
      throw new RunFailure('visitor_text', `${id} does not repeat what visitors wrote.`);
    effects.push(await actPatiently(acting, { operation, position, filled, quotes }));
  }
}

async function actPatiently(acting: Acting, action: Action): Promise<RunEffect> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await actOnce(acting, action);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What an interrupted run has deleted, or moved to where it does not see it, is done.
      if (acting.isResumed && error.status < 500 && (await isDone(acting, action)))
        return {
          operation: action.operation.id,
          resource: resourceOf(action.operation),
          id: null,
          changes: [],
          isChange: true,
        };
      if (error.code !== 'version_conflict' || attempt === ATTEMPTS) throw error;
    }
  }
}

const isDone = async (acting: Acting, action: Action): Promise<boolean> =>
  (await createReader(acting.services.database).get(claimOf(acting, action).key)) !== undefined;

/** The same however often a run is repeated, whatever its values have become. */
const claimOf = ({ services, known, runId }: Acting, { operation, position }: Action): IdempotencyClaim =>
  idempotencyClaim(
    operation,
    { principalId: known.rule.id, workspaceId: known.rule.workspaceId },
    { idempotencyKey: `${runId}-${position}`, path: '', body: Buffer.alloc(0) },
    services.now(),
  );

interface Action {
  operation: ResourceOperation;
  position: number;
  filled: Fields;
  quotes: boolean;
}

async function actOnce(acting: Acting, action: Action): Promise<RunEffect> {
  const { services, known, runId } = acting;
  const { operation, filled, quotes } = action;
  const { workspaceId } = known.rule;
  const names = placeOf(operation);
  const path = Object.fromEntries([
    ['workspaceId', workspaceId],
    ...names.map((name) => [name, filled[name]]),
  ]) as Fields;
  const body = Object.fromEntries(Object.entries(filled).filter(([name]) => !names.includes(name)));
  const resolveCaller: ResolveCaller = async (read, now) => {
    const caller = await (acting.resolveCaller ?? ((reader) => callerOfRule(reader, known)))(read, now);
    return quotes ? { ...caller, actor: { ...caller.actor, quotes: 'visitor' } } : caller;
  };
  const run = { resolveCaller, source: null };
  const reader = readerOf(operation);
  const input = { path, query: {}, body: undefined };
  const before = reader
    ? ((
        await execute(services, {
          ...run,
          operation: reader,
          input: await validateInput(reader, input),
          claim: undefined,
        })
      ).data as Fields)
    : {};
  const versioned = isVersioned(operation) ? { ...body, expectedUpdatedAt: before['updatedAt'] } : body;
  const sent = { path, query: {}, body: operation.input.body ? versioned : undefined };
  const { data } = await execute(services, {
    ...run,
    operation,
    input: await validateInput(operation, sent),
    claim: claimOf(acting, action),
    changeSetId: runId,
  });
  return effectOf(operation, { before, after: data as Fields, sent: body, path });
}

function effectOf(
  operation: ResourceOperation,
  { before, after, sent, path }: { before: Fields; after: Fields; sent: Fields; path: Fields },
): RunEffect {
  const isNew = Object.keys(before).length === 0;
  // What is made says where, such as the story of a comment.
  const fields = Object.keys(after).filter((field) =>
    isNew
      ? Object.hasOwn(sent, field) || placeOf(operation).includes(field)
      : Object.hasOwn(before, field) && field !== 'updatedAt',
  );
  const last = placeOf(operation).at(-1);
  return {
    operation: operation.id,
    resource: resourceOf(operation),
    id: isNew ? null : String(after['id'] ?? (last && path[last])),
    isChange: before['updatedAt'] === undefined || after['updatedAt'] !== before['updatedAt'],
    changes: fields
      .map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null }))
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)),
  };
}
