import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { authenticate } from '../auth/authenticate.ts';
import type { Token } from '../auth/token.ts';
import { createReader } from '../db/reader.ts';
import { Json, toJsonText } from '../lib/json.ts';
import { describeError } from './error-body.ts';
import { ApiError } from './errors.ts';
import { authorize, execute, refuseOtherWorkspace, type Result, type Services } from './execute.ts';
import { idempotencyClaim } from './idempotency.ts';
import type { Operation } from './operation.ts';
import { bodyBytes, judgeKey, parseInput, parseItem, type ApiEvent } from './request.ts';

/** An item as the outer request is judged: what it holds is judged by itself. */
interface Item {
  idempotencyKey?: string;
  body?: unknown;
  [pathParameter: string]: unknown;
}

interface BulkRequest {
  operation: Operation;
  token: Token;
  event: ApiEvent;
}

/**
 * Carries out each item as the single operation would be, with a key, a hash and an outcome of its own, side
 * by side; their first reads travel together. Who may not call at all gets one refusal for everything.
 */
export async function executeBulk(
  services: Services,
  { operation, token, event }: BulkRequest,
): Promise<Result> {
  const read = createReader(services.database);
  const outer = judgeOuter(operation, event);
  const caller = authenticate(token, read, services.now());
  const outcomes =
    outer instanceof ApiError
      ? []
      : outer.items.map((item, position) =>
          carryOut(services, { operation, token, event }, item, outer.slices[position]!, read),
        );
  authorize(operation, await caller);
  if (outer instanceof ApiError) throw outer;
  refuseOtherWorkspace(outer, await caller);
  const items = (await Promise.all(outcomes)).map(({ text }) => text);
  return { data: new Json(`{"items":[${items.join(',')}]}`), replayed: false };
}

function judgeOuter(operation: Operation, event: ApiEvent) {
  try {
    const { path, body } = parseInput(operation, event);
    const { items } = body as { items: Item[] };
    return { path, query: {}, body, items, slices: bodySlices(bodyBytes(event).toString(), items.length) };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The exact text of each item's body, as its sender wrote it: what its key is held against. */
function bodySlices(text: string, count: number): string[] {
  const root = parseTree(text);
  return Array.from({ length: count }, (_, position) => {
    const node = root && findNodeAtLocation(root, ['items', position, 'body']);
    return node ? text.slice(node.offset, node.offset + node.length) : '';
  });
}

async function carryOut(
  services: Services,
  { operation: { bulk, path: bulkPath }, token, event }: BulkRequest,
  item: Item,
  slice: string,
  read: ReturnType<typeof createReader>,
): Promise<Json<unknown>> {
  const { of } = bulk!;
  try {
    const { idempotencyKey, body, ...parameters } = item;
    const key = judgeKey(of, idempotencyKey);
    const path = { ...event.pathParameters, ...parameters };
    const input = parseItem(of, path, body);
    const sent = { path: fillPath(of.path, input.path), body: Buffer.from(slice) };
    const claim =
      key === undefined
        ? undefined
        : idempotencyClaim(of, token, { idempotencyKey: key, ...sent }, services.now());
    const { data, replayed } = await execute(services, { operation: of, token, input, claim }, read);
    return new Json(`{"status":${of.status},"replayed":${replayed},"data":${toJsonText(data)},"error":null}`);
  } catch (error) {
    const { requestId } = event.requestContext;
    const { shown, body } = describeError(error, { requestId, operationId: `${of.id} (${bulkPath})` });
    return new Json(
      `{"status":${shown.status},"replayed":false,"data":null,"error":${JSON.stringify(body)}}`,
    );
  }
}

/** The path that the single operation would be called with. */
const fillPath = (path: string, parameters: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]));
