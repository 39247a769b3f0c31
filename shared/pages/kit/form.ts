import { changedFields } from '../../kernel/api/http/changed-fields.ts';
import { linesWithTicked, type Form } from '../../kernel/api/http/form.ts';
import type { ExecutableOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { DataOf } from '../../kernel/api/operation/operation-result.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { PageError } from '../session/page-error.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { dropDraft } from './answer.ts';
import type { FormCode, Person } from './page.ts';
import { run, type ActingCall, type VisitingCall } from './run-operation.ts';

/** A field of a form: the field of the operation that it sets, and how its text is read. */
export interface Field {
  to: string;
  valueOf: (text: string) => unknown;
  /** What an update sends for an empty one, which cannot be cleared. */
  whenEmpty?: unknown;
  /** Whether its boxes are ticked, each of which is a line. */
  isTicked?: boolean;
}

/** The fields of a form by their names. */
export type Fields = Readonly<Record<string, Field>>;

/** A text as it was typed: browsers send a carriage return at each end of a line. */
export const linesIn = (typed: string): string => typed.replaceAll(/\r\n?/g, '\n');

export const text = (to: string): Field => ({ to, valueOf: linesIn });
/** One that always has a value, such as a name or a status. */
export const needed = (to: string): Field => ({ ...text(to), whenEmpty: '' });
/** A plain day, which is the same date in every zone. */
export const day = (to: string): Field => ({ to, valueOf: (typed) => `${typed}T00:00:00.000Z` });
/** A number with the decimal sign of any language; not a number for other text, which operations refuse. */
export const number = (to: string): Field => ({ to, valueOf: (typed) => Number(typed.replace(',', '.')) });
/** Boxes that are ticked. */
export const ticked = (to: string): Field => ({
  to,
  valueOf: (lines) => lines.split('\n'),
  whenEmpty: [],
  isTicked: true,
});

/** The body that sets what is filled in. */
export const filledIn = (fields: Fields, form: Form): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { to, valueOf, isTicked = false }]) => {
      const typed = (isTicked ? linesWithTicked(form, name) : form[name])?.trim();
      return typed ? [[to, valueOf(typed)]] : [];
    }),
  );

/** The body of an update with these values: what is empty is cleared. */
export function patchOf(fields: Fields, values: Form): Record<string, unknown> {
  const sent = Object.entries(fields).flatMap(([name, field]) => {
    const typed = values[name]?.trim();
    return typed === undefined ? [] : [{ ...field, typed }];
  });
  const isCleared = ({ typed, whenEmpty }: (typeof sent)[number]) => typed === '' && whenEmpty === undefined;
  const clearFields = sent.filter(isCleared).map(({ to }) => to);
  const set = sent
    .filter((field) => !isCleared(field))
    .map(({ to, typed, valueOf, whenEmpty }) => [to, typed === '' ? whenEmpty : valueOf(typed)] as const);
  return { ...Object.fromEntries(set), ...(clearFields.length > 0 && { clearFields }) };
}

/** A field of a form, and what is said there; undefined for what is about no field in particular. */
type Refusal = readonly [field: string | undefined, text: PlainText | ((form: Form) => PlainText)];

/** A form as it is declared: the operation that it runs, and what that is given. */
interface DeclaredForm<P, O extends ExecutableOperation> {
  /** The one that it runs, or that its words choose. */
  operation: O | ((form: Form) => O);
  /** What the operation's path names besides what the path of the page or form does. */
  path?: (person: P, form: Form) => Record<string, unknown>;
  fields?: Fields;
  /** Whether only what differs from what the page was shown with is sent, in the version that it was shown with. */
  isUpdate?: boolean;
  /** What the body has besides the fields, which are sent in its place where they are filled in. */
  body?: (person: P, form: Form) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Throws where the path of the form names what does not belong to its page. */
  assert?: (person: P) => Promise<unknown>;
  /** What is done first, of what the operation needs. */
  before?: (person: P, form: Form) => Promise<unknown>;
  /** The names of two days, of which the second is not before the first. */
  inOrder?: readonly [string, string];
  /** Whether what others have removed meanwhile is done. */
  isDoneIfGone?: boolean;
  /** What is said, by the operation's field or the code of its error. */
  refusals?: Readonly<Record<string, Refusal>>;
  /** Whether what was kept of other forms of the page stays. */
  keepsDraft?: boolean | ((form: Form) => boolean);
  /** The end of the page's address to go on at, `?done=…#…`, or another path. */
  done: string | ((person: P, data: DataOf<O>, form: Form) => string);
}

