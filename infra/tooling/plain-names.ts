/** The part of a scope that the rule uses, as ESLint shows it: what is declared in it. */
interface Scope {
  variables: readonly { name: string; defs: readonly { type: string; name: object }[] }[];
}

interface Context {
  sourceCode: { scopeManager: { scopes: readonly Scope[] } };
  report: (problem: { node: object; message: string }) => void;
}

/** Words of which names do not consist, since few people in the field use them so. */
const unusualParts: readonly string[] = [
  'again',
  'along',
  'anew',
  'apart',
  'ballot',
  'beside',
  'deed',
  'deeds',
  'lately',
  'meant',
  'nobody',
  'somebody',
  'tell',
  'telling',
  'tells',
  'told',
  'whoever',
  'whose',
];

/** Such as `max` and `told` of `maxTold` and of `MAX_TOLD`. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split('_');

/** Names that a file declares consist of the usual words; imported ones are checked where they are declared. */
export const plainNames = {
  meta: { type: 'problem' as const, schema: [] },
  create: ({ sourceCode, report }: Context) => ({
    'Program:exit'(): void {
      const declared = sourceCode.scopeManager.scopes
        .flatMap(({ variables }) => variables)
        .flatMap(({ name, defs: [definition] }) =>
          definition && definition.type !== 'ImportBinding' ? [[definition.name, name] as const] : [],
        );
      // A class is declared in two scopes.
      for (const [node, name] of new Map(declared)) {
        const word = partsOf(name).find((part) => unusualParts.includes(part));
        if (word === undefined) continue;
        const message = `${name} has the unusual word "${word}": use the noun or verb that the field has for it.`;
        report({ node, message });
      }
    },
  }),
};
