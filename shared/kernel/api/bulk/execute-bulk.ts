import { uuid } from '../../core/schema.ts';
import { createReader } from '../../db/reader.ts';
import { newChangeSetId } from '../../core/change-set-id.ts';
import { parseChangeSet } from '../operation/change-set.ts';
import { bodySlices } from './body-slices.ts';
import { BULK_MAX_ITEMS } from './bulk-operation.ts';
import { invalidRequest, type ApiError } from '../../core/errors.ts';
import { assertSameWorkspace, authorize } from '../operation/authorize.ts';
import { execute } from '../operation/execute.ts';
import type { OperationResult } from '../operation/operation-result.ts';
import { idempotencyClaim } from '../operation/idempotency-store.ts';
import type { BulkOperation } from '../operation/operation-kinds.ts';
import { fillPath, validateIdempotencyKey, parseInput, parseItem } from '../operation/parse-input.ts';
import type { RequestSource } from '../operation/request-origin.ts';
import type { WebRequest } from '../operation/web-route.ts';
import { orderedDraws } from './ordered-draws.ts';
import type { OperationContext } from '../../core/call.ts';
import type { Services } from '../../core/services.ts';
import type { Key, Reader } from '../../core/database.ts';
import type { RequestPrincipal } from '../../core/caller.ts';
import { RESPONSE_DATA_MAX_BYTES } from '../../core/response-limits.ts';

/** An item as validated with the outer request; its content is validated separately. */
interface Item {
  idempotencyKey?: string;
  body?: unknown;
  [pathParameter: string]: unknown;
}

/** An item with the exact text of its body and its way to draw a number. */
interface SentItem {
  item: Item;
  slice: string;
  drawNumber: OperationContext['drawNumber'];
  /** That of the whole request. */
  changeSetId: string;
}

/** What a bulk request says, over HTTP or as a call of an MCP tool. */
type BulkSource = RequestSource & Pick<WebRequest, 'parameters' | 'query' | 'json' | 'body'>;

interface BulkRequest {
  operation: BulkOperation;
  principal: RequestPrincipal;
  request: BulkSource;
  /** Why the body could not be parsed. */
  problem?: ApiError | undefined;
  /** Describes why an item was refused. */
  describe?: ((error: ApiError) => object) | undefined;
  /** Called when an item is done or refused. */
  onItem?: (() => void) | undefined;
}

/**
 * Runs each item like the single operation, with its own key, hash and outcome. Items run concurrently and
 * share a batch for their first reads; items of the same resource or with the same key run in order, each on
 * the result of the previous one. Numbers are drawn in the order of the items. A caller without the required rights gets a single error for the whole
 * request.
 */
export async function executeBulk(
  services: Services,
  { operation, principal, request, problem, describe, onItem }: BulkRequest,
): Promise<OperationResult<{ items: BulkItem[] }>> {
  const caller = await principal.resolveCaller(createReader(services.database), services.now());
  authorize(operation, caller);
  if (problem) throw problem;
  assertItemCount(request.json);
  const input = await parseInput(operation, request);
  assertSameWorkspace(input, caller);
  const { items } = input.body as { items: Item[] };
  const slices = bodySlices(request.body.toString());
  const shared = createReader(services.database);
  const changeSetId = parseChangeSet(request.headers['change-set']) ?? newChangeSetId(services.now());
  const draws = orderedDraws(services.database, services.now);
  const last = new Map<string, Promise<ItemOutcome>>();
  const outcomes = await Promise.all(
    items.map(async (item, position) => {
      const run = (read: Reader) => {
        draws.begin(position);
        const drawNumber = (counter: Key, amount?: 0 | 1) => draws.draw(position, counter, amount);
        const sent = { item, slice: slices[position] ?? '', drawNumber, changeSetId };
        return runItem(services, { operation, principal, request, describe }, sent, read).finally(() =>
          draws.end(position),
        );
      };
      const turns = turnsOf(item);
      const before = turns.flatMap((turn) => last.get(turn) ?? []);
      const outcome =
        before.length > 0
          ? Promise.all(before).then(() => run(createReader(services.database)))
          : run(shared);
      for (const turn of turns) last.set(turn, outcome);
      return await outcome.finally(onItem);
    }),
  );
  return { data: { items: fitResponse(outcomes) }, replayed: false };
}

