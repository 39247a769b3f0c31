/** The part of a scope that the rule uses, as ESLint shows it: what is declared in it. */
interface Scope {
  variables: readonly { name: string; defs: readonly { type: string; name: object }[] }[];
}

interface RuleContext {
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

/** Names of types that say nothing of what they are, on their own. */
const vagueTypes: ReadonlySet<string> = new Set([
  'Act',
  'Answer',
  'Asked',
  'Chosen',
  'Context',
  'Described',
  'Found',
  'Known',
  'Loaded',
  'Made',
  'Named',
  'Options',
  'Outcome',
  'Part',
  'Place',
  'Reading',
  'Refused',
  'Run',
  'Seen',
  'Sent',
  'Shown',
  'Statement',
  'Told',
  'Wanted',
  'Written',
]);

/** A member of an interface, as the parser gives it. */
interface TypeMember {
  key: { type: string; name?: string };
}

interface TypeDeclaration {
  id: { name: string };
}

/** Such as `max` and `told` of `maxTold` and of `MAX_TOLD`. */
const partsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split('_');

/**
 * Names that a file declares, also of members of its types, consist of the usual words, and those of types say of what they
 * are; imported ones are checked where they are declared.
 */
export const plainNames = {
  meta: { type: 'problem' as const, schema: [] },
  create({ sourceCode, report }: RuleContext) {
    const check = (node: object, name: string): void => {
      const word = partsOf(name).find((part) => unusualParts.includes(part));
      if (word === undefined) return;
      const message = `${name} has the unusual word "${word}": use the noun or verb that the field has for it.`;
      report({ node, message });
    };
    const checkMember = ({ key }: TypeMember): void => {
      if (key.type === 'Identifier') check(key, key.name!);
    };
    const checkType = ({ id }: TypeDeclaration): void => {
      if (vagueTypes.has(id.name))
        report({ node: id, message: `${id.name} does not say of what it is, such as Story${id.name}.` });
    };
    return {
      TSPropertySignature: checkMember,
      TSMethodSignature: checkMember,
      TSInterfaceDeclaration: checkType,
      TSTypeAliasDeclaration: checkType,
      'Program:exit'(): void {
        const declared = sourceCode.scopeManager.scopes
          .flatMap(({ variables }) => variables)
          .flatMap(({ name, defs: [definition] }) =>
            definition && definition.type !== 'ImportBinding' ? [[definition.name, name] as const] : [],
          );
        // A class is declared in two scopes.
        for (const [node, name] of new Map(declared)) check(node, name);
      },
    };
  },
};
