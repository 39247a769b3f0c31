import type { OperationContext } from '../../kernel/core/call.ts';
import { invalidRequest, type ApiError } from '../../kernel/core/errors.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { dateRange, missingDayIn, numberRange, type Bounds } from '../filters/filter-ranges.ts';
import type { FilterValue } from '../filters/filter-expression.ts';
import { findNames } from '../filters/filter-names.ts';
import { canSeeCustomField } from './custom-field-access.ts';
import { customFieldsOfTeam, customFieldsOfWorkspace, toCustomField } from './custom-field-store.ts';
import { CUSTOM_FIELDS_MAX, type CustomField } from '../story-parts/custom-field.ts';
import { loadFields } from './story-fields.ts';

/** What stories have in a custom field: any of some texts, numbers or days, or possibly no value. */
export type FieldTrait = { key: string; isNoneWanted: boolean } & (
  { texts: readonly string[] } | { numbers: readonly Bounds<number>[] } | { days: readonly Bounds<string>[] }
);

type FieldFilterContext = Pick<OperationContext, 'caller' | 'read' | 'now'>;

/**
 * What a filter by custom fields means, from the words for each key. Throws a 400 for a key that none of the caller's
 * fields has, and for a word that does not fit its type.
 */
export async function resolveFieldFilter(
  wanted: Readonly<Record<string, readonly (string | FilterValue)[]>>,
  context: FieldFilterContext,
): Promise<FieldTrait[]> {
  const { caller, read } = context;
  const fields = await loadFields(read, caller.workspaceId, Object.keys(wanted));
  return await Promise.all(
    Object.entries(wanted).map(async ([key, values]) => {
      const field = fields.get(key);
      if (!field || !canSeeCustomField(caller, field)) throw await unknownKey(key, context);
      const words = values.map((value) =>
        typeof value === 'string' ? { text: value, quoted: false } : value,
      );
      const given = words.filter(({ text, quoted }) => quoted || text.toLowerCase() !== 'none');
      return { key, isNoneWanted: given.length < words.length, ...(await meaningOf(field, given, context)) };
    }),
  );
}

/** The custom field with a key. Throws a 400 if it is none of the caller's. */
export async function knownFieldOrThrow(key: string, context: FieldFilterContext): Promise<CustomField> {
  const { caller, read } = context;
  const field = (await loadFields(read, caller.workspaceId, [key])).get(key);
  if (!field || !canSeeCustomField(caller, field)) throw await unknownKey(key, context);
  return field;
}

/** What the words for a field mean, by its type. An unchecked checkbox may have no value at all. */
async function meaningOf(field: CustomField, given: readonly FilterValue[], context: FieldFilterContext) {
  const { key, type, options } = field;
  const words = given.map(({ text }) => text);
  switch (type) {
    case 'number':
      return {
        numbers: words.map(
          (word) => numberRange(word) ?? refuse(key, word, 'a number or a range such as >3 or 2..5'),
        ),
      };
    case 'date':
      return { days: words.map((word) => daysOf(key, word, context.now)) };
    case 'checkbox': {
      const texts = words.map((word) => word.toLowerCase());
      const odd = texts.find((word) => word !== 'true' && word !== 'false');
      if (odd !== undefined) refuse(key, odd, 'true, false or none');
      return { texts, ...(texts.includes('false') ? { isNoneWanted: true } : {}) };
    }
    case 'select':
    case 'multi_select':
      return { texts: words.map((word) => optionOf(key, options, word)) };
    case 'user':
      return { texts: (await Promise.all(given.map((word) => memberOf(key, word, context)))).flat() };
    case 'text':
    case 'url':
      return { texts: words };
  }
}

function optionOf(key: string, options: readonly string[], word: string): string {
  const option = options.find((one) => nameKey(one) === nameKey(word));
  if (option !== undefined) return option;
  throw problem(key, `has no option ${JSON.stringify(word)}; ${didYouMean(word, options)}`);
}

async function memberOf(
  key: string,
  { text, quoted }: FilterValue,
  context: FieldFilterContext,
): Promise<string[]> {
  if (!quoted && text.toLowerCase() === 'me') return [context.caller.principalId];
  const { data: id } = uuid().safeParse(text);
  if (!quoted && id !== undefined) return [id];
  const members = await findNames('assignee', { ...context, teams: [...context.caller.teamIds] });
  const wanted = nameKey(text);
  const found = members.filter(({ names }) =>
    names.some((name) => name !== null && nameKey(name) === wanted),
  );
  return found.length > 0
    ? found.map(({ id: memberId }) => memberId)
    : refuse(key, text, "a member's name, email address or id, me or none");
}

/** The days of a date word, as in `due:`. */
function daysOf(key: string, word: string, now: Date): Bounds<string> {
  const expected = 'a date such as 2026-11-02, a range such as 2026-11-02..2026-11-15 or a span such as <2w';
  const range = dateRange(word, { now, isForward: true });
  const missing = range === undefined ? missingDayIn(word) : undefined;
  if (missing !== undefined) throw problem(key, `has a day that does not exist: ${missing}`);
  const { since, before } = range ?? refuse(key, word, expected);
  return [
    ...(since === undefined ? [] : [['>=', since.slice(0, DAY)] as const]),
    ...(before === undefined
      ? []
      : [[before.endsWith(MIDNIGHT) ? '<' : '<=', before.slice(0, DAY)] as const]),
  ];
}

const DAY = 'YYYY-MM-DD'.length;
const MIDNIGHT = 'T00:00:00.000Z';

async function unknownKey(key: string, { caller, read }: FieldFilterContext): Promise<ApiError> {
  const partitions = [
    customFieldsOfWorkspace(caller.workspaceId),
    ...[...caller.teamIds].map((teamId) => customFieldsOfTeam(teamId)),
  ];
  const lists = partitions.map((partition) =>
    read.query({ index: 'list', partition, limit: CUSTOM_FIELDS_MAX }),
  );
  const known = (await Promise.all(lists)).flat().map((item) => toCustomField(item).key);
  return problem(
    key,
    known.length === 0
      ? 'is not a custom field; there are none'
      : `is not a custom field; ${didYouMean(key, known)}`,
  );
}

function refuse(key: string, word: string, expected: string): never {
  throw problem(key, `has ${JSON.stringify(word)}, which is not ${expected}`);
}

const problem = (key: string, message: string): ApiError =>
  invalidRequest([{ in: 'query', path: `cf.${key}`, message }]);
