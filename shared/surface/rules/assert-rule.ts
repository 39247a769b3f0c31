import type { OperationContext } from '../../kernel/core/call.ts';
import { authorize } from '../../kernel/api/operation/authorize.ts';
import { fieldProblems } from '../../kernel/api/operation/field-problems.ts';
import type { ResourceOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError, invalidReference, invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import { assertReadable } from '../../events/changes/event-rights.ts';
import { isRuleKind, ruleKinds, typesOf } from '../../events/rules/rule-kinds.ts';
import { timedKinds } from '../../events/rules/timed-kinds.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import type { RuleAction, StoredRule } from '../../events/rules/rule.ts';
import { normalRule, ruleProblem } from '../../planning/recurrence/rule-parts.ts';
import { knownPath } from './known-paths.ts';
import { placeholdersIn, strayBraces, type Placeholder } from './placeholders.ts';
import { actionNames, actionOf, isVersioned, placeOf } from './rule-actions.ts';
import { toCaller } from './rule-caller.ts';
import { understandFilter } from './rule-filter.ts';

type AssertRuleContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>;

/** Subjects of events that are about a story. */
const ofStories: ReadonlySet<string> = new Set([
  'story',
  'comment',
  'relation',
  'agent_session',
  'attachment',
  'time_entry',
  'schedule',
]);

/**
 * What is stored of a rule. Throws a 400 for a rule that could not run, and a 403 for one that would do what whom it acts
 * as, or the credential that saves it, may not.
 */
export async function assertRule(rule: StoredRule, context: AssertRuleContext): Promise<KnownRule> {
  assertOccasion(rule);
  const terms = await termsOf(rule, context);
  const caller = toCaller({ rule, ...terms }, terms.membership);
  assertReadable(caller, (rule.on ?? []).filter(isRuleKind).flatMap(typesOf));
  const problems = rule.then.flatMap((action, position) => actionProblems(rule, action, `then.${position}`));
  if (problems.length > 0) throw invalidRequest(problems);
  for (const { operation } of rule.then) authorize(actionOf(operation)!, caller);
  const found =
    rule.if === null ? null : await understandFilter(rule.if, rule.teamId, { ...context, caller });
  const { scopes, since } = terms;
  const schedule = rule.schedule && { ...rule.schedule, rule: normalRule(rule.schedule.rule) };
  return {
    rule: { ...rule, schedule },
    scopes,
    since,
    filter: found && found.filter !== '' ? found.filter : null,
    guard: found?.guard ?? true,
  };
}

function assertOccasion({ on, schedule, if: filter, was }: StoredRule): void {
  const problems: FieldProblem[] = [];
  if ((on === null) === (schedule === null))
    problems.push({
      path: on === null ? 'on' : 'schedule',
      message: 'must be sent if the other of on and schedule is not, and not with it',
    });
  for (const [position, kind] of (on ?? []).entries()) {
    if (isRuleKind(kind)) continue;
    const message = `is not a kind of event; ${didYouMean(kind, ruleKinds)}`;
    problems.push({ path: `on.${position}`, code: 'not_one_of', message });
  }
  const problem = schedule ? ruleProblem(normalRule(schedule.rule)) : undefined;
  if (problem !== undefined) problems.push({ path: 'schedule.rule', message: problem });
  const strangers = (on ?? []).filter((kind) => !ofStories.has(kind.split('.')[0]!));
  if (filter !== null && strangers.length > 0)
    problems.push({ path: 'if', message: `filters stories, which ${strangers[0]!} is not about` });
  if (
    was !== null &&
    (on === null ||
      on.some((kind) => timedKinds.some((one) => one === kind) || /\.(created|deleted)$/.test(kind)))
  )
    problems.push({
      path: 'was',
      message: 'is about changes: on must have kinds such as story.updated only',
    });
  if (problems.length > 0) throw invalidRequest(problems);
}

/** With whose rights a rule acts: those of who saves it, or of a service account that they manage. */
async function termsOf({ runAs, teamId, workspaceId }: StoredRule, { caller, read }: AssertRuleContext) {
  const membership = await readMembership(read, workspaceId, runAs.id);
  const kind = membership?.role === null ? 'service_account' : 'user';
  const refused = (message: string) => invalidReference([{ path: 'runAs', message }]);
  if (!membership || kind !== runAs.kind) throw refused('is not in the workspace');
  const isOwn = runAs.id === caller.principalId;
  if (!isOwn) assertManages(caller, kind, membership.teamIds);
  if (teamId !== null && !caller.teamIds.has(teamId))
    throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
  if (teamId !== null && !membership.teamIds.has(teamId)) throw refused('is not in the team');
  const scopes = isOwn ? [...caller.scopes] : membership.scopes!.filter((scope) => caller.scopes.has(scope));
  return { membership, scopes, since: membership.since };
}

function assertManages(caller: Caller, kind: string, teamIds: ReadonlySet<string>): void {
  const manages = caller.role === 'admin' && caller.scopes.has('tokens:manage');
  if (kind === 'service_account' && manages && [...teamIds].every((id) => caller.teamIds.has(id))) return;
  throw new ApiError(
    'insufficient_role',
    'A rule acts as who saves it, or as a service account that they manage.',
    {
      hint: 'Leave runAs out, or name a service account all of whose teams you are in, as an admin with tokens:manage.',
      details: { requiredRole: 'admin' },
    },
  );
}

function actionProblems(rule: StoredRule, { operation: id, input }: RuleAction, at: string): FieldProblem[] {
  const operation = actionOf(id);
  if (!operation) {
    const message = `is not an operation that rules can run; ${didYouMean(id, actionNames)}`;
    return [{ path: `${at}.operation`, code: 'not_one_of', message }];
  }
  const placeholders = placeholdersIn(input);
  const ofPlaceholders = placeholders.flatMap((one) => placeholderProblems(rule, one, at));
  if (strayBraces(input))
    ofPlaceholders.push({ path: `${at}.input`, message: 'has {{ without a path such as {{story.title}}' });
  return [...ofPlaceholders, ...inputProblems(operation, input, placeholders, at)];
}

/** Ids come from ids: who can write a text does not choose what a rule changes. */
const isIdField = (at: string): boolean =>
  /(?:^id|Ids?|labels)$/.test(
    at
      .replace(/\.\d+$/, '')
      .split('.')
      .at(-1)!,
  );
const isIdPath = (path: string): boolean => isIdField(path) && !path.includes('customFields');

function placeholderProblems(
  rule: StoredRule,
  { at: place, path, isWhole }: Placeholder,
  at: string,
): FieldProblem[] {
  const where = `${at}.input.${place}`;
  const problem = knownPath(rule, path);
  if (problem !== undefined) return [{ path: where, message: problem }];
  if (!isIdField(place) || (isWhole && isIdPath(path))) return [];
  return [{ path: where, message: `must be an id or a placeholder of one, which {{${path}}} is not` }];
}

function inputProblems(
  operation: ResourceOperation,
  input: Record<string, unknown>,
  placeholders: readonly Placeholder[],
  at: string,
): FieldProblem[] {
  const names = placeOf(operation);
  const place = Object.fromEntries(names.map((name) => [name, input[name]]));
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
  const versioned = isVersioned(operation)
    ? { ...body, expectedUpdatedAt: '2026-01-01T00:00:00.000Z' }
    : body;
  const whole = placeholders.filter(({ isWhole }) => isWhole).map((one) => one.at);
  const isFilled = (path: string) =>
    whole.some((one) => path === one || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
  const { path: pathSchema, body: bodySchema } = operation.input;
  const checked = [
    { schema: pathSchema, value: { workspaceId: NO_ID, ...place } },
    ...(bodySchema ? [{ schema: bodySchema, value: versioned }] : []),
  ];
  const problems = checked.flatMap(({ schema, value }) => {
    const { error } = schema.safeParse(value, { reportInput: true });
    return error ? fieldProblems(error, 'body', schema) : [];
  });
  const unknown = bodySchema
    ? []
    : Object.keys(body).map((name) => ({ path: name, message: 'is not a parameter of the operation' }));
  return [...problems, ...unknown]
    .filter(({ path }) => !isFilled(path) && path !== 'workspaceId')
    .map((one) => ({
      ...one,
      in: 'body',
      path: [at, 'input', one.path].filter((part) => part !== '').join('.'),
    }));
}

const NO_ID = '00000000-0000-4000-8000-000000000000';