/** A form that runs an operation: one that creates runs it once however often the form is sent. */
type Acting = ActingCall | VisitingCall;

export const form = <P extends Person & Acting, O extends ExecutableOperation>(
  declared: DeclaredForm<P, O>,
): FormCode<P> => ({
  names: namesOf(declared.fields),
  async handle(person, sent) {
    assertInOrder(sent, declared.inOrder);
    await declared.assert?.(person);
    await declared.before?.(person, sent);
    const data = await runForm(person, sent, declared);
    const { done, keepsDraft = false } = declared;
    const stays = typeof keepsDraft === 'function' ? keepsDraft(sent) : keepsDraft;
    if (!stays) await dropDraft(person);
    return redirectResponse(
      typeof done === 'string' ? `${person.page}${done}` : done(person, data as DataOf<O>, sent),
    );
  },
});

/** The names of a form's fields by those of the operation. */
export const namesOf = (fields: Fields = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { to }]) => [to, name]));

/** Throws a 400 at the second of two days that comes before the first. */
function assertInOrder(sent: Form, [first, second]: readonly [string?, string?] = []): void {
  const [start, end] = [sent[first ?? ''], sent[second ?? '']];
  if (start && end && end < start) {
    throw new PageError(400, 'error.refused', 'sprint.order', { field: second! });
  }
}

/** Runs the operation of a form; not for an update of nothing. */
async function runForm<P extends Person & Acting, O extends ExecutableOperation>(
  person: P,
  sent: Form,
  { path, fields = {}, isUpdate, body, isDoneIfGone, refusals, ...declared }: DeclaredForm<P, O>,
): Promise<DataOf<O> | undefined> {
  const operation = typeof declared.operation === 'function' ? declared.operation(sent) : declared.operation;
  const set = isUpdate === true ? patchOf(fields, changedFields(sent)) : filledIn(fields, sent);
  if (isUpdate === true && Object.keys(set).length === 0) return undefined;
  const version = isUpdate === true && { expectedUpdatedAt: sent['version'] };
  const hasBody = body !== undefined || Object.keys(fields).length > 0;
  const named = Object.entries(person.call.request.parameters).filter(([name]) =>
    operation.path.includes(`{${name}}`),
  );
  try {
    return await run(person, operation, {
      path: { ...Object.fromEntries(named), ...path?.(person, sent) },
      ...(hasBody && { body: { ...version, ...(await body?.(person, sent)), ...set } }),
      ...(operation.method === 'POST' && { once: sent }),
    });
  } catch (error) {
    if (isDoneIfGone === true && error instanceof ApiError && error.status === 404) return undefined;
    throw inWordsOf(error, refusals, sent);
  }
}

/** What an operation refused, in words of the page at a field of the form. */
export function inWordsOf(
  error: unknown,
  refusals: Readonly<Record<string, Refusal>> = {},
  sent: Form = {},
): unknown {
  if (!(error instanceof ApiError)) return error;
  const named = [error.code, ...error.fields.map(({ path }) => path)];
  const refusal = named.map((name) => refusals[name]).find(Boolean);
  if (refusal === undefined) return error;
  const [field, said] = refusal;
  const text = typeof said === 'function' ? said(sent) : said;
  return new PageError(error.status, 'error.refused', text, field === undefined ? {} : { field });
}
