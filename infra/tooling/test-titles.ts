import { unusualWords } from './unusual-words.ts';

/** The part of a syntax tree that the rule uses, as ESLint shows it. */
interface SyntaxNode {
  type: string;
  parent?: SyntaxNode;
  name?: string;
  value?: unknown;
  arguments?: readonly SyntaxNode[];
  callee?: SyntaxNode;
  object?: SyntaxNode;
  tag?: SyntaxNode;
  quasis?: readonly { value: { cooked: string } }[];
}

interface RuleContext {
  report: (problem: { node: SyntaxNode; message: string }) => void;
}

/** Words that only continue a sentence, or refer to something that no title has named. */
const CONTINUATIONS =
  /^(and|but|or|nor|so|also|not|again|than|then|it|its|itself|they|them|their|he|she|his|who|whom|whose|which|whoever)$/;

/** Words that begin a sentence only if a comma separates them from its subject. */
const PREPOSITIONS =
  /^(about|after|as|at|before|below|between|beyond|by|during|for|from|if|in|into|of|on|once|over|per|since|than|through|to|under|until|when|where|while|with|within|without)$/;

/** Verbs that begin titles without a subject; those that could be plural nouns are left out. */
const VERBS =
  /^(is|are|was|has|have|had|can|cannot|could|may|must|will|does|do|accepts|adds|allows|answers|asks|becomes|begins|brings|clears|comes|creates|deletes|disables|enables|ends|finds|follows|forbids|gets|gives|goes|ignores|keeps|knows|leaves|lets|loses|makes|means|moves|needs|refuses|rejects|removes|replaces|returns|says|sends|sets|shows|stays|stores|takes|tells)$/;

/** Returns what keeps a title, read after those of its describes, from being a sentence of usual words. */
function titleProblem(sentence: string): string | undefined {
  const [unusual] = sentence.match(unusualWords) ?? [];
  if (unusual !== undefined) return `uses the unusual word "${unusual}"`;
  const words = sentence.split(/\s+/).filter((word) => word !== '');
  const first = words[0]?.toLowerCase() ?? '';
  if (CONTINUATIONS.test(first)) return `begins with "${first}", which continues another sentence`;
  if (VERBS.test(first)) return `begins with the verb "${first}", without a subject`;
  if (PREPOSITIONS.test(first) && !sentence.includes(',')) {
    return `begins with "${first}", without a comma before its subject`;
  }
  return words.length < 3 ? 'is too short for a subject and a verb' : undefined;
}

/** Returns the name of the function that a call begins with: `test` for `test.each(table)(title, run)`. */
function calledName(callee: SyntaxNode | undefined): string | undefined {
  return callee?.name ?? (callee && calledName(callee.object ?? callee.callee ?? callee.tag));
}

function titleOf(call: SyntaxNode): string | undefined {
  const [title] = call.arguments ?? [];
  if (title?.type === 'TemplateLiteral') return title.quasis!.map(({ value }) => value.cooked).join('…');
  return typeof title?.value === 'string' ? title.value : undefined;
}

/** Returns the titles of the describes around a node, the outermost first. */
function titlesAround(node: SyntaxNode): string[] {
  const { parent } = node;
  if (!parent) return [];
  const title = calledName(parent.callee) === 'describe' ? titleOf(parent) : undefined;
  return [...titlesAround(parent), ...(title === undefined ? [] : [title])];
}

/** The title of a test reads as a sentence: with a subject and a verb, alone or after its describes. */
export const testTitles = {
  meta: { type: 'problem' as const, schema: [] },
  create: (context: RuleContext) => ({
    CallExpression(node: SyntaxNode): void {
      const title = titleOf(node);
      if (title === undefined || !['it', 'test'].includes(calledName(node.callee) ?? '')) return;
      if ((node.arguments?.length ?? 0) < 2) return;
      const sentence = [...titlesAround(node), title].join(' ');
      const problem = titleProblem(sentence);
      if (problem !== undefined) {
        context.report({
          node,
          message: `The title "${sentence}" ${problem}. Name what is tested, then what it does.`,
        });
      }
    },
  }),
};
