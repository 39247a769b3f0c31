import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import { requiresIdempotencyKey } from '../../kernel/api/mcp/tool-schemas.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';

/** Lengths of a team's code. */
const CODE = { min: 2, usual: 3, max: 8 };
/** How many codes are tried before the caller is asked for one. */
const TRIES = 9;

/** Creates a team; one without a code gets one from its name that no other team has. */
export async function createWithCode(run: (args: Arguments) => Promise<OperationResult>, args: Arguments) {
  const { name, code } = args;
  if (code !== undefined) return await run(args);
  // What is wrong with the name, the operation says; that the code is missing too would be none of it.
  const base = codeOf(typeof name === 'string' ? name : '');
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : String(number);
    try {
      return await run({ ...args, code: `${base.slice(0, CODE.max - suffix.length)}${suffix}` });
    } catch (error) {
      if (number === TRIES || !isTaken(error)) throw error;
    }
  }
}

/** Another team has it, or an earlier call with this key has made the team with the next one. */
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'idempotency_key_reused' ||
    (error.code === 'conflict' && error.message.includes('the code')));

/** The code of a team whose name has too few letters from A to Z. */
const ANY_CODE = 'TEAM';

/** The initials of a name of several words, or the beginning of one. */
function codeOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  const initials = words
    .map(([first]) => first!)
    .join('')
    .slice(0, CODE.max);
  const code = words.length > 1 ? initials : (words[0] ?? '').slice(0, CODE.usual);
  return code.length >= CODE.min ? code : `${code}${ANY_CODE}`;
}

/** The most people that one call adds or removes. */
const MEMBERS_MAX = 50;

/** Adds or removes several people, each with an outcome. Throws the first refusal if all were refused. */
export async function changeMembers(
  call: ToolCall,
  operation: ToolOperation,
  { memberIds, ...args }: Arguments,
): Promise<OperationResult> {
  const ids = [memberIds].flat();
  if (ids.length === 0 || ids.length > MEMBERS_MAX)
    throw invalidRequest([{ path: 'memberIds', message: `must name 1 to ${MEMBERS_MAX} members` }]);
  // Before anything is changed; what the name could mean is said where names are looked up.
  const unknown = ids.flatMap((id, position) => (uuid().safeParse(id).success ? [] : [position]));
  if (unknown.length > 0)
    throw invalidRequest(
      unknown.map((position) => ({ path: `memberIds.${position}`, message: 'is no member' })),
    );
  const outcomes: (object | ApiError)[] = [];
  // One after the other: each changes the same team.
  for (const memberId of ids) outcomes.push(await outcomeFor(call, operation, { ...args, memberId }));
  const errors = outcomes.filter((one) => one instanceof ApiError);
  if (errors.length === outcomes.length) throw errors[0]!;
  const members = outcomes.map((one, position) =>
    one instanceof ApiError ? { id: ids[position], error: describeToolError(one) } : one,
  );
  const message = `${members.length - errors.length} of ${members.length} done.`;
  return { data: { members, message }, replayed: false };
}

async function outcomeFor(
  call: ToolCall,
  operation: ToolOperation,
  args: Arguments,
): Promise<object | ApiError> {
  try {
    const key = requiresIdempotencyKey(operation)
      ? { idempotencyKey: call.services.randomBytes(16).toString('hex') }
      : {};
    const { data } = await runOperation(operation, { ...call, args: { ...args, ...key } });
    const { id, name, role, deleted } = fieldsIn(data);
    return { id: id ?? args['memberId'], name, role, deleted };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error;
  }
}
