import { suffixOf, pathOf } from '../../shared/kernel/noun/define-noun.ts';
import { nounsWith } from '../../shared/nouns/nouns.ts';
import { allOperations } from '../../shared/surface/registry.ts';

/** How a resource is created or updated. */
export interface Write {
  path: string;
  /** The fields that the body can have. */
  fields: readonly string[];
}

/** What creates and updates resources, by the id of its operation. */
export const writes: Readonly<Record<string, Write>> = Object.fromEntries(
  allOperations.flatMap(({ id, path, input: { body } }) =>
    /^(?:create|update)/.test(id) && body && 'shape' in body
      ? [[id, { path, fields: Object.keys(body.shape as object) }]]
      : [],
  ),
);

/** The kinds of an export that are nouns listed with others, in order, and what creates one. */
export const kindsOfNouns: readonly { kind: string; creates: string }[] = nounsWith('mirror').flatMap(
  (noun) =>
    noun.mirror.lists === 'separately' ? [] : [{ kind: pathOf(noun), creates: `create${suffixOf(noun)}` }],
);
