import type { ProposedChange } from '../../kernel/api/operation/proposal-store.ts';
import type { Key, Reader } from '../../kernel/core/database.ts';
import { suffixOf, type Noun } from '../../kernel/noun/define-noun.ts';
import { nounOf, nouns } from '../../nouns/nouns.ts';

/** What a change makes of a resource. */
export interface ProposedResource {
  resource: string;
  before: unknown;
  after: unknown;
}

/** What each change of a proposal is about, with the resource as it is now or, if that is decided, was then. */
export async function describeChanges(
  read: Reader,
  changes: readonly ProposedChange[],
): Promise<ProposedResource[]> {
  const subjects = changes.map(subjectOf);
  const keys = subjects.flatMap((subject) => (subject ? [subject.key] : []));
  const items = keys.length === 0 ? [] : await read.getMany(keys);
  const current = new Map(keys.map((key, position) => [key.pk + key.sk, items[position]]));
  const drawn: ReadonlySet<string | null> = new Set(changes.flatMap(({ ids }) => ids));
  return changes.map((change, position) => {
    const subject = subjects[position];
    const resource = subject?.noun.name ?? resourceOf(change.operation);
    const after = change.operation.startsWith('delete') ? null : change.data;
    if (!subject) return { resource, before: change.before ?? null, after };
    const { noun, key, made } = subject;
    const item = current.get(key.pk + key.sk);
    const now = item ? noun.toResource(item) : null;
    return {
      resource,
      before: change.before === undefined ? now : change.before,
      after: after && made && (drawn.has(change.resourceId) ? withNumbersOf(now, made) : made),
    };
  });
}

/** Fields whose values are drawn when something is made: until then, whatever takes the next number has it. */
const NUMBERS = ['sequenceId', 'reference'];

/** What a proposal makes, with the numbers that it has got by now, or none. */
function withNumbersOf(now: object | null, made: object): object {
  const known = new Map<string, unknown>(Object.entries(now ?? {}));
  const entries = Object.entries(made).map(([field, value]): [string, unknown] =>
    NUMBERS.includes(field) ? [field, known.get(field) ?? null] : [field, value],
  );
  return Object.fromEntries(entries);
}

/** The resource that a change is about, if it is of a noun. */
function subjectOf({
  effects,
  resourceId,
}: ProposedChange): { noun: Noun; key: Key; made: object | null } | undefined {
  for (const { key, item } of effects) {
    const noun = nounOf(key);
    if (!noun || noun.item.idOf(key) !== resourceId) continue;
    return { noun, key, made: item && noun.toResource(item) };
  }
  return undefined;
}

/** What an operation makes or changes, such as `story`, by its name. */
function resourceOf(operation: string): string {
  const object = operation.replace(/^[a-z]+/, '');
  const [noun] = nouns
    .filter((one) => object.startsWith(suffixOf(one)))
    .sort((one, other) => other.name.length - one.name.length);
  return noun?.name ?? object.replaceAll(/(?<!^)([A-Z])/g, '_$1').toLowerCase();
}
