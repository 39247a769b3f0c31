import {
  parseApiDocument,
  placedOperations,
  type PlacedOperation,
} from '../shared/surface/docs/api-document.ts';

/** How wide the lines of a comment are, in characters. */
const LINE_WIDTH = 110;

/** The source of an interface with a method for each operation of the document, described as editors show it. */
export function callMethods(document: unknown, ids: ReadonlySet<string>): string {
  const operations = placedOperations(parseApiDocument(document));
  const methods = operations.filter(({ operationId }) => ids.has(operationId)).map(methodOf);
  return `import type { CallOptions } from '../send.ts';
import type { Input, Output } from '../types.ts';

/** The operations, each by its id: it takes its parameters and body, and returns the \`data\` of the response, with a secret. */
export interface Calls {
${methods.join('\n')}}
`;
}

function methodOf(operation: PlacedOperation): string {
  const { operationId: id, summary, description, tags } = operation;
  const address = `/docs/${tags[0]!.toLowerCase().replaceAll(' ', '-')}/${id}`;
  const paragraphs = [`${summary}.`, ...description.split('\n\n'), `See ${address} of your service.`];
  const text = paragraphs.map(wrapped).join('\n   *\n');
  return `  /**
${text}
   */
  ${id}(input${takesNothing(operation) ? '?' : ''}: Input<'${id}'>, options?: CallOptions): Promise<Output<'${id}'>>;
`;
}

/** Whether a call needs no value. */
const takesNothing = ({ parameters = [], requestBody }: PlacedOperation): boolean =>
  !requestBody && parameters.every((one) => one.in === 'header' || !one.required);

function wrapped(paragraph: string): string {
  const lines: string[] = [''];
  for (const word of paragraph.replaceAll('*/', '*\u200b/').split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line.length + word.length > LINE_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `   * ${line}`).join('\n');
}