/**
 * The keys that serialize items: the resource in the path parameters, if any, the idempotency key, what other tools call
 * it, so that of two copies of one thing the first is made, and the order that several are put into.
 */
function turnsOf({ idempotencyKey, body, ...parameters }: Item): string[] {
  const { externalSource, externalId, rank } = (body ?? {}) as Record<string, unknown>;
  return [
    ...(Object.keys(parameters).length > 0 ? [JSON.stringify(parameters).toLowerCase()] : []),
    ...(idempotencyKey === undefined ? [] : [`key ${idempotencyKey}`]),
    ...(rank === undefined ? [] : ['rank']),
    ...(externalId === undefined ? [] : [`external ${JSON.stringify([externalSource, externalId])}`]),
  ];
}

/** Too many items are rejected before any of them is validated. */
function assertItemCount(body: unknown): void {
  const { items } = (body ?? {}) as { items?: unknown };
  if (!Array.isArray(items) || items.length <= BULK_MAX_ITEMS) return;
  const message = `must contain at most ${BULK_MAX_ITEMS} items`;
  throw invalidRequest([{ path: 'items', code: 'too_large', message }]);
}

/** The outcome of an item as the response shows it, with its resource or with why it was refused. */
interface BulkItem extends Pick<OperationResult, 'proposal' | 'replayed'> {
  httpStatus: number;
  id: string | null;
  data?: unknown;
  error?: object;
}

/** The same, whole and without the resource. */
type ItemOutcome = Record<'full' | 'short', BulkItem>;

/** The items of a response; once they are too large, further items omit their resource. */
function fitResponse(outcomes: readonly ItemOutcome[]): BulkItem[] {
  let bytes = 0;
  return outcomes.map(({ full, short }) => {
    bytes += Buffer.byteLength(JSON.stringify(full));
    return bytes > RESPONSE_DATA_MAX_BYTES ? short : full;
  });
}

async function runItem(
  services: Services,
  { operation: { id: operationId, tag, of }, principal, request, describe }: BulkRequest,
  { item, slice, drawNumber, changeSetId }: SentItem,
  read: Reader,
): Promise<ItemOutcome> {
  const { idempotencyKey, body, ...parameters } = item;
  try {
    const key = validateIdempotencyKey(of, idempotencyKey, { in: 'body', path: 'idempotencyKey' });
    const path = { ...request.parameters, ...parameters };
    const input = await parseItem(of, path, body);
    const sent = { path: fillPath(of.path, input.path), body: Buffer.from(slice) };
    const claim =
      key === undefined
        ? undefined
        : idempotencyClaim(of, principal, { idempotencyKey: key, ...sent }, services.now());
    const { resolveCaller, countWrites } = principal;
    const { data, existing, proposal, replayed } = await execute(
      services,
      { operation: of, resolveCaller, input, claim, drawNumber, changeSetId, source: request, countWrites },
      read,
    );
    const { id } = data as { id: string };
    const short = {
      httpStatus: proposal ? 202 : existing ? 200 : of.status,
      replayed,
      id,
      ...(proposal && { proposal }),
    };
    return { full: { ...short, data }, short };
  } catch (error) {
    const { requestId } = request;
    // Imported on demand: most items succeed.
    const { describeError } = await import('../operation/describe-error.ts');
    const { shown, body } = describeError(error, {
      requestId,
      operationId,
      tag,
      baseUrl: services.baseUrl(),
    });
    const described: { fields?: unknown } = describe?.(shown) ?? body;
    const head = { httpStatus: shown.status, replayed: false, id: namedId(parameters) };
    const { fields: _, ...brief } = described;
    return { full: { ...head, error: described }, short: { ...head, error: brief } };
  }
}

/** The id of the resource that an item names in its path parameters, if it is one. */
const namedId = (parameters: Record<string, unknown>): string | null =>
  uuid().safeParse(Object.values(parameters).at(-1)).data ?? null;
