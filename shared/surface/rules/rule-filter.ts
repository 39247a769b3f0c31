import type { OperationContext } from '../../kernel/core/call.ts';
import { ApiError, withFields } from '../../kernel/core/errors.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import type { Guard } from '../../events/rules/rule-guard.ts';
import type { FilterExpression, FilterWord } from '../../planning/filters/filter-expression.ts';
import { parseFilter } from '../../planning/filters/filter-language.ts';
import { WordMeanings, type ResolvedCondition } from '../../planning/filters/filter-words.ts';
import { nothingNamed, understandQuery } from '../../planning/stories/understand-query.ts';

type RuleFilterContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>;

/** A filter as a rule keeps it. */
export interface RuleFilter {
  /** With ids in place of names, so that it means the same when something is renamed. */
  filter: string;
  guard: Guard;
}

/** What a filter means to whom a rule acts as. Throws a 400 for what it does not know. */
export async function understandFilter(
  text: string,
  teamId: string | null,
  context: RuleFilterContext,
): Promise<RuleFilter> {
  try {
    await understandQuery({ filter: text }, nothingNamed, context);
    const { expression } = parseFilter(text);
    if (!expression) return { filter: '', guard: true };
    const meanings = new WordMeanings({
      ...context,
      teams: listedTeams(context.caller, teamId ?? undefined),
    });
    const { text: filter, guard } = await keep(expression, meanings, context.caller.principalId);
    return { filter, guard };
  } catch (error) {
    if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
    throw withFields(
      error,
      error.fields.map((field) => ({ ...field, in: 'body', path: 'if' })),
    );
  }
}

interface Kept {
  text: string;
  guard: Guard;
}

async function keep(expression: FilterExpression, meanings: WordMeanings, ownId: string): Promise<Kept> {
  const each = (parts: readonly FilterExpression[]) =>
    Promise.all(parts.map((part) => keep(part, meanings, ownId)));
  if ('text' in expression) return { text: expression.text, guard: true };
  if ('word' in expression) return await keepWord(expression.word, meanings, ownId);
  if ('not' in expression) {
    const { text, guard } = await keep(expression.not, meanings, ownId);
    return { text: `NOT (${text})`, guard: { not: guard } };
  }
  if ('all' in expression) {
    const parts = await each(expression.all);
    return {
      text: `(${parts.map(({ text }) => text).join(' ')})`,
      guard: { all: parts.map(({ guard }) => guard) },
    };
  }
  const parts = await each(expression.any);
  return {
    text: `(${parts.map(({ text }) => text).join(' OR ')})`,
    guard: { any: parts.map(({ guard }) => guard) },
  };
}

/** The fields of events that parameters of lists are about. */
const fields: ReadonlyMap<string, string> = new Map([
  ['statusId', 'statusId'],
  ['statusCategory', 'statusCategory'],
  ['assigneeId', 'assigneeId'],
  ['reporterId', 'reporterId'],
  ['labelId', 'labels'],
  ['priority', 'priority'],
  ['sprintId', 'sprintId'],
  ['objectiveId', 'objectiveId'],
]);

/** Words that take names and are kept with the ids of what they name. */
const named: ReadonlySet<string> = new Set([
  'status',
  'assignee',
  'reporter',
  'label',
  'sprint',
  'objective',
  'team',
]);

async function keepWord(word: FilterWord, meanings: WordMeanings, ownId: string): Promise<Kept> {
  const { key, values } = word;
  const written = `${key}:${values.map(({ text, quoted }) => (quoted ? quote(text) : text)).join(',')}`;
  // Which sprint is current changes.
  const isCurrent = ({ text, quoted }: (typeof values)[number]) =>
    !quoted && text.toLowerCase() === 'current';
  if (key === 'sprint' && values.some(isCurrent)) return { text: written, guard: true };
  const condition = own(await meanings.of(word), ownId);
  const guard = guardOf(condition);
  if (!named.has(key)) return { text: written, guard };
  const [ids] =
    'teamIds' in condition
      ? [condition.teamIds]
      : 'parameters' in condition
        ? Object.values(condition.parameters)
        : [];
  return { text: `${key}:${(ids as readonly string[]).join(',')}`, guard };
}

const quote = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** A condition in which `me` is the one whom the rule acts as. */
const own = (condition: ResolvedCondition, ownId: string): ResolvedCondition =>
  'parameters' in condition
    ? {
        parameters: Object.fromEntries(
          Object.entries(condition.parameters).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.map((one: unknown) => (one === 'me' ? ownId : one)) : value,
          ]),
        ),
      }
    : condition;

function guardOf(condition: ResolvedCondition): Guard {
  if ('all' in condition) return { all: condition.all.map(guardOf) };
  if ('any' in condition) return { any: condition.any.map(guardOf) };
  if ('not' in condition) return { not: guardOf(condition.not) };
  if ('teamIds' in condition) return { field: 'teamId', values: condition.teamIds };
  if ('q' in condition || 'ids' in condition) return true;
  const parts = Object.entries(condition.parameters).map(([name, value]): Guard => {
    const field = fields.get(name);
    if (field === undefined || !Array.isArray(value)) return true;
    return { field, values: value.map((one: unknown) => (one === 'none' ? null : String(one))) };
  });
  return { all: parts };
}
